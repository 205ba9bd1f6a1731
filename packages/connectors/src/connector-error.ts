/**
 * Why an outside service gave no data.
 *
 * - `unreachable`: no answer, a broken or a failing one; trying again may help
 * - `throttled`: asked too often; `retryAt` says when to come back, if the service did
 * - `unauthorised`: the key is missing, wrong or expired
 * - `changed_format`: what came is not what the service used to send; a person has to look
 * - `refused`: our own rules forbid it (address, port, redirect, size)
 */
export type ConnectorErrorKind = 'unreachable' | 'throttled' | 'unauthorised' | 'changed_format' | 'refused'

/** An expected failure of a connector, in one sentence without secrets; the job decides what to do. */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError'
  readonly kind: ConnectorErrorKind
  readonly retryAt?: Date
  /** What the service answered, when it did: the status of HTTP. */
  readonly status?: number

  constructor(
    kind: ConnectorErrorKind,
    message: string,
    options: { retryAt?: Date | undefined; status?: number; cause?: unknown } = {},
  ) {
    super(message, 'cause' in options ? { cause: options.cause } : undefined)
    this.kind = kind
    if (options.retryAt) this.retryAt = options.retryAt
    if (options.status !== undefined) this.status = options.status
  }
}
