// @vitest-environment happy-dom
import { sessionEventKey } from '@signet/contract/session'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentToken, keepToken } from '../api/access-token.ts'
import { currentSession, sessionRefused } from './session-store.ts'

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
afterEach(() => vi.unstubAllGlobals())

test('a tab that learns late of the end of its session takes up the one of who has signed in since', async () => {
  serve({ user: { id: 'u', accessToken: tokenOf('two') } })
  await sessionRefused()
  expect(posted, 'the new session is not ended').toEqual([])
  expect(currentSession()).toMatchObject({ status: 'authenticated', user: { id: 'u' } })
  expect(currentToken()).toBe(tokenOf('two'))
})

test('a session that is over is forgotten here and in the other tabs, without ending what somebody may begin', async () => {
  serve({})
  await Promise.all([sessionRefused(), sessionRefused()])
  expect(posted).toEqual([])
  expect(currentSession().status).toBe('unauthenticated')
  expect(currentToken()).toBeNull()
  expect(localStorage.getItem(sessionEventKey)).toContain('signout')
})

test('who signs in here while it is asked stays signed in', async () => {
  serve({})
  const refused = sessionRefused()
  keepToken(tokenOf('two'))
  await refused
  expect(posted).toEqual([])
  expect(currentToken()).toBe(tokenOf('two'))
})

test('who is refused in a session that goes on is signed out', async () => {
  serve({ user: { id: 'u', accessToken: tokenOf('one') } })
  await sessionRefused()
  expect(posted).toEqual(['/api/auth/signout'])
  expect(currentSession().status).toBe('unauthenticated')
})
