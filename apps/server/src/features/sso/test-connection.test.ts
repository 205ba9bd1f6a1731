import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSso, testSso, type SsoInput, type SsoSettings } from '@signet/contract/access/sso'
import { newCompany, newUser, refusal, useWorld, type TestCompany } from '../../../test/harness.ts'
import { clientId, clientSecret, startOidcProvider, type FakeOidc } from '../../../test/outside/fake-oidc.ts'
import { newSamlProvider } from '../../../test/outside/fake-saml.ts'
import { newDomain, serverWithOrigin, serviceUrl, setSso } from '../../../test/outside/sso.ts'

const world = useWorld()
let idp: FakeOidc
let page: http.Server
let pageUrl: string
let server: FastifyInstance
/** What the token endpoint of a provider at `/strange` answers. */
const reply = { status: 400, type: 'application/json', body: '' }

beforeAll(async () => {
  idp = await startOidcProvider(serviceUrl)
  page = http.createServer((request, response) => {
    if (request.url?.startsWith('/strange/')) return answerStrangely(request.url, response)
    const isDiscovery = request.url === '/.well-known/openid-configuration'
    response.statusCode = isDiscovery ? 200 : request.url === '/sso' ? 400 : 404
    response.setHeader('content-type', isDiscovery ? 'application/json' : 'text/html')
    response.end(isDiscovery ? JSON.stringify({ issuer: pageUrl, jwks_uri: `${pageUrl}/keys` }) : 'A page')
  })
  await new Promise<void>((resolve) => {
    page.listen(0, '127.0.0.1', resolve)
  })
  const address = `127.0.0.1:${(page.address() as AddressInfo).port}`
  pageUrl = `http://${address}`
  server = await serverWithOrigin([idp.address, address])
})
afterAll(async () => {
  page.close()
  await server.close()
})

function answerStrangely(url: string, response: http.ServerResponse): void {
  const issuer = `${pageUrl}/strange`
  const known = {
    '/strange/.well-known/openid-configuration': {
      issuer,
      jwks_uri: `${issuer}/keys`,
      token_endpoint: `${issuer}/token`,
    },
    '/strange/keys': { keys: [{ kty: 'RSA', e: 'AQAB', n: 'AQAB' }] },
  }
  const found = Object.entries(known).find(([path]) => path === url)?.[1]
  response.writeHead(found ? 200 : reply.status, { 'content-type': found ? 'application/json' : reply.type })
  response.end(found ? JSON.stringify(found) : reply.body)
}

