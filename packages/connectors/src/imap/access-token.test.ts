import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  fakeRefreshToken,
  fakeTokenClient,
  startFakeTokenServer,
  type FakeTokenServer,
} from '../../test/fake-token-server.ts'
import { requestToken, type TokenClient } from './access-token.ts'

let server: FakeTokenServer
beforeEach(async () => {
  server = await startFakeTokenServer()
})
afterEach(() => server.close())

const request = (client: Partial<TokenClient> = {}, signal?: AbortSignal) =>
  requestToken(
    { tokenUrl: server.url, ...fakeTokenClient, refreshToken: null, ...client },
    { allowAddress: [server.address], ...(signal ? { signal } : {}) },
  )
const answer = (body: unknown, status = 200, headers = {}) =>
  server.answers.push({ status, body: typeof body === 'string' ? body : JSON.stringify(body), headers })

test('requests a token for the client itself, and keeps it until a minute before it expires', async () => {
  const before = Date.now()
  const token = await request()
  expect(token).toMatchObject({ value: 'token-1', refreshToken: null })
  expect(token.reuseUntil - before).toBeGreaterThanOrEqual(3539_000)
  expect(token.reuseUntil - Date.now()).toBeLessThanOrEqual(3539_000)
  expect(server.requests).toEqual([
    {
      grant_type: 'client_credentials',
      client_id: fakeTokenClient.clientId,
      client_secret: fakeTokenClient.clientSecret,
      scope: fakeTokenClient.scope,
    },
  ])
})

test('requests a token for the owner of the mailbox, and returns the next refresh token', async () => {
  expect(await request({ refreshToken: fakeRefreshToken, scope: '' })).toMatchObject({ refreshToken: 'refresh-1' })
  expect(server.requests).toMatchObject([{ grant_type: 'refresh_token', refresh_token: fakeRefreshToken }])
  expect(server.requests[0]).not.toHaveProperty('scope')
  await expect(request({ refreshToken: fakeRefreshToken })).rejects.toMatchObject({
    parameters: { reply: 'invalid_grant: Token has been revoked.' },
  })
})

test('says who the client is in the way that the server takes', async () => {
  answer({ access_token: 'token-1', token_type: 'bearer', expires_in: 60 })
  await request({ authentication: 'header' })
  answer({ access_token: 'token-2', token_type: 'Bearer', expires_in: 60 })
  await request({ authentication: 'clientKey' })
  const { scope, clientId, clientSecret } = fakeTokenClient
  expect(server.requests).toEqual([
    { grant_type: 'client_credentials', scope },
    { grant_type: 'client_credentials', scope, client_key: clientId, client_secret: clientSecret },
  ])
})

test('says why no token is issued, without the secret', async () => {
  const refused = await request({ clientSecret: 'a wrong secret' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    reason: 'TOKEN_REFUSED',
    kind: 'unauthorised',
    parameters: { host: server.address, reply: 'invalid_client: Invalid client secret provided: …' },
  })
})

test.each([
  ['text', 'a sign-in page'],
  ['nothing', ''],
  ['no record', [1]],
  ['no token', { token_type: 'Bearer', expires_in: 3599 }],
  ['another type', { token_type: 'mac', access_token: 'token' }],
  ['two lines', { token_type: 'Bearer', access_token: 'token\r\nA1 LOGOUT' }],
])('refuses an answer that is no token: %s', async (_, body) => {
  answer(body)
  await expect(request()).rejects.toMatchObject({ reason: 'TOKEN_INVALID', parameters: { host: server.address } })
})

test.each([
  [{ expires_in: '3599' }, true],
  [{ expires_in: 0 }, false],
  [{ expires_in: 'soon' }, false],
  [{}, false],
])('uses a token again only as long as the server says: %j', async (more, isReused) => {
  answer({ token_type: 'bearer', access_token: 'token', ...more })
  const { value, reuseUntil } = await request()
  expect({ value, isReused: reuseUntil > Date.now() }).toEqual({ value: 'token', isReused })
})

test('tries later when the server is busy, fails or moved', async () => {
  answer({ error: 'temporarily_unavailable' }, 503, { 'retry-after': '120' })
  await expect(request()).rejects.toMatchObject({ reason: 'SERVER_THROTTLES', retryAt: expect.any(Date) })
  answer({ error: 'slow_down' }, 429)
  await expect(request()).rejects.toMatchObject({ reason: 'SERVER_THROTTLES' })
  answer('oops', 500)
  await expect(request()).rejects.toMatchObject({ reason: 'SERVER_FAILS' })
  answer('', 307, { location: server.url })
  await expect(request()).rejects.toMatchObject({ reason: 'SERVER_STATUS_UNEXPECTED' })
  expect(server.requests).toHaveLength(4)
})

test('does not wait for an answer that never ends', async () => {
  server.answers.push(null)
  await expect(request({}, AbortSignal.timeout(300))).rejects.toMatchObject({
    reason: 'SERVER_UNREACHABLE',
    parameters: { code: 'timeout' },
  })
})

test('sends the secret to no address that is not public', async () => {
  const client = { tokenUrl: server.url, ...fakeTokenClient, refreshToken: null }
  await expect(requestToken(client, {})).rejects.toMatchObject({ kind: 'refused' })
  expect(server.requests).toEqual([])
})
