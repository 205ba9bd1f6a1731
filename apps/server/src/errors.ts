import { errorStatus, type ErrorCode, type ErrorDetail } from '@signet/contract/errors'

/**
 * An expected failure. Its code decides the status (`contract/src/errors.ts`) and the words the screen chooses; everything else
 * that is thrown is a bug and answers INTERNAL.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly details: ErrorDetail[] | undefined
  /** Seconds for `Retry-After`, where the code asks for one. */
  readonly retryAfter: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    more: { details?: ErrorDetail[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.code = code
    this.details = more.details
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
