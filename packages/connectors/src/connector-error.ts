import {
  connectorErrors,
  type ConnectorErrorKind,
  type ConnectorErrorParametersOf,
  type ConnectorErrorReason,
} from '@signet/contract/errors/connector-errors'
import type { ErrorParameters } from '@signet/contract/errors/errors'

interface Options {
  /** When to retry, if the service named a time. */
  retryAt?: Date | undefined
  /** The HTTP status of the response, if there was one. */
  status?: number
  cause?: unknown
}

/** An expected failure of a connector, without secrets; the job decides what to do. The `message` of the error is for logs. */
export class ConnectorError<R extends ConnectorErrorReason = ConnectorErrorReason> extends Error {
  override readonly name = 'ConnectorError'
  readonly reason: R
  readonly parameters: ErrorParameters
  readonly retryAt?: Date
  readonly status?: number

  constructor(reason: R, parameters: ConnectorErrorParametersOf<R>, options: Options = {}) {
    super(`${reason} ${JSON.stringify(parameters)}`, 'cause' in options ? { cause: options.cause } : undefined)
    this.reason = reason
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the parameters of every reason are texts and numbers
    this.parameters = parameters as ErrorParameters
    if (options.retryAt) this.retryAt = options.retryAt
    if (options.status !== undefined) this.status = options.status
  }

  get kind(): ConnectorErrorKind {
    return connectorErrors[this.reason][0]
  }
}
