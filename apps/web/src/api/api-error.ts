import type { ErrorCode, ErrorDetail } from '@signet/contract/errors'
import type { Sentence } from '@signet/contract/wire'
import { sentenceOf } from '../words/messages.ts'
import { t } from './words.ts'

/** The server's codes, and that no answer came. */
export type ApiErrorCode = ErrorCode | 'OFFLINE'

/** A call that failed, as the screens see it: they decide by `code` or `reason`, and show `errorText`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly reason: string
  readonly parameters: Sentence['parameters']
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
      reason?: string | undefined
      parameters?: Sentence['parameters'] | undefined
      details?: readonly ErrorDetail[] | undefined
      requestId?: string | undefined
      retryAfter?: number | undefined
    },
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.code = about.code
    this.reason = about.reason ?? ''
    this.parameters = about.parameters ?? {}
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
  if (!(error instanceof ApiError)) return t('unexpected')
  if (error.code === 'OFFLINE') return t('offline')
  return sentenceOf(error.details[0] ?? error)
}
