import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { getUserDetails } from '@signet/contract/account'
import * as contract from '@signet/contract/logs'
import { newCompany, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'
import { openLog } from '../../log.ts'
import { RequestLog } from './request-log.ts'
import { tidyRequests } from './tidy-requests.ts'
import { msOfBucket, prepareDays, writeRequests, type LoggedRequest } from './write-requests.ts'

const world = useWorld()
const days = ['2026-03-01', '2026-03-02', '2026-03-04']
const range = { fromDate: '2026-03-01', toDate: '2026-03-05' }
let superAdmin: TestUser
let requests: LoggedRequest[]

/** Requests of three days that any rule can make up again: none is drawn by chance. */
beforeAll(async () => {
  superAdmin = await newUser('superAdmin', await newCompany())
  requests = Array.from({ length: 900 }, (_, n) => ({
    at: new Date(Date.parse(`${days[n % 3]}T00:00:00Z`) + ((n * 7919) % 86_400) * 1000),
    method: n % 4 === 0 ? 'POST' : 'GET',
    path: `/api/rest/call/${n % 7}`,
    status: [200, 200, 200, 204, 400, 404, 500][n % 7] as number,
    ms: ((n * 31) % 400) + 0.5,
    ip: `203.0.113.${n % 11}`,
    userEmail: n % 5 === 0 ? null : `person-${n % 5}@logs.example`,
    company: n % 5 === 0 ? null : 'a-company',
    requestId: randomUUID(),
  }))
  await prepareDays(
    world().database,
    days.map((day) => new Date(day)),
  )
  await writeRequests(world().database, requests)
})

const countBy = (keyOf: (request: LoggedRequest) => string) =>
  Object.fromEntries([...Map.groupBy(requests, keyOf)].map(([key, own]) => [key, own.length]))
const asCounts = (slices: { key: string; count: number }[]) =>
  Object.fromEntries(slices.map(({ key, count }) => [key, count]))

describe('figures are those of counting every single request', () => {
  test('by method, status and address', async () => {
    const [method, status, ip] = [
      await send(superAdmin, contract.getMethodBreakdown, { query: range }),
      await send(superAdmin, contract.getStatusCodeBreakdown, { query: range }),
      await send(superAdmin, contract.getIpBreakdown, { query: range }),
    ]
    expect(asCounts(method.body)).toEqual(countBy((request) => request.method))
    expect(asCounts(status.body)).toEqual(countBy((request) => String(request.status)))
    expect(status.body[0]).toMatchObject({ key: '200', label: '200 OK' })
    expect(asCounts(ip.body)).toEqual(countBy((request) => request.ip as string))
  })

  test('by day, with the days that had none', async () => {
    const { body } = await send(superAdmin, contract.getLogsByDate, { query: range })
    expect(body.map(({ date, count }) => [date, count])).toEqual([
      ['2026-03-01', 300],
      ['2026-03-02', 300],
      ['2026-03-03', 0],
      ['2026-03-04', 300],
      ['2026-03-05', 0],
    ])
    for (const { count, by } of body)
      expect((by?.['done'] ?? 0) + (by?.['refused'] ?? 0) + (by?.['failed'] ?? 0)).toBe(count)
    expect(body[0]?.by?.['failed']).toBe(
      requests.filter(({ at, status }) => at.getUTCDate() === 1 && status === 500).length,
    )
  })

  test('on average over the whole range', async () => {
    const { body } = await send(superAdmin, contract.getAverageRequests, { query: range })
    expect(body).toEqual({ perMinute: 0.13, perHour: 7.5, perDay: 180 })
  })

  test('for the most frequent calls, and the time of 95 in 100 is right to one bucket', async () => {
    const { body } = await send(superAdmin, contract.getTopEndpoints, { query: { ...range, n: 5 } })
    expect(body).toHaveLength(5)
    for (const top of body) {
      const own = requests.filter(({ method, path }) => method === top.method && path === top.path)
      expect(top.count).toBe(own.length)
      const times = own.map(({ ms }) => ms).toSorted((a, b) => a - b)
      const exact = times[Math.ceil(0.95 * times.length) - 1] as number
      expect(top.p95ms).toBeGreaterThanOrEqual(exact - 0.1)
      expect(top.p95ms).toBeLessThanOrEqual(exact * msOfBucket(1) + 0.1)
    }
    expect(body.map(({ count }) => count)).toEqual(body.map(({ count }) => count).toSorted((a, b) => b - a))
  })
})

const found = async (raw: Record<string, string>) =>
  (await send(superAdmin, contract.getLogs, { raw: { ...range, ...raw } })).body

describe('the list of requests', () => {
  test('is newest first, and its pages neither overlap nor leave out', async () => {
    const seen: string[] = []
    for (let pageNumber = 1; pageNumber <= 5; pageNumber += 1) {
      const page = await found({ limit: '200', pageNumber: String(pageNumber) })
      expect(page.total).toBe(900)
      seen.push(...page.items.map(({ requestId }) => requestId as string))
    }
    expect(new Set(seen).size).toBe(900)
    const [first] = (await found({ limit: '1' })).items
    expect(Date.parse(first?.at as string)).toBe(Math.max(...requests.map(({ at }) => at.getTime())))
  })

  test.each<[Record<string, string>, (request: LoggedRequest) => boolean]>([
    [{ method: 'POST' }, ({ method }) => method === 'POST'],
    [{ method: 'POST,GET' }, () => true],
    [{ statusCode: '404,500' }, ({ status }) => status === 404 || status === 500],
    [{ path: 'call/3' }, ({ path }) => path.endsWith('/3')],
    [{ path: 'call_3' }, () => false],
    [{ ip: '203.0.113.4' }, ({ ip }) => ip === '203.0.113.4'],
    [{ userEmail: 'PERSON-2@logs.example' }, ({ userEmail }) => userEmail === 'person-2@logs.example'],
    [{ searchQuery: 'person-3' }, ({ userEmail }) => userEmail === 'person-3@logs.example'],
    [{ searchQuery: '%' }, () => false],
    [{ toDate: '2026-03-01' }, ({ at }) => at.getUTCDate() === 1],
  ])('filtered by %j', async (raw, keeps) => {
    expect((await found(raw)).total).toBe(requests.filter(keeps).length)
  })

  test.each([{ statusCode: 'abc' }, { statusCode: '99' }, { method: 'BREW' }, { sortField: 'ms; drop' }])(
    'refuses %j',
    async (raw) => {
      expect((await send(superAdmin, contract.getLogs, { raw })).status).toBe(400)
    },
  )
})

const one = (path: string, at: Date): LoggedRequest => ({ ...(requests[0] as LoggedRequest), path, at })

describe('what a request leaves behind', () => {
  test('is its route, answer and maker, and nothing that was typed', async () => {
    const user = await newUser('client', await newCompany())
    await send(user, getUserDetails, { raw: { planted: 'planted-in-query', company: user.company.key } })
    await world().server.inject({ url: `/api/rest/planted-in-path/x?token=planted` })
    await expect
      .poll(async () => (await send(superAdmin, contract.getLogs, { raw: { userEmail: user.email } })).body.items, {
        timeout: 10_000,
      })
      .toMatchObject([
        {
          method: 'GET',
          path: '/api/rest/user/details',
          status: 200,
          user: user.email,
          company: user.company.key,
          ip: '127.0.0.1',
        },
      ])
    await expect
      .poll(async () => (await send(superAdmin, contract.getLogs, { raw: { path: 'unknown' } })).body.items, {
        timeout: 10_000,
      })
      .toMatchObject([{ status: 404, path: 'unknown' }])
    const { rows } = await world().database.pool.query('select r::text as row from request_logs r')
    expect(JSON.stringify(rows)).not.toContain('planted')
    expect(JSON.stringify(rows)).not.toContain(user.accessToken)
  })

  test('is written when the server stops, whatever its day, and too many while the database is away are dropped and counted', async () => {
    const lines: string[] = []
    const log = openLog('warn', { write: (line: string) => void lines.push(line) })
    const requestLog = new RequestLog({ database: world().database, log })
    requestLog.add(one('/last', new Date('2026-04-09T10:00:00Z')))
    requestLog.add(one('/last', new Date('2026-04-10T10:00:00Z')))
    await requestLog.stop()
    const { rows } = await world().database.pool.query(`select from request_logs where path = '/last'`)
    expect(rows).toHaveLength(2)

    const away = new RequestLog({
      database: { ...world().database, inIdentity: () => Promise.reject(new Error('the database is away')) },
      log,
    })
    for (let n = 0; n < 10_500; n += 1) away.add(one('/away', new Date('2026-04-10T10:00:00Z')))
    await away.stop()
    expect(lines.join('\n')).toContain('"dropped":500')
  })
})

const old = (day: string, ip: string): LoggedRequest => ({ ...one('/old', new Date(day)), ip })

test('old days go with their counts, and addresses of more than ninety days are cut to their network', async () => {
  const { database } = world()
  await prepareDays(
    database,
    ['2025-06-01', '2025-08-01', '2025-10-30'].map((day) => new Date(day)),
  )
  await writeRequests(database, [
    old('2025-06-01T10:00:00Z', '198.51.100.1'),
    old('2025-08-01T10:00:00Z', '198.51.100.1'),
    old('2025-08-01T10:00:00Z', '198.51.100.2'),
    old('2025-08-01T11:00:00Z', '2001:db8:7:8::1'),
    old('2025-10-30T10:00:00Z', '198.51.100.1'),
  ])
  await tidyRequests(database, new Date('2025-11-01T03:17:00Z'), 120)
  const ips = async (text: string) => (await database.pool.query<{ ip: string }>(text)).rows.map(({ ip }) => ip)
  expect(await ips(`select ip from request_logs where path = '/old' order by at, ip`)).toEqual([
    '198.51.100.0/24',
    '198.51.100.0/24',
    '2001:db8:7::/48',
    '198.51.100.1',
  ])
  const counts = await database.pool.query(
    `select ip, count::int from request_ips where hour < '2025-12-01' order by hour, ip`,
  )
  expect(counts.rows).toEqual([
    { ip: '198.51.100.0/24', count: 2 },
    { ip: '2001:db8:7::/48', count: 1 },
    { ip: '198.51.100.1', count: 1 },
  ])
  // The days of the other tests are in the future of this one.
  expect((await send(superAdmin, contract.getMethodBreakdown, { query: range })).body).not.toEqual([])
})

const insert = (email: string, userId: string | null, ip: string, result: string, second: number) =>
  world().database.pool.query(
    'insert into sign_ins (at, email, user_id, ip, user_agent, result) values ($1, $2, $3, $4, $5, $6)',
    [`2026-05-01T10:00:0${second}Z`, email, userId, ip, 'A browser', result],
  )

describe('attempts to sign in', () => {
  test('are listed with company and result, and counted by address', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    await insert(user.email, user.id, '192.0.2.1', 'ok', 1)
    await insert(user.email, user.id, '192.0.2.2', 'refused', 2)
    await insert('nobody@nowhere.example', null, '192.0.2.2', 'refused', 3)
    const day = { fromDate: '2026-05-01', toDate: '2026-05-01' }
    const listed = async (raw: Record<string, string>) =>
      (await send(superAdmin, contract.getSignInLogs, { raw: { ...day, ...raw } })).body.items

    expect(await listed({})).toMatchObject([
      { email: 'nobody@nowhere.example', company: null, result: 'refused' },
      { email: user.email, company: company.key, ip: '192.0.2.2', method: 'password', result: 'refused' },
      { email: user.email, userAgent: 'A browser', result: 'ok', at: '2026-05-01T10:00:01.000Z' },
    ])
    expect(await listed({ result: 'refused' })).toHaveLength(2)
    expect(await listed({ company: company.key })).toHaveLength(2)
    expect(await listed({ company: superAdmin.company.key })).toHaveLength(0)
    expect(await listed({ searchQuery: 'nowhere' })).toHaveLength(1)
    expect(await listed({ ip: '192.0.2.2' })).toHaveLength(2)
    expect((await send(superAdmin, contract.getSignInLogs, { raw: { result: 'maybe' } })).status).toBe(400)
    const { body } = await send(superAdmin, contract.getSignInRequestsByIp, { query: day })
    expect(body).toEqual([
      { ip: '192.0.2.2', count: 2, failed: 2, lastAt: '2026-05-01T10:00:03.000Z' },
      { ip: '192.0.2.1', count: 1, failed: 0, lastAt: '2026-05-01T10:00:01.000Z' },
    ])
  })
})
