/**
 * Why an external service returned no data.
 *
 * - `unreachable`: no response, an interrupted one or a server error; a retry may help
 * - `throttled`: too many requests; `retryAt` is when to retry, if the service named a time
 * - `unauthorised`: the key is missing, wrong or expired
 * - `changed_format`: the response is not in the service's usual format; a person has to investigate
 * - `refused`: our own rules forbid the request (address, port, redirect, size)
 */
export type ConnectorErrorKind = 'unreachable' | 'throttled' | 'unauthorised' | 'changed_format' | 'refused'

/** An expected failure of a connector, in one sentence without secrets; the job decides what to do. */
export class ConnectorError extends Error {
  override readonly name = 'ConnectorError'
  readonly kind: ConnectorErrorKind
  readonly retryAt?: Date
  /** The HTTP status of the response, if there was one. */
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
