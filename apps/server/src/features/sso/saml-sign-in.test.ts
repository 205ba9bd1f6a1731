import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assertionOf,
  newSamlProvider,
  posted,
  requestIn,
  signed,
  type SamlAnswer,
} from '../../../test/outside/fake-saml.ts'
import { newCompany, newUser, useWorld, type TestCompany } from '../../../test/harness.ts'
import { errorIn, newDomain, serverWithOrigin, serviceUrl, setSso, startSignIn } from '../../../test/outside/sso.ts'
import { newVisitor, portalOrigin, type Visitor } from '../../../test/visitor.ts'

const world = useWorld()
const idp = newSamlProvider()
let server: FastifyInstance
beforeAll(async () => {
  server = await serverWithOrigin()
})
afterAll(() => server.close())

async function companyWithSaml(): Promise<{ company: TestCompany; domain: string }> {
  const [company, domain] = [await newCompany(), newDomain()]
  const input = {
    protocol: 'saml',
    entryPoint: 'https://idp.example/sso',
    idpCert: idp.cert,
    domains: [domain],
  } as const
  expect((await setSso(company, { ...input, domains: [domain] })).status).toBe(200)
  return { company, domain }
}

interface Started {
  visitor: Visitor
  answer: SamlAnswer
  company: TestCompany
}

/** A sign-in that was redirected to the provider, and the response of a correct provider. */
async function start(): Promise<Started> {
  const { company, domain } = await companyWithSaml()
  const email = `person@${domain}`
  const { visitor, url } = await startSignIn(server, email)
  return { visitor, company, answer: { requestId: requestIn(url).id, email, serviceUrl } }
}

const post = (visitor: Visitor, SAMLResponse: string) =>
  visitor.post('/api/auth/callback/sso', { form: { SAMLResponse, RelayState: '' } })

/** Posts the response and returns the error; checks that no one is signed in after a refusal. */
async function outcome(visitor: Visitor, response: string): Promise<string | null> {
  const error = errorIn(await post(visitor, response))
  const { body } = await visitor.get('/api/auth/session')
  expect('user' in body).toBe(error === null)
  return error
}

test('a user is redirected to the provider with our request and returns signed in', async () => {
  const { domain, company } = await companyWithSaml()
  const { visitor, url } = await startSignIn(server, `person@${domain}`)
  expect(url).toMatch(/^https:\/\/idp\.example\/sso\?SAMLRequest=/)
  const request = requestIn(url)
  expect(request.xml).toContain(`AssertionConsumerServiceURL="${serviceUrl}"`)
  const answer = { requestId: request.id, email: `person@${domain}`, serviceUrl }
  const back = await post(visitor, posted(signed(idp, assertionOf(answer)), answer))
  expect(back).toMatchObject({ status: 302, headers: { location: `${portalOrigin}/threats` } })
  const { user } = (await visitor.get('/api/auth/session')).body as { user: object }
  expect(user).toMatchObject({ role: 'clientPeeker', company: company.key, name: 'Robin Example' })
})

test('an answer counts once, also when the browser keeps its cookie and a new request is made', async () => {
  const { visitor, answer } = await start()
  const kept = new Map(visitor.cookies)
  const assertion = assertionOf({ ...answer, assertionId: `_${randomUUID()}` })
  const response = posted(signed(idp, assertion), answer)
  expect(await outcome(visitor, response)).toBeNull()
  const replayer = newVisitor(server)
  for (const [name, value] of kept) replayer.cookies.set(name, value)
  expect(await outcome(replayer, response)).toBe('OAuthCallback')
  expect(await outcome(newVisitor(server), response)).toBe('OAuthCallback')
})

