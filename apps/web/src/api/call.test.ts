import { listThreats, decideThreat } from '@signet/contract/threats/threats'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToken, keepToken } from './access-token.ts'
import { ApiError } from './api-error.ts'
import { onCallEvents } from './call-events.ts'
import { call, wireQuery } from './call.ts'

const page = { items: [], total: 0, pageNumber: 1, limit: 20 }
const json = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })

let requests: { path: string; token: string | null }[] = []
let refreshes = 0
const sessionEnded = vi.fn<() => void>()
const companyLost = vi.fn<() => void>()

/** A server that accepts one token and issues `next` on refresh. */
function serve({
  accepts,
  next,
  status = 200,
  body = page,
}: {
  accepts: string
  next: string | null
  status?: number
  body?: unknown
}) {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    await Promise.resolve()
    if (path.includes('refresh-accessToken')) {
      refreshes += 1
      return next ? json(200, { accessToken: next }) : json(403, { message: 'Invalid or Expired Refresh Token' })
    }
    const token = new Headers(init?.headers).get('authorization')
    requests.push({ path, token })
    return token === `Bearer ${accepts}` ? json(status, body) : json(401, { code: 'UNAUTHENTICATED', message: 'no' })
  })
}
const list = () => call(listThreats, { params: { source: 'Domain' } })

beforeEach(() => {
  requests = []
  refreshes = 0
  onCallEvents({ sessionEnded, companyLost })
  keepToken('old')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

test('a refused token is refreshed once and the call repeated', async () => {
  serve({ accepts: 'new', next: 'new' })
  await expect(list()).resolves.toEqual(page)
  expect(requests.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer new'])
  expect(currentToken()).toBe('new')
  expect(sessionEnded).not.toHaveBeenCalled()
})

test('calls that are refused at the same time share one refresh', async () => {
  serve({ accepts: 'new', next: 'new' })
  await Promise.all([list(), list(), list()])
  expect(refreshes).toBe(1)
})

test('a refused refresh ends the session', async () => {
  serve({ accepts: 'new', next: null })
  await expect(list()).rejects.toMatchObject({ code: 'INVALID_REFRESH_TOKEN' })
  expect(sessionEnded).toHaveBeenCalledOnce()
})

test('a second refusal after the refresh ends the session', async () => {
  serve({ accepts: 'nothing', next: 'new' })
  await expect(list()).rejects.toMatchObject({ status: 401 })
  expect(requests).toHaveLength(2)
  expect(sessionEnded).toHaveBeenCalledOnce()
})

test('the text of a failure is not shown if it has no reason of this server', async () => {
  serve({ accepts: 'old', next: 'new', status: 503, body: { code: 'UNAVAILABLE', message: 'upstream timed out' } })
  await expect(list()).rejects.toMatchObject({ status: 503, message: 'Something went wrong. Try again.' })
  serve({ accepts: 'old', next: 'new', status: 503, body: { message: 'The database is busy.', reason: 'BUSY' } })
  await expect(list()).rejects.toMatchObject({ message: 'The database is busy.' })
})

test('a 403 ends the session', async () => {
  serve({ accepts: 'old', next: 'new', status: 403, body: { code: 'FORBIDDEN', message: 'no' } })
  await expect(list()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(sessionEnded).toHaveBeenCalledOnce()
})

test('a company the user may not see drops the stored choice and keeps the session', async () => {
  serve({
    accepts: 'old',
    next: 'new',
    status: 404,
    body: { code: 'COMPANY_NOT_FOUND', message: 'no', requestId: 'r-1' },
  })
  const error = await list().catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'COMPANY_NOT_FOUND', status: 404, requestId: 'r-1' })
  expect(companyLost).toHaveBeenCalledOnce()
  expect(sessionEnded).not.toHaveBeenCalled()
})

test('a server that does not respond is distinguished from one that refuses', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('failed to fetch')))
  await expect(list()).rejects.toMatchObject({ code: 'OFFLINE', status: 0 })
})

test('a query is sent in wire form, unset values left out', () => {
  expect(wireQuery({ threatSeverity: ['Critical', 'High'], pageNumber: 2, searchQuery: undefined })).toBe(
    '?threatSeverity=Critical%2CHigh&pageNumber=2',
  )
  expect(wireQuery({ showAutomaticallyFiltered: true, threatType: [] })).toBe('?showAutomaticallyFiltered=true')
})

test('path parameters are encoded', async () => {
  serve({ accepts: 'old', next: null })
  await call(decideThreat, { params: { source: 'FB', threatId: 'a/b' }, body: { action: 'whitelist', version: 1 } })
  expect(requests[0]?.path).toBe('/api/rest/threats/FB/a%2Fb/triage')
})
