import { beforeEach, expect, test } from 'vitest'
import { getSlowCalls, slowCallMs, slowCallsMax } from '@signet/contract/operation/slow-calls'
import { hourMs } from '@signet/contract/time'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import { prepareDays, writeRequests } from '../logs/logged-requests.queries.ts'

const world = useWorld()
const slowCalls = async () => (await send(await newUser('superAdmin', await newCompany()), getSlowCalls)).body

/** Logs requests of a call with these durations, some hours ago. */
async function logged(path: string, durations: readonly number[], hoursAgo = 1) {
  const at = new Date(Date.now() - hoursAgo * hourMs)
  await prepareDays(world().database, [at])
  const rest = { at, method: 'GET', status: 200, ip: null, userEmail: null, company: null, requestId: null }
  await writeRequests(
    world().database,
    durations.map((ms) => ({ ...rest, path, ms })),
  )
}
const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)

beforeEach(async () => {
  await world().database.pool.query('delete from request_counts')
})

test('no call is slow if all but a few were answered within the limit', async () => {
  await logged('/api/rest/quick', [...times(95, 20), ...times(5, 9000)])
  await logged('/api/rest/nearly', times(20, 480))
  expect(await slowCalls()).toEqual([])
})

test('slow calls come slowest first, with their number, the time of 95 in 100 and the longest', async () => {
  await logged('/api/rest/slow', [...times(18, 100), ...times(2, 700)])
  await logged('/api/rest/slower', [...times(3, 4000), 20_000], 3)
  const body = await slowCalls()
  expect(body.map(({ method, path, count }) => [method, path, count])).toEqual([
    ['GET', '/api/rest/slower', 4],
    ['GET', '/api/rest/slow', 20],
  ])
  const exact = [
    { p95: 20_000, longest: 20_000 },
    { p95: 700, longest: 700 },
  ]
  for (const [index, { p95, longest }] of exact.entries()) {
    expect(body[index]?.p95ms).toBeGreaterThanOrEqual(p95)
    expect(body[index]?.p95ms).toBeLessThanOrEqual(p95 * 1.2 + 1)
    expect(body[index]?.longestMs).toBeGreaterThanOrEqual(longest)
    expect(body[index]?.longestMs).toBeLessThanOrEqual(longest * 1.2 + 1)
  }
})

test('a call that took just longer than the limit is slow', async () => {
  await logged('/api/rest/just', times(3, slowCallMs + 1))
  expect((await slowCalls()).map(({ path }) => path)).toEqual(['/api/rest/just'])
})

test('calls of more than a day ago and event streams, which stay open for hours, are left out', async () => {
  await logged('/api/rest/earlier', times(3, 4000), 26)
  await logged('/api/rest/notifications/stream', times(3, 3_600_000))
  expect(await slowCalls()).toEqual([])
})

test('at most ten are listed', async () => {
  for (let n = 0; n <= slowCallsMax; n += 1) await logged(`/api/rest/slow/${n}`, [1000 * 1.3 ** n])
  const body = await slowCalls()
  expect(body).toHaveLength(slowCallsMax)
  expect(body[0]?.path).toBe(`/api/rest/slow/${slowCallsMax}`)
})
