import {
  errors,
  errorStatus,
  type ErrorCode,
  type ErrorDetail,
  type ErrorParameters,
  type ErrorParametersOf,
  type ErrorReason,
  type PlainReason,
} from '@signet/contract/errors/errors'
import { sentenceOf } from './errors/sentences.ts'

interface More {
  /** The refused value, e.g. `body.email`: the only detail of the answer. */
  at?: string
  details?: ErrorDetail[]
  /** Seconds for `Retry-After`. */
  retryAfter?: number
  cause?: unknown
}
type Arguments<R extends ErrorReason> = [R] extends [PlainReason]
  ? [parameters?: ErrorParametersOf<R>, more?: More]
  : [parameters: ErrorParametersOf<R>, more?: More]

/**
 * An expected failure: thrown by actions and answered with its code. Any other thrown error is a bug: it is logged in full and answered
 * with `INTERNAL`.
 */
export class AppError<R extends ErrorReason = ErrorReason> extends Error {
  override name = 'AppError'
  readonly reason: R
  readonly parameters: ErrorParameters
  readonly details: ErrorDetail[] | undefined
  readonly retryAfter: number | undefined

  constructor(reason: R, ...rest: Arguments<R>) {
    const [parameters = {}, more = {}]: [ErrorParameters?, More?] = rest
    const [refused] = more.details ?? []
    super(
      refused ? `${refused.path}: ${refused.message}` : sentenceOf(reason, parameters),
      more.cause === undefined ? undefined : { cause: more.cause },
    )
    this.reason = reason
    this.parameters = parameters
    this.details = more.at === undefined ? more.details : [{ path: more.at, reason, parameters, message: this.message }]
    this.retryAfter = more.retryAfter
  }

  get code(): ErrorCode {
    return errors[this.reason][0]
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** One of several refused values of a request. */
export function detailOf<R extends ErrorReason>(
  path: string,
  reason: R,
  parameters: ErrorParametersOf<R>,
): ErrorDetail {
  return { path, reason, parameters, message: sentenceOf(reason, parameters) }
}

/**
 * Returns the record a call is about.
 *
 * @throws AppError `NOT_FOUND` if it doesn't exist
 */
export function found<T>(row: T | null | undefined | false, what: ErrorParametersOf<'NOT_FOUND'>['what']): T {
  if (row === null || row === undefined || row === false) throw new AppError('NOT_FOUND', { what })
  return row
}
