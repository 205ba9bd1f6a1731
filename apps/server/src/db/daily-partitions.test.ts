import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { dayMs, isoDay } from '@signet/contract/time'
import { newCompany, useWorld } from '../../test/harness.ts'
import { features } from '../http/features.generated.ts'
import { createDays, dropDays, hasStrayEvents, liveEvents, prepareLiveEvents } from './daily-partitions.ts'
import { migrate } from './migrate.ts'

const world = useWorld()
const now = new Date()
const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
const nameOf = (days: number) => `live_events_d${isoDay(inDays(days)).replaceAll('-', '')}`

const run = async <T extends object>(text: string, values: unknown[] = []) =>
  (await world().database.pool.query<T>(text, values)).rows
const partitions = async () =>
  (
    await run<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'signet_logs'::regnamespace and relname ~ '^live_events_d[0-9]{8}$' order by 1`,
    )
  ).map(({ name }) => name)
const days = Array.from({ length: 11 }, (_, index) => nameOf(index - 7))

async function addEvent(companyId: number, at: Date): Promise<void> {
  await world().database.inCompanies([companyId], (tx) =>
    tx
      .insertInto('live_events')
      .values({ company_id: companyId, id: randomUUID(), type: 'toast', user_id: null, at })
      .execute(),
  )
}
const placesOf = async (companyId: number) =>
  (
    await run<{ place: string }>(
      `select relname as place from live_events e join pg_class c on c.oid = e.tableoid where company_id = $1 order by at`,
      [companyId],
    )
  ).map(({ place }) => place)

beforeEach(async () => {
  await dropDays(world().database, liveEvents, inDays(1000))
  await prepareLiveEvents(world().database, now)
})

test('after migrations, each day that events are kept has a partition, and three days ahead', async () => {
  await dropDays(world().database, liveEvents, inDays(1000))
  expect(await partitions()).toEqual([])
  await migrate(world().database)
  expect(await partitions()).toEqual(days)
})

test('an installation that was off for months creates the days that it needs, and the clean-up drops the old ones', async () => {
  const { id } = await newCompany()
  await createDays(world().database, liveEvents, [inDays(-100), inDays(-99)])
  await addEvent(id, inDays(-99))
  const feature = features.find(({ kept }) => kept.some(({ table }) => table === 'notifications'))
  await feature?.nightly?.({ database: world().database } as never, now)
  expect(await partitions()).toEqual(days)
  expect(await placesOf(id)).toEqual([])
})

test('an event without a partition is kept, needs attention, and moves to its day when that is created', async () => {
  const { database } = world()
  const { id } = await newCompany()
  expect(await hasStrayEvents(database)).toBe(false)
  await addEvent(id, inDays(10))
  await addEvent(id, inDays(11))
  expect(await placesOf(id)).toEqual(['live_events_default', 'live_events_default'])
  expect(await hasStrayEvents(database)).toBe(true)
  await createDays(database, liveEvents, [inDays(10)])
  expect(await placesOf(id)).toEqual([nameOf(10), 'live_events_default'])
  expect(await hasStrayEvents(database)).toBe(true)
  await createDays(database, liveEvents, [inDays(11)])
  expect(await placesOf(id)).toEqual([nameOf(10), nameOf(11)])
  expect(await hasStrayEvents(database)).toBe(false)
})

test('an old event without a partition is deleted with the days before it', async () => {
  const { database } = world()
  const { id } = await newCompany()
  await addEvent(id, inDays(-60))
  await dropDays(database, liveEvents, inDays(-7))
  expect(await placesOf(id)).toEqual([])
  expect(await hasStrayEvents(database)).toBe(false)
})

test('two processes can create the same days at the same time', async () => {
  const wanted = [inDays(20), inDays(21)]
  await Promise.all([1, 2, 3].map(() => createDays(world().database, liveEvents, wanted)))
  expect(await partitions()).toEqual([...days, nameOf(20), nameOf(21)])
})

test('old days are dropped although a transaction uses the table, without blocking others behind it', async () => {
  const { database } = world()
  const { id } = await newCompany()
  await createDays(database, liveEvents, [inDays(-30)])
  const holder = await database.pool.connect()
  try {
    await holder.query('begin; lock table live_events in access share mode')
    const dropping = dropDays(database, liveEvents, inDays(-7))
    await addEvent(id, now)
    await holder.query('commit')
    expect(await dropping).toBe(1)
  } finally {
    holder.release()
  }
  expect(await partitions()).toEqual(days)
})

test('a partition cannot be read or written directly, not even by a role that may use the table', async () => {
  const { database } = world()
  const { id } = await newCompany()
  await addEvent(id, now)
  const rows = await run(
    `select relname from pg_class where oid in (select relid from pg_partition_tree('live_events') where isleaf)
     and not (relrowsecurity and relforcerowsecurity)`,
  )
  expect(rows).toEqual([])
  const client = await database.pool.connect()
  try {
    for (const text of [`select from signet_logs.${nameOf(0)}`, `delete from signet_logs.${nameOf(0)}`]) {
      await client.query(`begin; set local role signet_app; set local app.companies = '${id}'`)
      await expect(client.query(text), text).rejects.toThrow(/permission denied/)
      await client.query('rollback')
    }
  } finally {
    client.release()
  }
})