async function ask(company: TestCompany, { method, path }: typeof testSso | typeof getSso) {
  const { accessToken } = await newUser('superAdmin', company)
  const answer = await server.inject({
    method,
    url: `/api/rest${path.replace('{company}', company.key)}`,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return { status: answer.statusCode, body: answer.json<unknown>() }
}

async function tested(input: Partial<SsoInput>) {
  const company = await newCompany()
  expect((await setSso(company, { domains: [newDomain()], ...input })).status).toBe(200)
  const answer = await ask(company, testSso)
  expect(answer.status).toBe(200)
  return (answer.body as { check: string; problem: { reason: string } | null }[]).map(({ check, problem }) => [
    check,
    problem?.reason ?? null,
  ])
}
const oidc = (more: object = {}) => ({ protocol: 'oidc' as const, issuer: idp.issuer, clientId, clientSecret, ...more })

test('the test of an OpenID provider reads its configuration and keys, and tries the client', async () => {
  expect(await tested(oidc())).toEqual([
    ['discovery', null],
    ['keys', null],
    ['client', null],
  ])
})

test('a wrong secret is found without a sign-in', async () => {
  expect(await tested(oidc({ clientSecret: 'wrong' }))).toEqual([
    ['discovery', null],
    ['keys', null],
    ['client', 'CLIENT_NOT_ACCEPTED'],
  ])
})

test.each([
  [
    'the code of another provider for an unknown client',
    400,
    'application/json',
    '{"error":"unauthorized_client"}',
    'CLIENT_NOT_ACCEPTED',
  ],
  ['another one for a wrong secret', 403, 'application/json', '{"error":"access_denied"}', 'CLIENT_NOT_ACCEPTED'],
  ['an error page', 502, 'text/html', '<h1>Bad gateway</h1>', 'API_ANSWER_CHANGED'],
  ['JSON without an error', 400, 'application/json', '{"message":"no"}', 'API_ANSWER_CHANGED'],
  ['that the code does not exist', 400, 'application/json', '{"error":"invalid_grant"}', null],
])(
  'of what a provider answers to the client, only an unknown code passes: %s',
  async (_, status, type, body, problem) => {
    Object.assign(reply, { status, type, body })
    expect(await tested(oidc({ issuer: `${pageUrl}/strange` }))).toEqual([
      ['discovery', null],
      ['keys', null],
      ['client', problem],
    ])
  },
)

test('a provider that does not answer or names another issuer fails at the first check', async () => {
  expect(await tested(oidc({ issuer: 'http://127.0.0.1:9' }))).toEqual([['discovery', 'PORT_NOT_FETCHED']])
  expect(await tested(oidc({ issuer: `${idp.issuer}/another` }))).toEqual([['discovery', 'DISCOVERY_INVALID']])
})

test('a provider without keys fails at them', async () => {
  expect(await tested(oidc({ issuer: pageUrl }))).toEqual([
    ['discovery', null],
    ['keys', 'DISCOVERY_WITHOUT_KEYS'],
  ])
})

test('a certificate that has expired since it was saved fails the test', async () => {
  const company = await newCompany()
  const { cert } = newSamlProvider()
  await setSso(company, { protocol: 'saml', entryPoint: `${pageUrl}/sso`, idpCert: cert, domains: [newDomain()] })
  const expired = newSamlProvider(new Date('2020-01-01T00:00:00Z')).cert
  await world().database.pool.query('update sso_settings set idp_cert = $1 where company_id = $2', [
    expired,
    company.id,
  ])
  expect((await ask(company, testSso)).body).toMatchObject([
    { check: 'certificate', problem: { reason: 'PROVIDER_CERTIFICATE_EXPIRED' } },
  ])
})

test('the test of a SAML provider checks its certificate and its sign-in page', async () => {
  const { cert } = newSamlProvider()
  expect(await tested({ protocol: 'saml', entryPoint: `${pageUrl}/sso`, idpCert: cert })).toEqual([
    ['certificate', null],
    ['signInPage', null],
  ])
  expect(await tested({ protocol: 'saml', entryPoint: `${pageUrl}/gone`, idpCert: cert })).toEqual([
    ['certificate', null],
    ['signInPage', 'SERVER_STATUS_UNEXPECTED'],
  ])
})

test('a company whose users sign in with passwords has nothing to test', async () => {
  expect(await ask(await newCompany(), testSso)).toMatchObject(refusal('SSO_NOT_SET_UP'))
})

test('our metadata names the entity ID and the assertion consumer service, and the settings say where it is', async () => {
  const company = await newCompany()
  const { cert } = newSamlProvider(new Date('2031-05-01T10:00:00Z'))
  await setSso(company, { protocol: 'saml', entryPoint: `${pageUrl}/sso`, idpCert: cert, domains: [newDomain()] })
  const { metadataUrl, idpCertExpiresAt } = (await ask(company, getSso)).body as SsoSettings
  expect(idpCertExpiresAt).toBe('2031-05-01T10:00:00.000Z')
  const answer = await server.inject({ method: 'GET', url: new URL(metadataUrl).pathname })
  expect(answer.headers['content-type']).toContain('application/samlmetadata+xml')
  expect(answer.body).toContain(`entityID="${serviceUrl}"`)
  expect(answer.body).toMatch(new RegExp(`AssertionConsumerService [^>]*Location="${serviceUrl}"`))
})

test('no transaction stays open while the provider is asked', async () => {
  let isFree = false
  const transactions = `select query from pg_stat_activity
    where datname = current_database() and state = 'idle in transaction' and pid <> pg_backend_pid()`
  const open = async () => (await world().database.pool.query(transactions)).rowCount
  const fail = async (response: http.ServerResponse) => {
    // Other work of the server begins and ends its own; that of the call would stay.
    await expect.poll(open, { timeout: 5000 }).toBe(0)
    isFree = true
    response.statusCode = 500
    response.end()
  }
  const waiting = http.createServer((_, response) => void fail(response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => {
    waiting.listen(0, '127.0.0.1', resolve)
  })
  const address = `127.0.0.1:${(waiting.address() as AddressInfo).port}`
  const own = await serverWithOrigin([address])
  const company = await newCompany()
  await setSso(company, { domains: [newDomain()], ...oidc({ issuer: `http://${address}` }) })
  const { accessToken } = await newUser('superAdmin', company)
  const answer = await own.inject({
    method: testSso.method,
    url: `/api/rest${testSso.path.replace('{company}', company.key)}`,
    headers: { authorization: `Bearer ${accessToken}` },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([200, [{ check: 'discovery' }]])
  expect(isFree).toBe(true)
  waiting.close()
  await own.close()
})
