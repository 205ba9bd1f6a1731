import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { listIngestJobs, type IngestAnswer } from '@signet/contract/collection/ingest'
import { listQueued } from '@signet/contract/review/qa'
import { addKey } from '../../../../test/api-key.ts'
import { finding, findings, manyFindings } from '../../../../test/findings.ts'
import {
  anotherServer,
  newCompany,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
} from '../../../../test/harness.ts'
import type { ErrorReason } from '@signet/contract/errors/errors'
import { detailOf } from '../../../errors.ts'

const world = useWorld()
const type = 'application/x-ndjson'

interface Sent {
  status: number
  body: IngestAnswer & { reason?: string }
}
interface Options {
  headers?: Record<string, string>
  source?: string
  server?: FastifyInstance
}

async function ingest(key: string, payload: string | Buffer | Readable, options: Options = {}): Promise<Sent> {
  const response = await (options.server ?? world().server).inject({
    method: 'POST',
    url: `/api/rest/ingest/${options.source ?? 'Domain'}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': type, ...options.headers },
    payload,
  })
  return { status: response.statusCode, body: JSON.parse(response.body) as Sent['body'] }
}

async function address(): Promise<{ host: string; port: number }> {
  const { server } = world()
  if (!server.server.listening) await server.listen({ port: 0, host: '127.0.0.1' })
  return { host: '127.0.0.1', port: (server.server.address() as AddressInfo).port }
}

async function collector(more: Parameters<typeof newCompany>[0] = {}) {
  const company = await newCompany(more)
  const { key } = await addKey(company, { scopes: ['ingest'] })
  return { company, key }
}

async function threatsOf(company: TestCompany) {
  const { rows } = await world().database.pool.query<{
    title: string
    stage: string
    status: string
    severity: number
    sightings: number
    version: number
    score: number
    fields: Record<string, unknown>
    first_seen: Date
    last_seen: Date
  }>('select * from threats where company_id = $1 order by title', [company.id])
  return rows
}
const withKey = () => ({ headers: { 'idempotency-key': randomUUID() } })
const jobsOf = async (company: TestCompany) =>
  (
    await world().database.pool.query<{ id: string; state: string; lines_done: number; accepted: number }>(
      'select * from ingest_jobs where company_id = $1 order by created_at',
      [company.id],
    )
  ).rows

test('a finding that is sent in waits in the QA queue of the company of the key, titled by its source', async () => {
  const { company, key } = await collector()
  const answer = await ingest(key, `${finding(1)}\n`)
  expect(answer).toMatchObject({ status: 200, body: { accepted: 1, duplicates: 0, rejectedCount: 0, rejected: [] } })
  const qa = await newUser('qa', company)
  const queued = await send(qa, listQueued, { query: { company: company.key } })
  expect(queued.body.items).toMatchObject([
    { title: 'login-1.example', stage: 'queued', source: 'Domain', severity: 'High', threatType: 'Phishing site' },
  ])
})

test.each([
  [
    'Telegram',
    'Impersonating channel',
    { channel_data: { entity_user_name: 'example_bank_help' } },
    'example_bank_help',
  ],
  ['fb', 'Scam post', { subtype: 'Groups', GroupName: 'Example group' }, 'Example group'],
  ['URL', 'Phishing page', { link: 'https://login.example/a' }, 'https://login.example/a'],
  ['EASM', 'Exposed service', { service: 'ssh', host: 'a.example', port: 22, proof: null }, 'ssh'],
])('a finding of %s is titled by the rule of its source', async (source, threatType, fields, title) => {
  const { company, key } = await collector()
  expect((await ingest(key, finding(1, { threatType, fields }), { source })).body.accepted).toBe(1)
  expect(await threatsOf(company)).toMatchObject([{ title, fields }])
})

test('a tout is stored separately from a threat of the same name; an unknown kind is rejected', async () => {
  const { company, key } = await collector()
  const tout = finding(1, { kind: 'tout', threatType: 'Tip selling' })
  expect((await ingest(key, `${finding(1)}\n${tout}`)).body).toMatchObject({ accepted: 2, duplicates: 0 })
  expect((await ingest(key, tout, { source: 'LinkedIn' })).body.rejected[0]).toMatchObject({ path: 'kind' })
  expect((await ingest(key, finding(1), { source: 'Extension' })).body.rejected[0]).toMatchObject({
    path: 'kind',
    parameters: { options: 'tout' },
  })
  const extension = { kind: 'tout', threatType: 'Queue jumping', fields: { extensionName: 'Quick queue' } }
  expect((await ingest(key, finding(1, extension), { source: 'Extension' })).body.accepted).toBe(1)
  const { rows } = await world().database.pool.query<{ kind: string }>(
    'select kind from threats where company_id = $1 order by source, kind',
    [company.id],
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['threat', 'tout', 'tout'])
})

const toutLine = (id: number, message: string, more = {}) =>
  finding(id, {
    kind: 'tout',
    threatType: 'Unauthorised seller',
    fields: { Profile: `+1 202 555 01${id}`, ProfileName: `Seats ${id}`, message, quantity: 7 },
    ...more,
  })

test('a tout without reasons gets those of the detector and what its text says of the offer, and stays as severe as sent', async () => {
  const { company, key } = await collector({ modules: { touts: true } })
  const own = await world().database.pool.query<{ name: string }>('select name from brands where company_id = $1', [
    company.id,
  ])
  const brand = own.rows[0]?.name ?? ''
  const offer = `${brand} sold out? 12 tickets, 95 EUR instead of 40 EUR, our bot books them`
  const sentReasons = [{ name: 'Known seller', contribution: 70 }]
  const lines = [
    toutLine(10, offer),
    toutLine(11, offer, { indicators: sentReasons }),
    toutLine(12, 'Nothing for sale'),
  ]
  expect((await ingest(key, lines.join('\n'), { source: 'WhatsApp' })).body.accepted).toBe(3)
  const { rows } = await world().database.pool.query(
    'select severity, score, indicators, fields, brand_id from threats where company_id = $1 order by fields->>$2',
    [company.id, 'ProfileName'],
  )
  const [judged, reasoned, silent] = rows
  expect(judged.indicators.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['Sells above face value', 'Uses a booking bot']),
  )
  expect(judged.fields).toMatchObject({ price: 95, faceValue: 40, currency: 'EUR', quantity: 7 })
  expect(judged.brand_id).toBe(company.brandId)
  expect(judged.severity).toBe(silent.severity)
  expect(reasoned).toMatchObject({ indicators: sentReasons, score: 70 })
  expect(silent.indicators).toEqual([])
})

test('a finding sent again is brought up to date and keeps what people decided', async () => {
  const { company, key } = await collector()
  await ingest(key, finding(1, { firstSeen: '2026-01-02T00:00:00Z', lastSeen: '2026-01-03T00:00:00Z' }))
  await world().database.pool.query(
    `update threats set stage = 'published', status = 'whitelist', severity = 1, threat_type = 'Parked look-alike'
     where company_id = $1`,
    [company.id],
  )
  const later = finding(1, {
    severity: 'Critical',
    fields: { domain_name: 'renamed.example' },
    firstSeen: '2026-01-01T00:00:00Z',
    lastSeen: '2026-02-01T10:00:00+02:00',
  })
  expect((await ingest(key, later)).body).toMatchObject({ accepted: 0, duplicates: 1 })
  const now = {
    title: 'renamed.example',
    stage: 'published',
    status: 'whitelist',
    severity: 1,
    sightings: 2,
    version: 2,
  }
  expect(await threatsOf(company)).toMatchObject([
    { ...now, first_seen: new Date('2026-01-01T00:00:00Z'), last_seen: new Date('2026-02-01T08:00:00Z') },
  ])
  // An older report changes only its fields.
  expect((await ingest(key, later)).body).toMatchObject({ accepted: 0, duplicates: 1 })
  expect(await threatsOf(company)).toMatchObject([now])
})

test('a finding that is in a stream twice is seen from the first to the last time of both', async () => {
  const { company, key } = await collector()
  const lines = [
    finding(1, { firstSeen: '2026-01-01T00:00:00Z', lastSeen: '2026-03-01T00:00:00Z' }),
    finding(1, {
      fields: { domain_name: 'renamed.example' },
      firstSeen: '2026-01-15T00:00:00Z',
      lastSeen: '2026-02-01T00:00:00Z',
    }),
  ]
  expect((await ingest(key, lines.join('\n'))).body).toMatchObject({ accepted: 1, duplicates: 1, rejectedCount: 0 })
  expect(await threatsOf(company)).toMatchObject([
    {
      title: 'renamed.example',
      first_seen: new Date('2026-01-01T00:00:00Z'),
      last_seen: new Date('2026-03-01T00:00:00Z'),
    },
  ])
})

const exposed = finding(1, { threatType: 'Exposed service', fields: { service: 'ssh' } })

const withText = (text: string) => finding(1, { fields: { domain_name: 'login.example', a: text } })

test('the same name in another company or source is another finding', async () => {
  const [first, second] = [await collector(), await collector()]
  expect((await ingest(first.key, finding(1))).body.accepted).toBe(1)
  expect((await ingest(second.key, finding(1))).body.accepted).toBe(1)
  expect((await ingest(first.key, exposed, { source: 'EASM' })).body.accepted).toBe(1)
  expect((await ingest(first.key, `${finding(1)}\n${finding(2)}\n${finding(2)}\n`)).body).toMatchObject({
    accepted: 1,
    duplicates: 2,
  })
  expect(await threatsOf(second.company)).toHaveLength(1)
})

describe('a line that is refused', () => {
  const broken = String.fromCharCode(0xd8_00)
  test.each<[string, string | Buffer, ErrorReason, string]>([
    ['is no JSON', '{"half', 'LINE_NOT_JSON', ''],
    ['is no object', '[1]', 'INVALID_TYPE', ''],
    ['is not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'LINE_NOT_UTF8', ''],
    ['has NUL in a field', finding(1, { fields: { domain_name: 'a\0b' } }), 'TEXT_NOT_CLEAN', 'fields.domain_name'],
    ['has half a character in a field', finding(1, { fields: { a: { b: broken } } }), 'TEXT_NOT_CLEAN', 'fields.a.b'],
    ['has NUL in its name', finding(1, { externalId: 'a\0' }), 'TEXT_NOT_CLEAN', 'externalId'],
    ['has half a character in its type', finding(1, { threatType: broken }), 'TEXT_NOT_CLEAN', 'threatType'],
    ['has no identity', finding(1, { externalId: undefined }), 'REQUIRED', 'externalId'],
    ['has an unknown severity', finding(1, { severity: 'Huge' }), 'NOT_AN_OPTION', 'severity'],
    ['has a field of another kind of thing', finding(1, { status: 'whitelist' }), 'UNKNOWN_FIELD', 'status'],
    ['names a company', finding(1, { company: 'other' }), 'UNKNOWN_FIELD', 'company'],
    ['has fields that are a list', finding(1, { fields: ['a'] }), 'NOT_SOURCE_FIELDS', 'fields'],
    ['has a list among its fields', finding(1, { fields: { a: ['b'] } }), 'INVALID_TYPE', 'fields.a'],
    ['has a field with a strange name', finding(1, { fields: { 'a"b': 'c' } }), 'NAME_NOT_CLEAN', 'fields'],
    [
      'reaches for a prototype',
      `{"externalId":"a","threatType":"Phishing site","severity":"Low","fields":{"__proto__":{"a":1}}}`,
      'NAME_NOT_CLEAN',
      'fields',
    ],
    ['nests too deep', finding(1, { fields: { a: { b: { c: { d: { e: 1 } } } } } }), 'TOO_DEEP', 'fields.a.b.c.d'],
    [
      'has too many fields',
      finding(1, { fields: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, n])) }),
      'TOO_MANY_KEYS',
      'fields',
    ],
    [
      'has a number that is none',
      finding(1).replace('"Example Registrar"', '1e999'),
      'VALUE_NOT_STORABLE',
      'fields.registrar',
    ],
    ['has an address that runs', finding(1, { url: 'javascript:alert(1)' }), 'NOT_A_WEB_ADDRESS', 'url'],
    ['was seen tomorrow', finding(1, { lastSeen: '2999-01-01T00:00:00Z' }), 'NOT_IN_PAST', 'lastSeen'],
    [
      'was first seen last',
      finding(1, { firstSeen: '2026-02-01T00:00:00Z', lastSeen: '2026-01-01T00:00:00Z' }),
      'END_BEFORE_START',
      'lastSeen',
    ],
    ['has no zone in its time', finding(1, { lastSeen: '2026-01-01T00:00:00' }), 'NOT_AN_INSTANT', 'lastSeen'],
    ['is too long', finding(1, { fields: { a: 'x'.repeat(64 * 1024) } }), 'LINE_TOO_LONG', ''],
  ])('because it %s is named, and the others are kept', async (_why, line, reason, place) => {
    const { company, key } = await collector()
    const payload = Buffer.concat([`${finding(7)}\n`, line, `\n\r\n${finding(8)}`].map((part) => Buffer.from(part)))
    const { status, body } = await ingest(key, payload)
    expect(status).toBe(200)
    expect(body).toMatchObject({ accepted: 2, rejectedCount: 1, rejected: [{ line: 2, path: place, reason }] })
    expect(await threatsOf(company)).toHaveLength(2)
  })

  test('is counted also when there are more than are listed', async () => {
    const { key } = await collector()
    const { body } = await ingest(key, 'no\n'.repeat(150))
    expect(body).toMatchObject({ accepted: 0, rejectedCount: 150 })
    expect(body.rejected).toHaveLength(100)
  })

  test('may be as long as allowed, to the byte, in pieces of any size', async () => {
    const { company, key } = await collector()
    const longest = withText('x'.repeat(64 * 1024 - withText('').length))
    const bytes = Buffer.from(`${longest}\n${longest.replace('"x', '"xx')}\n${finding(2)}\n`)
    const pieces = Readable.from(
      (function* () {
        for (let at = 0; at < bytes.length; at += 1013) yield bytes.subarray(at, at + 1013)
      })(),
    )
    expect((await ingest(key, pieces)).body).toMatchObject({ accepted: 2, rejected: [{ line: 2 }] })
    expect(await threatsOf(company)).toHaveLength(2)
  })
})

describe('a stream', () => {
  test('may be gzip; damaged, cut short or of another kind it is refused', async () => {
    const { key } = await collector()
    const packed = gzipSync(findings(0, 50))
    const gzip = { 'content-encoding': 'gzip' }
    expect((await ingest(key, packed, { headers: gzip })).body).toMatchObject({ accepted: 50 })
    for (const bad of [packed.subarray(0, 40), Buffer.from('no gzip'), Buffer.concat([packed.subarray(0, 30), packed])])
      expect(await ingest(key, bad, { headers: gzip })).toMatchObject(refusal('GZIP_DAMAGED'))
    expect(await ingest(key, packed, { headers: { 'content-encoding': 'br' } })).toMatchObject(
      refusal('STREAM_ENCODING_UNKNOWN'),
    )
    expect(await ingest(key, '<a/>', { headers: { 'content-type': 'application/xml' } })).toMatchObject(
      refusal('UNSUPPORTED_MEDIA_TYPE'),
    )
  })

  test('is counted after unpacking, and cut at its limit', async () => {
    const { company, key } = await collector()
    const server = await anotherServer({ ingestLimits: { bytes: 100_000, lineBytes: 64 * 1024 } })
    const headers = { 'content-encoding': 'gzip' }
    const bomb = gzipSync(Buffer.alloc(10_000_000, 'x'))
    expect(await ingest(key, bomb, { headers, server })).toMatchObject(refusal('STREAM_TOO_LARGE'))
    expect(await ingest(key, ' '.repeat(100_001), { server })).toMatchObject(refusal('STREAM_TOO_LARGE'))
    expect((await ingest(key, `${finding(1)}${' '.repeat(60_000)}`, { server })).body.accepted).toBe(1)
    expect((await jobsOf(company)).map(({ state }) => state)).toEqual(['failed', 'failed', 'done'])
    await server.close()
  })

  test('without a key, with one that reads, or of no known source is refused', async () => {
    const { company, key } = await collector()
    const reading = await addKey(company)
    const user = await newUser('superAdmin', company)
    expect(await ingest('', finding(1))).toMatchObject(refusal('API_KEY_NEEDED'))
    expect(await ingest(user.accessToken, finding(1))).toMatchObject(refusal('API_KEY_NEEDED'))
    expect(await ingest(reading.key, finding(1))).toMatchObject(refusal('SCOPE_MISSING'))
    expect(await ingest(key, finding(1), { source: 'NoSuchSource' })).toMatchObject(refusal('NOT_FOUND'))
    expect(await threatsOf(company)).toEqual([])
  })
})

describe('a stream sent again with its Idempotency-Key', () => {
  test('gets the same answer and changes nothing, plain or packed', async () => {
    const { company, key } = await collector()
    const options = withKey()
    const stream = `${findings(0, 3)}no json\n`
    const first = await ingest(key, stream, options)
    const before = await threatsOf(company)
    expect(await ingest(key, stream, options)).toEqual(first)
    const gzip = { headers: { ...options.headers, 'content-encoding': 'gzip' } }
    expect(await ingest(key, gzipSync(stream), gzip)).toEqual(first)
    expect(await threatsOf(company)).toEqual(before)
    expect(await jobsOf(company)).toHaveLength(1)
  })

  test('is refused when it is another stream or source; another company is free to use the key', async () => {
    const [{ company, key }, other] = [await collector(), await collector()]
    const options = withKey()
    await ingest(key, findings(0, 3), options)
    for (const stream of [findings(0, 2), findings(0, 4), findings(1, 4), ''])
      expect(await ingest(key, stream, options)).toMatchObject(refusal('IDEMPOTENCY_CONFLICT'))
    expect(await ingest(key, findings(0, 3), { ...options, source: 'EASM' })).toMatchObject(
      refusal('IDEMPOTENCY_CONFLICT'),
    )
    expect((await ingest(other.key, findings(5, 6), options)).body.accepted).toBe(1)
    expect(await threatsOf(company)).toHaveLength(3)
  })

  test('resumes after an interruption and returns the same result', { timeout: 60_000 }, async () => {
    const { company, key } = await collector()
    const options = withKey()
    const whole = findings(0, 12_000).replace('\n', '\nno json\n')
    const request = http.request({
      ...(await address()),
      path: '/api/rest/ingest/Domain',
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': type, ...options.headers },
    })
    request.on('error', () => {})
    request.write(whole.slice(0, whole.length / 2))
    await expect.poll(async () => (await jobsOf(company))[0]?.lines_done, { interval: 20, timeout: 30_000 }).toBe(5001)
    request.destroy()
    await expect
      .poll(async () => (await jobsOf(company)).map(({ state }) => state), { timeout: 30_000 })
      .toEqual(['failed'])
    const [job] = await jobsOf(company)
    expect(job).toMatchObject({ lines_done: 5001, accepted: 5000 })
    const other = whole.replace('login-3.', 'login-x.')
    expect(await ingest(key, other, options)).toMatchObject(refusal('IDEMPOTENCY_CONFLICT'))
    const answer = await ingest(key, whole, options)
    expect(answer.body).toEqual({
      jobId: job?.id,
      accepted: 12_000,
      duplicates: 0,
      suppressed: 0,
      rejectedCount: 1,
      rejected: [{ line: 2, ...detailOf('', 'LINE_NOT_JSON', {}) }],
    })
    expect(await threatsOf(company)).toHaveLength(12_000)
  })

  test('takes over from the first while it runs: only one continues, without duplicates', async () => {
    const { company, key } = await collector()
    const options = withKey()
    const answers = await Promise.all([1, 2, 3].map(() => ingest(key, findings(0, 200), options)))
    expect(answers.map(({ status }) => status)).toContain(200)
    for (const { status, body } of answers) {
      if (status === 200) expect(body).toMatchObject({ accepted: 200, duplicates: 0 })
      else expect(['IDEMPOTENCY_TAKEN_OVER', 'IDEMPOTENCY_CONFLICT']).toContain(body.reason)
    }
    expect((await threatsOf(company)).map(({ sightings }) => sightings)).toEqual(Array.from({ length: 200 }, () => 1))
  })
})

describe('the list of what was sent in', () => {
  let first: Awaited<ReturnType<typeof collector>>
  beforeAll(async () => {
    first = await collector()
    await ingest(first.key, `${findings(0, 2)}no json`)
    await ingest((await collector()).key, exposed, { source: 'EASM' })
  })

  test('shows every company to a superAdmin, newest first, and one when asked', async () => {
    const superAdmin = await newUser('superAdmin', first.company)
    const all = await send(superAdmin, listIngestJobs)
    expect(all.body.items[0]).toMatchObject({ source: 'EASM', accepted: 1, rejected: 0, state: 'done' })
    const times = all.body.items.map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    const one = await send(superAdmin, listIngestJobs, { query: { company: [first.company.key] } })
    expect(one.body).toMatchObject({
      total: 1,
      items: [{ company: first.company.key, source: 'Domain', accepted: 2, rejected: 1, state: 'done' }],
    })
  })
})

test('a stream of 100,000 findings takes little memory and lets others be served', { timeout: 120_000 }, async () => {
  const { company, key } = await collector()
  const { port } = await address()
  let most = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20)
  let served = 0
  const over = new AbortController()
  const visitor = (async () => {
    while (!over.signal.aborted) {
      expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200)
      served += 1
      await sleep(20)
    }
  })()
  const response = await fetch(`http://127.0.0.1:${port}/api/rest/ingest/Domain`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': type },
    body: Readable.toWeb(Readable.from(manyFindings())) as ReadableStream,
    duplex: 'half',
  } as RequestInit)
  over.abort()
  await visitor
  clearInterval(watch)
  expect(await response.json()).toMatchObject({ accepted: 100_000, rejectedCount: 0 })
  const grown = (most - before) / 2 ** 20
  expect(served).toBeGreaterThan(20)
  expect(grown).toBeLessThan(300)
  expect((await jobsOf(company))[0]).toMatchObject({ lines_done: 100_000 })
})