describe('an answer is refused', () => {
  const other = newSamlProvider()
  test.each<[string, (answer: SamlAnswer) => string]>([
    ['that is not signed', (a) => posted(assertionOf(a), a)],
    ['signed by another', (a) => posted(signed(other, assertionOf(a)), a)],
    ['signed with SHA-1', (a) => posted(signed(idp, assertionOf(a), 'sha1'), a)],
    ['changed after it was signed', (a) => posted(signed(idp, assertionOf(a)).replace('Robin', 'Robyn'), a)],
    ['for another audience', (a) => posted(signed(idp, assertionOf({ ...a, audience: 'https://evil.example' })), a)],
    ['for another recipient', (a) => posted(signed(idp, assertionOf({ ...a, recipient: 'https://evil.example' })), a)],
    ['to another request', (a) => posted(signed(idp, assertionOf({ ...a, inResponseTo: '_other' })), a)],
    ['in an envelope to another request', (a) => posted(signed(idp, assertionOf(a)), { ...a, requestId: '_other' })],
    [
      'to no request, in an envelope that claims one',
      (a) => posted(signed(idp, assertionOf(a).replace(/InResponseTo="[^"]*" /, '')), a),
    ],
    [
      'that has expired',
      (a) => posted(signed(idp, assertionOf({ ...a, validUntil: new Date(Date.now() - 120_000) })), a),
    ],
    [
      'that asks for a key the bearer must hold',
      (a) => posted(signed(idp, assertionOf({ ...a, method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' })), a),
    ],
    ['with a DTD', (a) => posted(signed(idp, assertionOf(a)), a, '<!DOCTYPE x [<!ENTITY e "x">]>')],
    ['that is no XML', () => Buffer.from('no xml').toString('base64')],
    ['that is nothing', () => ''],
    [
      'that wraps a signed assertion behind a forged one',
      (a) => posted(assertionOf({ ...a, email: `forged@${a.email.split('@')[1]}` }) + signed(idp, assertionOf(a)), a),
    ],
    [
      'that hides the signed assertion inside a forged one',
      (a) => {
        const forged = assertionOf({ ...a, email: `forged@${a.email.split('@')[1]}` })
        return posted(forged.replace('</saml:Issuer>', `</saml:Issuer>${signed(idp, assertionOf(a))}`), a)
      },
    ],
    [
      'that moves the signature to a forged one with the same id',
      (a) => {
        const good = signed(idp, assertionOf({ ...a, assertionId: '_same' }))
        const signature = /<Signature.*<\/Signature>/s.exec(good)?.[0] ?? ''
        const forged = assertionOf({ ...a, assertionId: '_same', email: `forged@${a.email.split('@')[1]}` })
        return posted(forged.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + `<x>${good}</x>`, a)
      },
    ],
  ])('%s', async (_what, make) => {
    const { visitor, answer } = await start()
    expect(await outcome(visitor, make(answer))).toBe('OAuthCallback')
    const { rows } = await world().database.pool.query('select from users where email like $1', [
      `%@${answer.email.split('@')[1]}`,
    ])
    expect(rows).toHaveLength(0)
  })

  test('for another domain, a staff user, or a disabled user', async () => {
    const elsewhere = await start()
    const foreign = { ...elsewhere.answer, email: 'person@elsewhere.example' }
    expect(await outcome(elsewhere.visitor, posted(signed(idp, assertionOf(foreign)), foreign))).toBe('AccessDenied')
    for (const change of [`role = 'admin'`, 'is_active = false']) {
      const { visitor, answer, company } = await start()
      const user = await newUser('client', company)
      await world().database.pool.query(`update users set email = $1, ${change} where id = $2`, [answer.email, user.id])
      expect(await outcome(visitor, posted(signed(idp, assertionOf(answer)), answer))).toBe('AccessDenied')
    }
  })

  test('in a browser without a request, or with an OpenID Connect request', async () => {
    const { answer, visitor } = await start()
    const response = posted(signed(idp, assertionOf(answer)), answer)
    expect(await outcome(newVisitor(server), response)).toBe('OAuthCallback')
    expect(errorIn(await visitor.get('/api/auth/callback/sso?code=a&state=b'))).toBe('OAuthCallback')
  })
})

test('on https the state goes with a post from elsewhere, and only over https', async () => {
  const { domain } = await companyWithSaml()
  const { buildServer } = await import('../../http/build-server.ts')
  const { openLog } = await import('../../log.ts')
  const { database, queue, files, keys, secrets } = world()
  const parts = { database, queue, files, keys, secrets, log: openLog('silent'), publicOrigin: 'https://portal.test' }
  const secure = await buildServer(parts, 'test', null)
  const visitor = newVisitor(secure)
  const form = { csrfToken: await visitor.csrfToken(), callbackUrl: '/', json: 'true', email: `a@${domain}` }
  const { cookies } = await visitor.post('/api/auth/signin/sso', { form })
  expect(cookies.find(({ name }) => name === '__Secure-signet.sso-state')).toMatchObject({
    httpOnly: true,
    secure: true,
    sameSite: 'None',
    path: '/api/auth/callback/sso',
  })
  await secure.close()
})
