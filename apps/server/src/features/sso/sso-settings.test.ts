import { beforeAll, describe, expect, test } from 'vitest'
import { getSso, putSso } from '@signet/contract/access/sso'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { newSamlProvider } from '../../../test/outside/fake-saml.ts'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { newDomain } from '../../../test/outside/sso.ts'

const world = useWorld()
let superAdmin: TestUser
beforeAll(async () => {
  superAdmin = await newUser('superAdmin', await newCompany())
})

const oidc = () => ({
  protocol: 'oidc',
  issuer: 'https://idp.example',
  clientId: 'signet',
  clientSecret: 'planted secret of a client',
  domains: [newDomain()],
  enforced: false,
  version: 0,
})
const put = (company: TestCompany, body: object) => send(superAdmin, putSso, { params: { company: company.key }, body })
const get = (company: TestCompany) => send(superAdmin, getSso, { params: { company: company.key } })

test('the settings of a company are returned without their secret, and as empty if there are none', async () => {
  const company = await newCompany()
  expect((await get(company)).body).toMatchObject({ protocol: null, domains: [], enforced: false, version: 0 })
  const body = oidc()
  const set = await put(company, body)
  expect(set).toMatchObject({ status: 200, body: { issuer: 'https://idp.example', hasClientSecret: true, version: 1 } })
  expect((await get(company)).body).toEqual(set.body)
  expect(JSON.stringify(set.body)).not.toContain('planted')
  const { rows } = await world().database.pool.query<{ all: string }>(
    `select concat((select json_agg(s) from sso_settings s), (select json_agg(a) from audit a)) as all`,
  )
  expect(rows[0]?.all).toContain('idp.example')
  expect(rows[0]?.all).not.toContain('planted')
  expect(rows[0]?.all).not.toContain(Buffer.from('planted').toString('hex'))
})

test('settings are changed by version, keep their secret, and can be taken away', async () => {
  const company = await newCompany()
  const { clientSecret: _, ...body } = oidc()
  await put(company, { ...body, clientSecret: 'x' })
  expect(await put(company, { ...body, enforced: true })).toMatchObject(refusal('STALE_VERSION'))
  expect((await put(company, { ...body, enforced: true, version: 1 })).body).toMatchObject({
    enforced: true,
    version: 2,
  })
  // A secret isn't sent to another issuer.
  const moved = await put(company, { ...body, issuer: 'https://other.example', version: 2 })
  expect(moved).toMatchObject(refusal('CLIENT_SECRET_NEEDED', 'body.clientSecret'))
  const none = { protocol: null, domains: [], enforced: false, version: 2 }
  expect((await put(company, none)).body).toMatchObject({ protocol: null, domains: [], version: 0 })
  expect((await put(await newCompany(), { ...body, clientSecret: 'x' })).status).toBe(200)
})

test('a mail domain leads to one company', async () => {
  const body = oidc()
  const [first, second] = [await newCompany(), await newCompany()]
  await put(first, body)
  const taken = await put(second, { ...body, domains: [newDomain(), body.domains[0]?.toUpperCase()] })
  expect(taken).toMatchObject(refusal('DOMAIN_OF_OTHER_COMPANY', 'body.domains.1'))
  expect((await put(first, { ...body, domains: [body.domains[0], body.domains[0]], version: 1 })).body.domains).toEqual(
    body.domains,
  )
})

describe('a field that is refused is named', () => {
  test.each<[object, string, ErrorReason]>([
    [{ issuer: undefined }, 'issuer', 'REQUIRED'],
    [{ issuer: 'http://idp.example' }, 'issuer', 'NOT_HTTPS'],
    [{ issuer: 'https://user:pass@idp.example' }, 'issuer', 'ADDRESS_NOT_PLAIN'],
    [{ issuer: 'javascript:alert(1)' }, 'issuer', 'NOT_HTTPS'],
    [{ issuer: 'no address' }, 'issuer', 'NOT_A_WEB_ADDRESS'],
    [{ clientSecret: undefined }, 'clientSecret', 'CLIENT_SECRET_NEEDED'],
    [{ clientId: undefined }, 'clientId', 'REQUIRED'],
    [{ domains: [] }, 'domains', 'REQUIRED'],
    [{ domains: ['not a domain'] }, 'domains.0', 'NOT_A_MAIL_DOMAIN'],
    [{ domains: ['localhost'] }, 'domains.0', 'NOT_A_MAIL_DOMAIN'],
    [{ entryPoint: 'https://idp.example' }, 'entryPoint', 'NOT_FOR_PROTOCOL'],
    [{ protocol: 'ldap' }, 'protocol', 'NOT_AN_OPTION'],
    [{ role: 'superAdmin' }, 'role', 'UNKNOWN_FIELD'],
    [{ protocol: null }, 'domains', 'NOT_WITHOUT_PROTOCOL'],
  ])('%j', async (change, path, reason) => {
    const answer = await put(await newCompany(), { ...oidc(), ...change })
    expect(answer).toMatchObject(refusal(reason, `body.${path}`))
  })

  test.each([
    ['no certificate', 'NOT_A_CERTIFICATE'],
    [Buffer.from('nothing').toString('base64'), 'NOT_A_CERTIFICATE'],
    [newSamlProvider(new Date(Date.now() - 1000)).cert, 'CERTIFICATE_EXPIRED'],
  ] as const)('a certificate: %s is %s', async (idpCert, reason) => {
    const { domains, enforced, version } = oidc()
    const body = { protocol: 'saml', entryPoint: 'https://idp.example/sso', idpCert, domains, enforced, version }
    expect(await put(await newCompany(), body)).toMatchObject(refusal(reason, 'body.idpCert'))
  })
})
