import net from 'node:net'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '@signet/contract/errors/errors'
import { newCompany, newThreat, newUser, useWorld, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { waitingForLocks } from '../../../test/waiting-for-locks.ts'
import { openLog } from '../../log.ts'
import { buildServer } from '../build-server.ts'
import { defaultLimits, type Limits } from './limits.ts'

const world = useWorld()
let company: TestCompany
let client: TestUser
let server: FastifyInstance | null = null

beforeAll(async () => {
  company = await newCompany()
  client = await newUser('client', company)
})
afterEach(async () => {
  await server?.close()
  server = null
})

async function serverWith(limits: Partial<Limits>): Promise<FastifyInstance> {
  server = await buildServer({ ...world(), log: openLog('silent'), publicOrigin: null, limits }, 'test', null)
  return server
}
type Method = 'GET' | 'POST' | 'PATCH'
async function ask(
  target: FastifyInstance,
  user: TestUser | null,
  url: string,
  payload?: string | object,
  method: Method = 'POST',
) {
  const answer = await target.inject({
    method: payload === undefined ? 'GET' : method,
    url,
    headers: {
      ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  })
  const body = (answer.body === '' ? {} : JSON.parse(answer.body)) as ErrorBody
  return { status: answer.statusCode, body, headers: answer.headers }
}
const details = '/api/rest/user/details'
const bulk = '/api/rest/threats/triage'

describe('requests of one user a minute', () => {
  test('are answered up to the limit; the next says when to come again, others go on', async () => {
    const target = await serverWith({ requestsPerMinute: 5 })
    const other = await newUser('client', company)
    // All within the same minute.
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask(target, client, details)))
    const counts = Object.groupBy(answers, ({ status }) => status)
    // If a new minute begins in between, there are twice as many.
    expect([5, 10]).toContain(counts[200]?.length)
    const refused = answers.findLast(({ status }) => status === 429)
    expect(refused?.body.code).toBe('TOO_MANY_REQUESTS')
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await ask(target, other, details)).status).toBe(200)
  })

  test('are 600 unless set otherwise', () => {
    expect(defaultLimits.requestsPerMinute).toBe(600)
  })
})

/** The answers of the given number of requests that wait for a locked threat, and of one more sent in the meantime. */
async function whileWaiting(
  limits: Partial<Limits>,
  waiting: number,
  during: (target: FastifyInstance) => Promise<unknown>,
) {
  const target = await serverWith(limits)
  const threat = await newThreat(company)
  const lock = await world().database.pool.connect()
  try {
    await lock.query('begin')
    await lock.query('select from threats where company_id = $1 and id = $2 for update', [company.id, threat.id])
    const url = `/api/rest/threats/Domain/${threat.id}/triage`
    const running = Array.from({ length: waiting }, () => ask(target, client, url, { action: 'whitelist', version: 1 }))
    await expect.poll(() => waitingForLocks(world().database)).toBe(waiting)
    await during(target)
    await lock.query('rollback')
    return await Promise.all(running)
  } finally {
    lock.release()
  }
}

describe('requests at the same time', () => {
  test('of one company are refused beyond its share while other companies are served, and it goes on when some are over', async () => {
    const stranger = await newUser('client', await newCompany())
    const ended = await whileWaiting({ companyRequestsAtOnce: 2 }, 2, async (target) => {
      const flood = await Promise.all(Array.from({ length: 40 }, () => ask(target, client, details)))
      for (const { status, body, headers } of flood) {
        expect({ status, reason: body.reason, after: headers['retry-after'] }).toEqual({
          status: 503,
          reason: 'COMPANY_BUSY',
          after: '1',
        })
      }
      expect((await ask(target, stranger, details)).status).toBe(200)
    })
    expect(ended.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await ask(server as FastifyInstance, client, details)).status).toBe(200)
  })

  test('of all companies together are refused beyond the limit, but not the question whether the server lives', async () => {
    const stranger = await newUser('client', await newCompany())
    await whileWaiting({ requestsAtOnce: 2 }, 2, async (target) => {
      expect(await ask(target, stranger, details)).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
      expect((await ask(target, null, '/healthz')).status).toBe(200)
    })
    expect((await ask(server as FastifyInstance, stranger, details)).status).toBe(200)
  })
})

test.each([{ loopDelayMs: -1 }, { heapShare: 0 }])(
  'a process that is behind (%j) turns requests away and still says that it lives',
  async (limits) => {
    const target = await serverWith(limits)
    const answer = await ask(target, client, details)
    expect(answer).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' }, headers: { 'retry-after': '1' } })
    expect((await ask(target, null, '/healthz')).status).toBe(200)
  },
)

