import { describe, expect, test } from 'vitest'
import { newCompany, newUser, refusal, testPassword, useWorld } from '../../../../test/harness.ts'
import { newVisitor, portalOrigin } from '../../../../test/visitor.ts'

const world = useWorld()
const visit = () => newVisitor(world().server)

async function landingOf(callbackUrl: string) {
  const user = await newUser('client', await newCompany())
  return visit().signIn(user.email, testPassword, { callbackUrl })
}

describe('after sign-in', () => {
  test.each([
    ['/threats/Domain?id=1#top', '/threats/Domain?id=1#top'],
    ['takedown', '/takedown'],
    ['?x=1', '/?x=1'],
    ['', '/'],
    [`${portalOrigin}/reports`, '/reports'],
  ])('a person goes on to %s of the portal', async (callbackUrl, path) => {
    expect((await landingOf(callbackUrl)).body).toEqual({ url: `${portalOrigin}${path}` })
  })

  test.each([
    'https://evil.example/home',
    'http://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    ' //evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'http://portal.test.evil.example',
    'http://portal.test@evil.example/',
    'http://portal.test:8080/',
    'https://portal.test/',
    'http://[broken',
  ])('a person never lands outside the portal with callbackUrl %j', async (callbackUrl) => {
    const answer = await landingOf(callbackUrl)
    expect(answer).toMatchObject({ status: 200, body: { url: `${portalOrigin}/` } })
  })

  test.each(['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)', 'data:text/html,x', 'file:///etc'])(
    'an address of another scheme is refused: %j',
    async (callbackUrl) => {
      const answer = await landingOf(callbackUrl)
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_CALLBACK_URL_ERROR' }, cookies: [] })
      expect(answer.text).not.toContain('alert')
    },
  )
})

describe('the pages that only redirect', () => {
  test('sign-in leads to the start page with its error and a checked address', async () => {
    const answer = await visit().get('/api/auth/signin?error=SessionRequired&callbackUrl=%2F%2Fevil.example')
    expect(answer.status).toBe(302)
    const target = new URL(answer.headers['location'] as string)
    expect(target.origin + target.pathname).toBe(`${portalOrigin}/`)
    expect(Object.fromEntries(target.searchParams)).toEqual({
      error: 'SessionRequired',
      callbackUrl: `${portalOrigin}/`,
    })
  })

  test('a refused sign-in goes back to the form, another error to its own page', async () => {
    const back = await visit().get('/api/auth/error?error=CredentialsSignin&provider=credentials')
    expect(back.headers['location']).toBe(`${portalOrigin}/?error=CredentialsSignin`)
    const own = await visit().get('/api/auth/error?error=Configuration')
    expect(own.headers['location']).toBe(`${portalOrigin}/auth/error?error=Configuration`)
  })

  test('an error that is no plain word is dropped, and another scheme is refused', async () => {
    const answer = await visit().get('/api/auth/error?error=%3Cscript%3E')
    expect(answer.headers['location']).toBe(`${portalOrigin}/auth/error`)
    const refused = await visit().get('/api/auth/signin?callbackUrl=javascript:alert(1)')
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_CALLBACK_URL_ERROR' } })
  })

  test('a request whose Host header is no host is refused, not failed', async () => {
    const answer = await visit().get('/api/auth/signin', { host: 'not a host' })
    expect(answer).toMatchObject(refusal('HOST_HEADER_INVALID'))
  })
})
