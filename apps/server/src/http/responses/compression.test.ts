import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { definitions } from '@signet/contract'
import { revealLeak } from '@signet/contract/leaks/leaks'
import { listCaughtMails } from '@signet/contract/messages/mail'
import type { AnyRoute } from '@signet/contract/route'
import { addBookmark, getThreat, listAllThreats } from '@signet/contract/threats/threats'
import { withAuthenticatorApp } from '../../../test/outside/authenticator-app.ts'
import { codeOf } from '../../../test/outside/authenticator.ts'
import {
  anotherServer,
  newCompany,
  newThreat,
  newUser,
  send,
  testPassword,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { aLeak, newLeaks } from '../../../test/leak-makers.ts'
import { call as callScim, newPerson, provider } from '../../../test/outside/scim.ts'
import { newVisitor } from '../../../test/visitor.ts'
import { insertEvidence } from '../../features/evidence/evidence.queries.ts'
import { publishEvent } from '../../features/notifications/live-events.queries.ts'

const world = useWorld()
const anyEncoding = 'zstd, br, gzip, deflate'
const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
const listUrl = `/api/rest${listAllThreats.path}`

let company: TestCompany
let client: TestUser
let threatId: string

beforeAll(async () => {
  company = await newCompany({ modules: { leaks: true } })
  client = await newUser('client', company)
  threatId = (await newThreat(company)).id
  // Above the size from which answers are streamed through the compressor.
  for (let count = 0; count < 200; count += 1) await newThreat(company, { name: longName(count) })
})

/** A name unlike any other, so that a list of them is long. */
const longName = (count: number) => `${count}-${'look-alike-of-a-brand-'.repeat(20)}.example`

const urlOf = ({ path: template }: AnyRoute) =>
  `/api/rest${template.replace('{company}', company.key).replace(/\{\w+Id\}/, threatId)}`

interface Call {
  method?: 'GET' | 'HEAD' | 'POST'
  as?: TestUser | null
  accept?: string | undefined
  payload?: object | Buffer
  headers?: Record<string, string>
}

async function call(url: string, { method = 'GET', as = client, accept, payload, headers = {} }: Call = {}) {
  const {
    statusCode,
    headers: answered,
    rawPayload,
  } = await world().server.inject({
    method,
    url,
    headers: {
      ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
      ...(accept === undefined ? {} : { 'accept-encoding': accept }),
      ...headers,
    },
    ...(payload ? { payload } : {}),
  })
  const encoding = answered['content-encoding']
  return { status: statusCode, encoding, bytes: rawPayload, headers: answered }
}

describe('a list of threats', () => {
  test.each(['zstd', 'br', 'gzip'] as const)('goes out as %s to who takes it, and says the same', async (encoding) => {
    for (const query of ['?limit=5', '?limit=200']) {
      const plain = await call(`${listUrl}${query}`)
      const packed = await call(`${listUrl}${query}`, { accept: encoding })
      expect(plain.encoding).toBeUndefined()
      expect(packed.encoding).toBe(encoding)
      expect(packed.headers['content-type']).toBe(plain.headers['content-type'])
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 5)
      expect(decoders[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
      const length = packed.headers['content-length']
      if (length !== undefined) expect(Number(length)).toBe(packed.bytes.length)
    }
  })

  test.each<[string, string]>([
    ['zstd, br, gzip', 'zstd'],
    // If several are equally preferred, zstd: as small as br in a third of the time.
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['*', 'gzip'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0, zstd;q=0, gzip;q=0.1', 'gzip'],
    ['zstd ; q=0.0, br ; q=1', 'br'],
    ['br;q=0', 'plain'],
    ['*;q=0', 'plain'],
    ['identity', 'plain'],
    ['identity, gzip;q=0.5', 'plain'],
    ['deflate', 'plain'],
    ['no-such-encoding', 'plain'],
    ['', 'plain'],
    [';;q=,,', 'plain'],
  ])('asked for with "%s" is %s', async (accept, encoding) => {
    const answer = await call(listUrl, { accept })
    expect(answer.status).toBe(200)
    expect(answer.encoding ?? 'plain').toBe(encoding)
    // A cache must not return one encoding to a client that requested another.
    expect(String(answer.headers['vary']).toLowerCase()).toBe('accept-encoding')
  })

  test.each(['?limit=1', '?limit=200'])('has the same headers when only they are asked for (%s)', async (query) => {
    for (const accept of [undefined, 'br', 'gzip']) {
      const get = await call(`${listUrl}${query}`, { accept })
      const head = await call(`${listUrl}${query}`, { method: 'HEAD', accept })
      expect(head.bytes.length).toBe(0)
      expect(head.encoding).toBe(get.encoding)
      expect(head.headers['vary']).toBe(get.headers['vary'])
      expect(head.headers['content-length']).toBe(get.headers['content-length'])
    }
  })
})

describe('the size from which answers are compressed', () => {
  const decisions = '/api/rest/threats/triage'
  /** A refusal that names a field of the given length, so that its size can be chosen. */
  const refuse = (letters: number, accept?: string) =>
    call(decisions, { method: 'POST', payload: { ['x'.repeat(letters)]: 1 }, accept })

  test('is 1 KB, for problem documents as well', async () => {
    const base = await refuse(1)
    expect(base.status).toBe(400)
    expect(base.headers['content-type']).toContain('application/problem+json')
    // The field occurs as often in the answer as bytes are added by its second letter.
    const perLetter = (await refuse(2)).bytes.length - base.bytes.length
    const largestPlain = 1 + Math.floor((1023 - base.bytes.length) / perLetter)
    const below = await refuse(largestPlain, anyEncoding)
    expect(below.encoding).toBeUndefined()
    expect(below.bytes.length).toBeGreaterThan(1023 - perLetter)
    expect(below.bytes.length).toBeLessThan(1024)
    const above = await refuse(largestPlain + 1, anyEncoding)
    expect(above.encoding).toBe('zstd')
    expect(zstdDecompressSync(above.bytes).length).toBeGreaterThanOrEqual(1024)
    expect(above.headers['content-type']).toContain('application/problem+json')
  })

  test('is not reached by an answer without a body', async () => {
    const params = { source: 'Domain', threatId } as const
    const kept = await send(client, addBookmark, { params, headers: { 'accept-encoding': anyEncoding } })
    expect(kept.status).toBe(204)
    expect(kept.headers['content-encoding']).toBeUndefined()
  })
})

describe('an answer with a secret', () => {
  const secret = Object.entries(definitions).filter(([, { isSecret, isShownOnce }]) => isSecret || isShownOnce)

  test('is marked as one in the contract', () => {
    expect(secret.map(([name]) => name).toSorted()).toEqual([
      'addApiKey',
      'addScimToken',
      'confirmTotp',
      'copyLeakNames',
      'listCaughtMails',
      'revealLeak',
      'startTotp',
    ])
  })

  test.each(secret.filter(([, { body }]) => body !== undefined))('is never compressed: %s', async (_name, route) => {
    const superAdmin = await newUser('superAdmin', company)
    const payload = { ['x'.repeat(4096)]: 1 }
    const answer = await call(urlOf(route), { method: 'POST', as: superAdmin, payload, accept: anyEncoding })
    expect(answer.status).toBe(400)
    expect(answer.bytes.length).toBeGreaterThan(4096)
    expect(answer.encoding).toBeUndefined()
  })

  test('such as a shown password is not compressed', async () => {
    const password = 'one of very many letters '.repeat(200).trim()
    const [leakId] = (await newLeaks(world(), company, [aLeak({ password })])) as [string]
    const app = await withAuthenticatorApp(client)
    const answer = await send(client, revealLeak, {
      params: { leakId },
      body: { totp: codeOf(app.secret) },
      headers: { 'accept-encoding': anyEncoding },
    })
    expect(answer.body.password).toBe(password)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  test('such as mails with links to a new password is not compressed', async () => {
    const superAdmin = await newUser('superAdmin', company)
    await world().database.pool.query(
      `insert into caught_mails (company_id, id, mail_id, from_text, to_text, subject, text, html, raw)
       values ($1, gen_random_uuid(), gen_random_uuid(), 'a', 'b', 'c', $2, '', '')`,
      [company.id, 'A link. '.repeat(500)],
    )
    const answer = await call(`/api/rest${listCaughtMails.path}`, { as: superAdmin, accept: anyEncoding })
    expect(answer.status).toBe(200)
    expect(answer.bytes.length).toBeGreaterThan(2048)
    expect(answer.encoding).toBeUndefined()
  })

  test('such as a session, a csrf token or a refreshed token is not compressed', async () => {
    const more = await Promise.all(Array.from({ length: 40 }, () => newCompany()))
    const admin = await newUser('admin', company, more)
    const visitor = newVisitor(world().server)
    expect((await visitor.signIn(admin.email, testPassword)).status).toBe(200)
    const headers = { 'accept-encoding': anyEncoding }
    const session = await visitor.get('/api/auth/session', headers)
    expect(session.text).toContain('accessToken')
    expect(session.text.length).toBeGreaterThan(1024)
    expect(session.headers['content-encoding']).toBeUndefined()
    for (const answer of [
      await visitor.get('/api/auth/csrf', headers),
      await visitor.post('/api/rest/auth/refresh-accessToken', { json: {}, headers }),
    ]) {
      expect(answer.status).toBe(200)
      expect(answer.headers['content-encoding']).toBeUndefined()
    }
  })
})

test('the stream of events goes out as it is, each event at once', async () => {
  const server = world().server
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const request = http.get({
    host: '127.0.0.1',
    port,
    path: '/api/rest/notifications/stream',
    headers: { authorization: `Bearer ${client.accessToken}`, 'accept-encoding': anyEncoding },
  })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  try {
    expect(response.headers['content-type']).toBe('text/event-stream')
    expect(response.headers['content-encoding']).toBeUndefined()
    response.setEncoding('utf8')
    let text = ''
    response.on('data', (chunk: string) => (text += chunk))
    await world().database.inCompanies([company.id], (tx) =>
      publishEvent(tx, { companyId: company.id, type: 'threat.changed', data: { number: 1 } }),
    )
    await expect.poll(() => text, { timeout: 5000 }).toContain('"number":1')
  } finally {
    request.destroy()
  }
})

test('a stored file goes out byte for byte, with its length', async () => {
  const bytes = Buffer.from(JSON.stringify({ text: 'words of a page '.repeat(300) }))
  const { sha256 } = await world().files.put(bytes)
  const threat = await newThreat(company)
  await world().database.inCompanies([company.id], (tx) =>
    insertEvidence(tx, {
      companyId: company.id,
      threatId: threat.id,
      kind: 'capture',
      name: 'answer.json',
      type: 'application/json',
      size: bytes.length,
      sha256,
      capturedAt: new Date(),
    }),
  )
  const { body } = await send(client, getThreat, { params: { source: 'Domain', threatId: threat.id } })
  const answer = await call(body.evidence[0]?.href as string, { as: null, accept: anyEncoding })
  expect(answer).toMatchObject({ status: 200, encoding: undefined })
  expect(Number(answer.headers['content-length'])).toBe(bytes.length)
  expect(answer.bytes.equals(bytes)).toBe(true)
})

test('an identity provider is answered without compression', async () => {
  const { token } = await provider()
  for (let count = 0; count < 5; count += 1) await callScim(token, 'POST', '/Users', newPerson())
  const answer = await call('/api/scim/v2/Users', {
    as: null,
    accept: anyEncoding,
    headers: { authorization: `Bearer ${token}` },
  })
  expect(answer).toMatchObject({ status: 200, encoding: undefined })
  expect(answer.bytes.length).toBeGreaterThan(1024)
})

test('a compressed body of a request is refused, not unpacked', async () => {
  const payload = gzipSync(JSON.stringify({ company: company.key }))
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' }
  const answer = await call('/api/rest/threats/triage', { method: 'POST', payload, headers })
  expect(answer.status).toBe(400)
  expect(answer.bytes.toString()).not.toContain('body.')
})

describe('the files of the portal', () => {
  let portalDir: string
  const script = 'const word = "a script"\n'.repeat(200)
  const prepared = brotliCompressSync(script)
  beforeAll(async () => {
    portalDir = await mkdtemp(path.join(os.tmpdir(), 'signet-portal-'))
    await mkdir(path.join(portalDir, 'assets'))
    await writeFile(path.join(portalDir, 'index.html'), `<!doctype html>${'<p>words</p>'.repeat(200)}`)
    await writeFile(path.join(portalDir, 'names.json'), JSON.stringify({ text: 'words '.repeat(400) }))
    await writeFile(path.join(portalDir, 'assets/main.js'), script)
    await writeFile(path.join(portalDir, 'assets/main.js.br'), prepared)
  })
  afterAll(() => rm(portalDir, { recursive: true }))

  test('are those that the build has compressed, and keep their tags', async () => {
    const server = await anotherServer({}, portalDir)
    const get = (url: string, headers: Record<string, string> = {}) =>
      server.inject({ url, headers: { 'accept-encoding': anyEncoding, ...headers } })
    const main = await get('/assets/main.js')
    expect(main.headers['content-encoding']).toBe('br')
    expect(main.rawPayload.equals(prepared)).toBe(true)
    const again = await get('/assets/main.js', { 'if-none-match': String(main.headers['etag']) })
    expect(again.statusCode).toBe(304)
    expect(again.rawPayload.length).toBe(0)
    for (const url of ['/', '/names.json']) expect((await get(url)).headers['content-encoding']).toBeUndefined()
    await server.close()
  })
})