const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) })
const keyed = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, n) => [`k${n}`, 1]))

const detailOf = async (payload: string | object) =>
  (await ask(world().server, client, bulk, payload)).body.details?.[0]

describe('a body', () => {
  test.each([
    [32, false],
    [33, true],
    [3200, true],
  ])('of %i levels is refused for them: %s', async (levels, isRefused) => {
    const detail = await detailOf(nested(levels) as object)
    expect(detail?.reason === 'TOO_DEEP').toBe(isRefused)
  })

  test('that is all brackets is refused without harm', async () => {
    const payload = `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    expect(await detailOf(payload)).toMatchObject({ path: 'body', reason: 'TOO_DEEP', parameters: { max: 32 } })
  })

  test.each([
    [10_000, false],
    [10_001, true],
    [60_000, true],
  ])('of %i keys is refused for them: %s', async (keys, isRefused) => {
    const detail = await detailOf(keyed(keys))
    expect(detail?.reason === 'TOO_MANY_KEYS').toBe(isRefused)
  })

  test.each([
    [{ remark: { kind: 'custom', text: 'a\0b' } }, 'body.remark.text', 'TEXT_NOT_CLEAN'],
    [{ selection: { ids: ['x', '\uD800'] } }, 'body.selection.ids.1', 'TEXT_NOT_CLEAN'],
    [{ 'a\0b': 1 }, 'body', 'NAME_NOT_CLEAN'],
    [{ action: '\uDC00\uD800' }, 'body.action', 'TEXT_NOT_CLEAN'],
  ])('with NUL or half a character is refused by the name of its field: %j', async (payload, path, reason) => {
    expect(await detailOf(JSON.stringify(payload))).toMatchObject({ path, reason })
  })

  test('with whole characters of any script reaches the check of the schema', async () => {
    const detail = await detailOf({ nope: '👩‍🚀 \u{10FFFF} \u0001' })
    expect(detail).toMatchObject({ path: 'body.company' })
  })
})

describe('an address', () => {
  test.each([
    [50, undefined],
    [51, 'TOO_MANY_PARAMETERS'],
    [2000, 'URL_TOO_LONG'],
  ])('with %i parameters is refused: %s', async (count, reason) => {
    const query = Array.from({ length: count }, (_, n) => `a${n}`).join('&')
    expect((await ask(world().server, client, `${details}?${query}`)).body.reason).toBe(reason)
  })

  test.each([
    [8192, undefined],
    [8193, 'URL_TOO_LONG'],
    [15_000, 'URL_TOO_LONG'],
  ])('of %i bytes is refused: %s', async (length, reason) => {
    const url = `${details}?x=`.padEnd(length, 'x')
    expect((await ask(world().server, client, url)).body.reason).toBe(reason)
  })

  test('with NUL in its query or its path is refused by the name of the field', async () => {
    const query = await ask(world().server, client, '/api/rest/threats/getAllThreats?searchQuery=a%00b')
    expect(query).toMatchObject({ status: 400, body: { details: [{ path: 'query.searchQuery' }] } })
    const path = await ask(world().server, client, '/api/rest/threats/Domain/a%00b')
    expect(path).toMatchObject({ status: 400, body: { details: [{ path: 'params.threatId' }] } })
  })
})

async function raw(text: string): Promise<string> {
  const target = await serverWith({})
  await target.listen({ port: 0, host: '127.0.0.1' })
  const { port } = target.addresses()[0] as AddressInfo
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}
const withHeader = (bytes: number) =>
  `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\nx-long: ${'x'.repeat(bytes)}\r\n\r\n`

describe('headers', () => {
  test('are read up to 16 KiB, and beyond answered with a problem document', async () => {
    expect(await raw(withHeader(15_000))).toMatch(/^HTTP\/1\.1 200/)
    for (const bytes of [17_000, 200_000]) {
      const answer = await raw(withHeader(bytes))
      expect(answer).toMatch(/^HTTP\/1\.1 431 .*\r\ncontent-type: application\/problem\+json/)
      expect(JSON.parse(answer.split('\r\n\r\n')[1] as string)).toMatchObject({
        status: 431,
        code: 'HEADERS_TOO_LARGE',
      })
      await server?.close()
    }
  })

  test('that are none are answered with a problem document', async () => {
    const answer = await raw('this is no request\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*\r\ncontent-type: application\/problem\+json/)
  })
})
