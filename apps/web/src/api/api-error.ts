import type { ErrorCode, ErrorDetail } from '@signet/contract/errors/errors'
import type { Sentence } from '@signet/contract/wire'
import { sentenceOf } from '../words/messages.ts'
import { t } from './words.ts'

/** The error codes of the server, and `OFFLINE` when there was no response. */
export type ApiErrorCode = ErrorCode | 'OFFLINE'

/** A failed call. Screens check `code` or `reason` and show `errorText`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ApiErrorCode
  readonly reason: string
  readonly parameters: Sentence['parameters']
  /** HTTP status; 0 when there was no response. */
  readonly status: number
  readonly details: readonly ErrorDetail[]
  readonly requestId: string | undefined
  /** Seconds to wait before trying again, if the server sent them. */
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

/** Whether repeating the call may help: there was no response, the server was overloaded, or it failed. */
export function isWorthRetrying(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'OFFLINE' || error.status === 429 || error.status >= 500)
}

/** A sentence that tells the user what happened and what to do. */
export function errorText(error: unknown): string {
  if (!(error instanceof ApiError)) return t('unexpected')
  if (error.code === 'OFFLINE') return t('offline')
  return sentenceOf(error.details[0] ?? error)
}
