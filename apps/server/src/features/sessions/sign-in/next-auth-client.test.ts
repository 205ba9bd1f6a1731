import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newCompany, newUser, testPassword, useWorld } from '../../../../test/harness.ts'

/*
 * The published client library of next-auth v4, against a listening server. It gets what a browser provides: a window, a document, storage,
 * and a fetch that resolves against the page and stores cookies.
 */

const world = useWorld()
let origin: string
const cookies = new Map<string, string>()
const realFetch = globalThis.fetch

const browserFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
  const url = new URL(input instanceof Request ? input.url : String(input), origin)
  const answer = await realFetch(url, { ...init, headers })
  for (const line of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }
  return answer
}

beforeAll(async () => {
  await world().server.listen({ port: 0, host: '127.0.0.1' })
  origin = `http://127.0.0.1:${(world().server.server.address() as AddressInfo).port}`
  const storage = new Map<string, string>()
  vi.stubGlobal('window', {
    location: { href: `${origin}/`, origin, hash: '', reload: () => undefined },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('document', { addEventListener: () => undefined, removeEventListener: () => undefined })
  vi.stubGlobal('localStorage', { setItem: (key: string, value: string) => storage.set(key, value) })
  vi.stubGlobal('fetch', browserFetch)
})
afterAll(() => vi.unstubAllGlobals())

test('an unmodified next-auth v4 client signs in, reads the session and signs out', async () => {
  const { getCsrfToken, getProviders, getSession, signIn, signOut } = await import('next-auth/react')
  const user = await newUser('client', await newCompany())
  expect(await getSession()).toBeNull()
  expect(await getProviders()).toMatchObject({
    credentials: { id: 'credentials', type: 'credentials', callbackUrl: `${origin}/api/auth/callback/credentials` },
  })
  const token = await getCsrfToken()
  expect(token).toMatch(/^[0-9a-f]{64}$/)
  expect(await getCsrfToken()).toBe(token)

  const credentials = { email: user.email, redirect: false as const, callbackUrl: `${origin}/home` }
  const refused = await signIn('credentials', { ...credentials, password: 'not the password' })
  expect(refused).toEqual({ error: 'CredentialsSignin', status: 401, ok: false, url: null })
  expect(await getSession()).toBeNull()

  const answer = await signIn('credentials', { ...credentials, password: testPassword })
  expect(answer).toEqual({ error: null, status: 200, ok: true, url: `${origin}/home` })
  expect(await getSession()).toMatchObject({ user: { id: user.id, email: user.email, role: 'client' } })

  expect(await signOut({ redirect: false, callbackUrl: `${origin}/` })).toEqual({ url: `${origin}/` })
  expect(await getSession()).toBeNull()
})
