import type { ErrorBody } from '@signet/contract/errors/errors'
import type { AnyRoute, BodyOf, ParamsOf, QueryOf, ResponseOf } from '@signet/contract/route'
import { writtenValue } from '@signet/contract/wire'
import { currentToken, tokenAfter } from './access-token.ts'
import { ApiError } from './api-error.ts'
import { t } from './words.ts'
import { callEvents } from './call-events.ts'

/** The parameters of a query as the server's handlers receive them. Those with a default may be omitted. */
export type CallQuery<R extends AnyRoute> =
  QueryOf<R> extends object ? { [K in keyof QueryOf<R>]?: QueryOf<R>[K] | undefined } : undefined
/** The values of a path. The server decodes texts, such as the name of a source in any case, and answers 404 for others. */
export type PathOf<R extends AnyRoute> =
  ParamsOf<R> extends object
    ? { [K in keyof ParamsOf<R>]: ParamsOf<R>[K] extends string ? string : ParamsOf<R>[K] }
    : undefined
type Args<R extends AnyRoute> = (ParamsOf<R> extends undefined ? { params?: undefined } : { params: PathOf<R> }) &
  (BodyOf<R> extends undefined ? { body?: undefined } : { body: BodyOf<R> }) & {
    query?: CallQuery<R> | undefined
    /** For calls that upload files: fields first, then the files. */
    form?: FormData | undefined
    signal?: AbortSignal | undefined
    /** From `useOnceKey`, for calls that must not take effect twice. */
    onceKey?: string | undefined
  }

/** The query string of a call, with the parameters that are set, in wire form. */
export function wireQuery(query: object | undefined): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue
    params.set(name, writtenValue(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}

function addressOf(route: AnyRoute, params: object | undefined, query: object | undefined): string {
  const values = new Map(Object.entries(params ?? {}))
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  return `/api/rest${path}${wireQuery(query)}`
}

async function errorOf(answer: Response): Promise<ApiError> {
  // A proxy answers without JSON; the status is enough.
  const body: Partial<ErrorBody> | null = await answer.json().catch(() => null)
  // Each failure of this server has a reason. The text of a proxy is for those who run it.
  const isOurs = body?.reason !== undefined || answer.status < 500
  return new ApiError((isOurs && body?.message) || t('unexpected'), {
    code: body?.code ?? (answer.status === 401 ? 'UNAUTHENTICATED' : answer.status === 403 ? 'FORBIDDEN' : 'INTERNAL'),
    status: answer.status,
    reason: body?.reason,
    parameters: body?.parameters,
    details: body?.details,
    retryAfter: Number(answer.headers.get('retry-after')) || undefined,
    requestId: body?.requestId ?? answer.headers.get('x-request-id') ?? undefined,
  })
}

async function request(address: string, init: RequestInit, token: string | null): Promise<Response> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  try {
    return await fetch(address, { ...init, headers })
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new ApiError('The server did not answer', { code: 'OFFLINE', status: 0 }, { cause })
  }
}

/** What is sent, without the types of the route. */
export interface Sent {
  params?: object | undefined
  query?: object | undefined
  body?: object | undefined
  form?: FormData | undefined
  signal?: AbortSignal | undefined
  onceKey?: string | undefined
}

/** Makes one call of the contract. @throws ApiError for every response that is not 2xx, and when there was no response */
export function call<R extends AnyRoute>(route: R, args: Args<R>): Promise<ResponseOf<R>> {
  return send(route, args)
}

/**
 * Makes a call whose input the caller has typed by the route.
 *
 * After a 401 the token is refreshed once and the call is repeated once. A second 401, a refused refresh and any 403 end the session.
 *
 * @throws ApiError for every response that is not 2xx, and when there was no response
 */
export async function send<R extends AnyRoute>(
  route: R,
  { params, query, body, form, signal, onceKey }: Sent,
): Promise<ResponseOf<R>> {
  const address = addressOf(route, params, query)
  const init: RequestInit = {
    method: route.method,
    ...(signal ? { signal } : {}),
    headers: {
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...(onceKey ? { 'idempotency-key': onceKey } : {}),
    },
    ...(form ? { body: form } : body ? { body: JSON.stringify(body) } : {}),
  }
  const token = currentToken()
  let answer = await request(address, init, token)
  if (answer.status === 401) {
    try {
      answer = await request(address, init, await tokenAfter(token))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_REFRESH_TOKEN') callEvents.sessionEnded()
      throw error
    }
  }
  // The server checks its answers against the contract before it sends them.
  if (answer.ok) return answer.status === 204 ? undefined : answer.json()

  const error = await errorOf(answer)
  if (answer.status === 401 || answer.status === 403) callEvents.sessionEnded()
  if (error.code === 'COMPANY_NOT_FOUND') callEvents.companyLost()
  throw error
}

/**
 * Makes a call that needs no session, such as those of public pages.
 *
 * @throws ApiError for every response that is not 2xx, and when there was no response
 */
export async function callWithoutSession<T>(address: string, init: RequestInit): Promise<T> {
  const answer = await request(address, init, null)
  if (!answer.ok) throw await errorOf(answer)
  const body: T = await (answer.status === 204 ? undefined : answer.json())
  return body
}
