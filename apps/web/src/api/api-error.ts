import type { ErrorCode, ErrorDetail } from '@signet/contract/errors'
import { wordsOf } from '../words/messages.ts'
import { t, serverText } from '../words/words.ts'
import english from './words.en.json'

const words = wordsOf('api', english)

/** The server's codes, and the two ways of not reaching it. */
export type ApiErrorCode = ErrorCode | 'OFFLINE' | 'ABORTED' | 'UNREADABLE'

/** A call that failed, as the screens see it: they choose their words by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** Seconds until it may be tried again, when the server said so. */
  readonly retryAfter: number | undefined

  constructor(
    message: string,
    about: {
      code: ApiErrorCode
      status: number
      details?: readonly ErrorDetail[] | undefined
      requestId?: string | undefined
      retryAfter?: number | undefined
    },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = about.code
    this.status = about.status
    this.details = about.details ?? []
    this.requestId = about.requestId
    this.retryAfter = about.retryAfter
  }
}

/** Whether trying the same call again may help: no answer, a full server, or a fault of the server. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'OFFLINE' || error.status === 429 || error.status >= 500)
}

/** One sentence a person can act on. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return words('unexpected')
  switch (error.code) {
    case 'OFFLINE':
      return words('offline')
    case 'CONFLICT':
      return t('Someone else changed it meanwhile.')
    case 'SELECTION_MOVED':
      return t('The number of matching items changed meanwhile.')
    case 'TOO_MANY_REQUESTS':
      return t('Too many requests. Wait a moment and try again.')
    case 'NOT_FOUND':
    case 'COMPANY_NOT_FOUND':
      return t('It is no longer there.')
    case 'BAD_REQUEST':
      return error.details[0]
        ? t('Not accepted: {why}.', { why: error.details[0].message })
        : t('The request was not accepted.')
    case 'FORBIDDEN':
      return t('Your role may not do this.')
    case 'UNAVAILABLE':
      return t('The service is busy or restarting.')
    default:
      return error.status >= 500 ? t('The server had a fault.') : serverText(error.message)
  }
}
