// @vitest-environment happy-dom
import { sessionEventKey } from '@signet/contract/access/session'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentToken, keepToken } from '../api/access-token.ts'
import { currentSession, endSession, refreshSession, sessionRefused, subscribeSession } from './session-store.ts'

let posted: string[] = []
const tokenOf = (sid: string) => `h.${btoa(JSON.stringify({ sid }))}.s`

/** The responses of the server: the session of the browser's cookie, whatever token this tab still has. */
function serve(session: object) {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    await Promise.resolve()
    if (path.endsWith('/session')) return new Response(JSON.stringify(session))
    if (path.endsWith('/csrf')) return new Response(JSON.stringify({ csrfToken: 'c-1' }))
    if (init?.method === 'POST') posted.push(path)
    return new Response('{}')
  })
}

beforeEach(() => {
  posted = []
  localStorage.clear()
  keepToken(tokenOf('one'))
})
test('a tab whose session ended continues with the session of the user who has signed in since', async () => {
  serve({ user: { id: 'u', accessToken: tokenOf('two') } })
  await sessionRefused()
  expect(posted, 'the new session is not ended').toEqual([])
  expect(currentSession()).toMatchObject({ status: 'authenticated', user: { id: 'u' } })
  expect(currentToken()).toBe(tokenOf('two'))
})

test('a session that could not be requested is requested again until the server responds', async () => {
  vi.useFakeTimers()
  await endSession()
  let asked = 0
  vi.stubGlobal('fetch', async () => Response.json({}, { status: (asked += 1) < 3 ? 502 : 200 }))
  await refreshSession()
  expect(currentSession().status).toBe('failed')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(currentSession().status).toBe('unauthenticated')
  expect(asked).toBe(3)
  vi.useRealTimers()
})

test('a busy server is asked again before the page says that it did not respond', async () => {
  await endSession()
  const statuses: string[] = []
  const stop = subscribeSession(() => statuses.push(currentSession().status))
  vi.useFakeTimers()
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json({}, asked === 1 ? { status: 503, headers: { 'retry-after': '2' } } : {})
  })
  const refreshed = refreshSession()
  await vi.advanceTimersByTimeAsync(1900)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(200)
  await refreshed
  expect(asked).toBe(2)
  expect(statuses).toEqual(['unauthenticated'])
  vi.useRealTimers()
  stop()
})

test('an ended session is removed in this and other tabs, without signing out a later session', async () => {
  serve({})
  await Promise.all([sessionRefused(), sessionRefused()])
  expect(posted).toEqual([])
  expect(currentSession().status).toBe('unauthenticated')
  expect(currentToken()).toBeNull()
  expect(localStorage.getItem(sessionEventKey)).toContain('signout')
})

test('a user who signs in during the check stays signed in', async () => {
  serve({})
  const refused = sessionRefused()
  keepToken(tokenOf('two'))
  await refused
  expect(posted).toEqual([])
  expect(currentToken()).toBe(tokenOf('two'))
})

test('a user who is refused in a running session is signed out', async () => {
  serve({ user: { id: 'u', accessToken: tokenOf('one') } })
  await sessionRefused()
  expect(posted).toEqual(['/api/auth/signout'])
  expect(currentSession().status).toBe('unauthenticated')
})

test('a session that is to be polled is requested again after that time, also after a failure', async () => {
  vi.useFakeTimers()
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return asked === 2
      ? Response.json({}, { status: 502 })
      : Response.json(asked === 4 ? {} : { user: { id: 'u', accessToken: tokenOf('polled'), pollSeconds: 60 } })
  })
  await refreshSession()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(122_000)
  expect(asked).toBe(4)
  expect(currentSession().status).toBe('unauthenticated')
  await vi.advanceTimersByTimeAsync(600_000)
  expect(asked).toBe(4)
  vi.useRealTimers()
})

test('a user who signed out while the server was away is not signed in again, and the session ends once it is back', async () => {
  vi.useFakeTimers()
  let isAway = false
  let isOpen = true
  vi.stubGlobal('fetch', async (path: string) => {
    await Promise.resolve()
    if (isAway) return Response.json({}, { status: 502 })
    if (path.endsWith('/signout')) isOpen = false
    if (path.endsWith('/session'))
      return Response.json(isOpen ? { user: { id: 'u', accessToken: tokenOf('one') } } : {})
    return Response.json({ csrfToken: 'c-1' })
  })
  await refreshSession()
  isAway = true
  await expect(endSession()).resolves.toBe(false)
  expect(currentSession().user).toBeNull()
  expect(localStorage.getItem(sessionEventKey), 'other tabs follow').toContain('signout')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(currentSession()).toEqual({ status: 'failed', user: null })
  isAway = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isOpen).toBe(false)
  expect(currentSession()).toEqual({ status: 'unauthenticated', user: null })
  vi.useRealTimers()
})

test('a new sign-in opens a session after one that was signed out', async () => {
  serve({ user: { id: 'u', accessToken: tokenOf('one') } })
  await expect(endSession()).resolves.toBe(true)
  serve({ user: { id: 'u', accessToken: tokenOf('two') } })
  await refreshSession()
  expect(currentSession().user?.id).toBe('u')
})
