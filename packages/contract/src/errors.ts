/** Every expected failure of the API: its code on the wire and the HTTP status it answers with. */
export const errorStatus = {
  BAD_REQUEST: 400,
  INVALID_CALLBACK_URL_ERROR: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  INVALID_REFRESH_TOKEN: 403,
  NOT_FOUND: 404,
  COMPANY_NOT_FOUND: 404,
  MODULE_OFF: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 409,
  SELECTION_MOVED: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  TOO_MANY_REQUESTS: 429,
  HEADERS_TOO_LARGE: 431,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const satisfies Record<string, number>

/** One of the coarse codes of `errorStatus`, which clients of the API may rely on. */
export type ErrorCode = keyof typeof errorStatus

/** One field that was refused, e.g. `{ path: 'query.limit', message: '1 to 200' }`. */
export interface ErrorDetail {
  path: string
  message: string
}

/**
 * The body of every error answer. Sent as `application/problem+json` (RFC 9457); the portal chooses its words by `code`.
 */
export interface ErrorBody {
  type: string
  title: string
  status: number
  detail: string
  instance: string
  message: string
  code: ErrorCode
  details?: ErrorDetail[]
  requestId: string
}
