import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '@signet/contract/errors/errors'
import { anotherServer, newCompany, newUser, useWorld, type TestUser } from '../../../test/harness.ts'
import { newFolder } from '../../../test/new-folder.ts'
import { localFileStore } from '../../files/local-file-store.ts'
import { expectedOf } from './problems.ts'
import { answerUnreadable } from '../limits/request-limits.ts'

const world = useWorld()
let client: TestUser
let qa: TestUser

beforeAll(async () => {
  const company = await newCompany()
  client = await newUser('client', company)
  qa = await newUser('qa', company)
})

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  as?: TestUser | null
  payload?: string | object
  type?: string
}

async function call(url: string, { method = 'GET', as = client, payload, type }: Call = {}) {
  const response = await world().server.inject({
    method,
    url,
    headers: {
      ...(as ? { authorization: `Bearer ${as.accessToken}` } : {}),
      ...(type ? { 'content-type': type } : {}),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  return { status: response.statusCode, body: JSON.parse(response.body) as ErrorBody, headers: response.headers }
}

const bulk = '/api/rest/threats/triage'
const someId = '0b7d5c1e-5a51-4c6b-9f0e-000000000000'

describe('every refusal is a problem document of one shape', () => {
  test.each<[number, string, string, Call]>([
    [400, 'BAD_REQUEST', '/api/rest/threats/getAllThreats?limit=0', {}],
    [400, 'BAD_REQUEST', bulk, { method: 'POST', payload: '{"half', type: 'application/json' }],
    [400, 'BAD_REQUEST', bulk, { method: 'POST', payload: '', type: 'application/json' }],
    [400, 'BAD_REQUEST', bulk, { method: 'POST', payload: '{"__proto__":{"a":1}}', type: 'application/json' }],
    [400, 'BAD_REQUEST', `/api/rest/user/details?${'x'.repeat(8 * 1024)}`, {}],
    [400, 'BAD_REQUEST', '/api/rest/threats/%E0%A4%A', {}],
    [401, 'UNAUTHENTICATED', '/api/rest/user/details', { as: null }],
    [404, 'NOT_FOUND', `/api/rest/threats/Domain/${someId}`, {}],
    [404, 'NOT_FOUND', '/api/rest/threats/Domain/not-an-id', {}],
    [404, 'NOT_FOUND', '/api/rest/threats/NoSuchSource', {}],
    [404, 'COMPANY_NOT_FOUND', '/api/rest/threats/getAllThreats?company=no-such-company', {}],
    [404, 'NOT_FOUND', '/api/rest/no/such/call', {}],
    [405, 'METHOD_NOT_ALLOWED', bulk, {}],
    [405, 'METHOD_NOT_ALLOWED', '/api/rest/threats/getAllThreats', { method: 'POST', payload: '{"half', as: null }],
    [413, 'PAYLOAD_TOO_LARGE', bulk, { method: 'POST', payload: { company: 'x'.repeat(1024 * 1024) } }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', bulk, { method: 'POST', payload: 'plain', type: 'text/plain' }],
    [415, 'UNSUPPORTED_MEDIA_TYPE', bulk, { method: 'POST', payload: '<a/>', type: 'application/xml' }],
  ])('%i %s: %s', async (status, code, url, more) => {
    const answer = await call(url, more)
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(answer).toMatchObject({ status, body: { status, code } })
    const { body } = answer
    expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(body).toMatchObject({
      type: `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
      title: expect.any(String) as string,
      detail: body.message,
      instance: `/requests/${body.requestId}`,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('405 names the methods that the path takes', async () => {
    expect((await call(`/api/rest/qa/threats/${someId}`, { method: 'DELETE' })).headers['allow']).toBe('GET, PATCH')
  })

  test('no answer of the API may be framed, sniffed, cached or run', async () => {
    for (const url of ['/api/rest/user/details', '/api/rest/no/such/call']) {
      expect((await call(url)).headers).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
    }
  })

  test('403 says that the role does not allow it, before the input is checked', async () => {
    const answer = await call(bulk, { method: 'POST', as: qa, payload: '{"half', type: 'application/json' })
    expect(answer).toMatchObject({ status: 403, body: { code: 'FORBIDDEN', status: 403 } })
  })

  test('401 comes before any other check, even of a body that is too large', async () => {
    const answer = await call(bulk, { method: 'POST', as: null, payload: { company: 'x'.repeat(1024 * 1024) } })
    expect(answer.status).toBe(401)
  })

  test('a refused field is named by its path, and its value is not sent back', async () => {
    const { body } = await call('/api/rest/threats/getAllThreats?limit=%3Cplanted%3E&sortField=planted')
    expect(body.reason).toBe('INVALID_INPUT')
    expect(body.details?.map((detail) => detail.path)).toEqual(['query.limit', 'query.sortField'])
    expect(JSON.stringify(body)).not.toContain('planted')
  })
})

test('an address that cannot be decoded is not echoed', async () => {
  const { body } = await call('/api/rest/planted%ZZ')
  expect(body.code).toBe('BAD_REQUEST')
  expect(JSON.stringify(body)).not.toContain('planted')
})

describe('with a built portal', () => {
  let portalDir: string
  beforeAll(async () => {
    portalDir = await mkdtemp(path.join(os.tmpdir(), 'signet-portal-'))
    await writeFile(path.join(portalDir, 'index.html'), '<!doctype html><script nonce="__NONCE__"></script>')
  })
  afterAll(() => rm(portalDir, { recursive: true }))

  test('an unknown call below /api is 404 in JSON, never the page, and so is a missing asset; any other address is the page', async () => {
    const server = await anotherServer({}, portalDir)
    for (const url of ['/api', '/api/', '/api?x=1', '/api/nope', '/api/rest', '/api/rest/nope', '/api/auth/nope']) {
      const answer = await server.inject({ url, headers: { accept: 'text/html' } })
      expect(answer, url).toMatchObject({ statusCode: 404 })
      expect(answer.headers['content-type'], url).toMatch(/^application\/problem\+json/)
    }
    const page = await server.inject({ url: '/threats/Domain?id=1', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    // A script of an earlier build: the page returned instead would be executed as a script.
    expect(await server.inject('/assets/gone-1a2b3c.js')).toMatchObject({ statusCode: 404 })
    const post = await server.inject({ method: 'POST', url: '/threats/Domain' })
    expect(post.statusCode).toBe(404)
    await server.close()
  })

  test('the page runs only scripts with the nonce of this answer', async () => {
    const server = await anotherServer({}, portalDir)
    const nonces = new Set<string>()
    for (let visit = 1; visit <= 2; visit += 1) {
      const answer = await server.inject('/')
      const nonce = /nonce="([\w-]{16,})"/.exec(answer.body)?.[1] as string
      nonces.add(nonce)
      const policy = String(answer.headers['content-security-policy'])
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`)
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toMatch(/unsafe-(inline|eval)/)
      expect(answer.headers['cache-control']).toBe('no-store')
    }
    expect(nonces.size).toBe(2)
    await server.close()
  })
})

test('a session call without an action says that the server is set up wrongly', async () => {
  const answer = await call('/api/auth', { as: null })
  expect(answer.status).toBe(500)
  expect(answer.body.message).toBe(
    'There is a problem with the server configuration. Check the server logs for more information.',
  )
})

test.each([
  ['22003', 'VALUE_NOT_STORABLE'],
  ['23505', 'ALREADY_EXISTS'],
  ['40001', 'UNAVAILABLE'],
  ['40P01', 'UNAVAILABLE'],
  ['57014', 'QUERY_TOO_SLOW'],
  ['57P01', 'DATABASE_AWAY'],
  ['25006', 'DATABASE_READ_ONLY'],
  ['53100', 'DATABASE_FULL'],
])('the error %s of the database is refused as %s', async (state, reason) => {
  const raised = world().database.pool.query(`do $$ begin raise exception using errcode = '${state}'; end $$`)
  expect(expectedOf((await raised.catch((error: unknown) => error)) as Error)).toMatchObject({ reason })
})

/** A file system of 64 kB, if this user is allowed to mount one. */
const mountSmallDisk = (folder: string) =>
  process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'signet-test', folder]).status === 0

test('a file that the disk has no room for is refused until there is some, and leaves nothing behind', async ({
  skip,
}) => {
  const folder = await newFolder()
  skip(!mountSmallDisk(folder), 'this user may not mount a file system')
  try {
    const stored = localFileStore(folder).put(Buffer.alloc(256 * 1024))
    expect(expectedOf((await stored.catch((error: unknown) => error)) as Error)).toMatchObject({
      status: 503,
      reason: 'STORAGE_FULL',
      retryAfter: 60,
    })
    expect((await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())).toEqual([])
  } finally {
    spawnSync('umount', [folder])
  }
})

test.each([
  ['HPE_HEADER_OVERFLOW', 'HEADERS_TOO_LARGE'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'REQUEST_TIMEOUT'],
  ['HPE_INVALID_METHOD', 'BAD_REQUEST'],
])('what is no request (%s) is answered as %s', async (code, reason) => {
  const socket = new PassThrough()
  answerUnreadable(Object.assign(new Error('unreadable'), { code }), socket as unknown as Socket)
  const [head, body] = (await text(socket)).split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(JSON.parse(body ?? '')).toMatchObject({ reason })
})
