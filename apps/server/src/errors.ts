import {
  errors,
  errorStatus,
  type ErrorCode,
  type ErrorDetail,
  type ErrorParameters,
  type ErrorParametersOf,
  type ErrorReason,
  type PlainReason,
} from '@signet/contract/errors'
import { sentenceOf } from './errors/sentences.ts'

interface More {
  /** The value that was refused, e.g. `body.email`: the only detail of the answer. */
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
 * An expected failure: thrown by actions, answered with its code. Everything else that is thrown is a bug, logged whole and answered
 * `INTERNAL`.
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

/** One of several values of a request that are refused. */
export function detailOf<R extends ErrorReason>(
  path: string,
  reason: R,
  parameters: ErrorParametersOf<R>,
): ErrorDetail {
  return { path, reason, parameters, message: sentenceOf(reason, parameters) }
}

/**
 * What a call is about.
 *
 * @throws AppError `NOT_FOUND` when it is not there
 */
export function found<T>(row: T | null | undefined | false, what: ErrorParametersOf<'NOT_FOUND'>['what']): T {
  if (row === null || row === undefined || row === false) throw new AppError('NOT_FOUND', { what })
  return row
}
