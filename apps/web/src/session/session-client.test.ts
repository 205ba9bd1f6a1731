// @vitest-environment happy-dom
import { sessionEventKey } from '@signet/contract/access/session'
import { beforeEach, expect, test, vi } from 'vitest'
import { onOtherTabs, signOut } from './session-client.ts'
import { signIn } from './sign-in-client.ts'

let posted: { path: string; form: Record<string, string> }[] = []

function serve(status: number, url: string) {
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    await Promise.resolve()
    if (path.endsWith('/csrf')) return new Response(JSON.stringify({ csrfToken: 'c-1' }))
    posted.push({ path, form: Object.fromEntries(init?.body as URLSearchParams) })
    return new Response(JSON.stringify({ url: new URL(url, location.origin).href }), { status })
  })
}
const credentials = { email: 'a@b.example', password: 'secret', callbackUrl: '/home' }

beforeEach(() => {
  posted = []
  localStorage.clear()
})
test('signing in posts the form of the protocol and notifies other tabs', async () => {
  serve(200, '/home')
  const answer = await signIn(credentials)
  expect(answer).toMatchObject({ ok: true, status: 200, error: null })
  expect(posted).toEqual([
    { path: '/api/auth/callback/credentials', form: { ...credentials, csrfToken: 'c-1', json: 'true' } },
  ])
  expect(localStorage.getItem(sessionEventKey)).toContain('"event":"session"')
})

test('a refusal returns the code from the response URL and notifies no other tab', async () => {
  serve(401, '/api/auth/error?error=CredentialsSignin&provider=credentials')
  const refused = { ok: false, status: 401, error: 'CredentialsSignin', url: null }
  const nothingToGoOnWith = { enrol: null, token: null, recoveryCodes: [], hasPasskey: false }
  await expect(signIn(credentials)).resolves.toEqual({ ...refused, ...nothingToGoOnWith })
  expect(localStorage.getItem(sessionEventKey)).toBeNull()
})

test('a stale form token does not sign in even if the status is 200', async () => {
  serve(200, '/api/auth/signin?csrf=true')
  await expect(signIn(credentials)).resolves.toMatchObject({ ok: false, error: 'Csrf' })
})

test('a code is sent only when there is one', async () => {
  serve(200, '/home')
  await signIn({ ...credentials, totp: '123456' })
  await signIn({ ...credentials, totp: undefined })
  expect(posted.map(({ form }) => form['totp'])).toEqual(['123456', undefined])
})

test('signing out posts the form of the protocol', async () => {
  serve(200, '/')
  await signOut()
  expect(posted[0]).toMatchObject({ path: '/api/auth/signout', form: { csrfToken: 'c-1', json: 'true' } })
})

test('signing out fails when the server is unavailable or refuses the form token', async () => {
  serve(503, '/')
  await expect(signOut()).rejects.toThrow('503')
  serve(200, '/api/auth/signin?csrf=true')
  await expect(signOut()).rejects.toThrow('200')
})

const send = (key: string, newValue: string) => dispatchEvent(new StorageEvent('storage', { key, newValue }))

test('only a session message of another tab reloads the session', () => {
  const changed = vi.fn<() => void>()
  onOtherTabs(changed)
  send('other', '{"event":"session"}')
  send(sessionEventKey, 'not json')
  send(sessionEventKey, '{"event":"other"}')
  expect(changed).not.toHaveBeenCalled()
  send(sessionEventKey, '{"event":"session"}')
  expect(changed).toHaveBeenCalledOnce()
})
