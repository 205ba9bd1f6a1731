import os from 'node:os'
import { beforeEach, expect, test } from 'vitest'
import { getDiskUse } from '@signet/contract/operation/disk-use'
import { getSystemHealth } from '@signet/contract/operation/system-health'
import { anotherServer, newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'
import { measureDiskUse } from './measure-disk-use.job.ts'

const world = useWorld({ works: true })
const gib = 1024 ** 3
const run = async (text: string, values: unknown[] = []) => (await world().database.pool.query(text, values)).rows
const diskUse = async () => (await send(await newUser('superAdmin', await newCompany()), getDiskUse)).body

/** A disk that has grown by a number of bytes on each of the last days. */
const measureDisk = (days: number, perDay: number, free: number) =>
  run(
    `insert into disk_sizes (day, used, free) select current_date - n, ${10 * gib} - n * $2::bigint, $3::bigint + n * $2::bigint
     from generate_series(0, $1::int) n`,
    [days, perDay, free],
  )

beforeEach(async () => {
  for (const table of ['disk_sizes', 'table_sizes', 'company_sizes', 'database_sizes'])
    await run(`delete from ${table}`)
})

test('without a measurement there is nothing to show', async () => {
  expect(await diskUse()).toEqual({ measuredOn: null, disk: null, database: null, tables: [], companies: [] })
})

test('a measurement finds the disk, the largest tables and the share of each company in them', async () => {
  const [large, small] = [await newCompany(), await newCompany()]
  for (let n = 0; n < 12; n += 1) await newThreat(large)
  await newThreat(small)
  await run(
    `insert into files (company_id, id, owner_kind, name, type, size, sha256, created_by_name)
     values (${large.id}, gen_random_uuid(), 'logo', 'logo.png', 'image/png', 100000000, repeat('a', 64), 'Ada')`,
  )
  await measureDiskUse(world(), os.tmpdir())
  // Measured twice on one day, it counts once.
  await measureDiskUse(world(), os.tmpdir())
  const { measuredOn, disk, database, tables, companies } = await diskUse()
  expect(measuredOn).toBe(new Date().toISOString().slice(0, 10))
  expect(disk).toMatchObject({ perDay: null, days: 0, daysUntilFull: null })
  expect(disk?.used).toBeGreaterThan(0)
  expect(database?.bytes).toBeGreaterThan(1_000_000)
  expect(tables.map(({ name }) => name)).toContain('pgboss.job')
  expect(tables.map(({ bytes }) => bytes)).toEqual(tables.map(({ bytes }) => bytes).toSorted((a, b) => b - a))
  expect(companies[0]).toMatchObject({ fileBytes: 100_000_000 })
  const sizes = await run('select company_id, bytes::int from company_sizes where company_id = any ($1)', [
    [large.id, small.id],
  ])
  const sizeOf = ({ id }: { id: number }) => sizes.find(({ company_id: company }) => company === id)?.bytes as number
  expect(sizeOf(large)).toBeGreaterThan(sizeOf(small))
  expect(sizeOf(small)).toBeGreaterThan(0)
})

test('growth is that of the last month, and says when the disk is full', async () => {
  await measureDisk(10, gib, 100 * gib)
  await run(`insert into disk_sizes (day, used, free) values (current_date - 40, 0, 1)`)
  const { disk } = await diskUse()
  expect(disk).toEqual({ used: 10 * gib, free: 100 * gib, perDay: gib, days: 10, daysUntilFull: 100 })
})

test('no date is forecast from less than a week, or for a disk that does not fill up', async () => {
  await measureDisk(6, gib, 5 * gib)
  expect((await diskUse()).disk).toMatchObject({ perDay: gib, daysUntilFull: null })
  await run('delete from disk_sizes')
  await measureDisk(10, -gib, 50 * gib)
  expect((await diskUse()).disk).toMatchObject({ perDay: -gib, daysUntilFull: null })
})

test('a disk that is full in less than 14 days needs attention, in System health and in the metrics', async () => {
  const operator = await newUser('superAdmin', await newCompany())
  const growth = async () => (await send(operator, getSystemHealth)).body.find(({ name }) => name === 'diskGrowth')
  const metricsToken = 'a token of the tests'
  const server = await anotherServer({ metricsToken })
  const scrape = async () =>
    (await server.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body

  expect(await growth()).toMatchObject({ ok: true, isOff: true })
  expect(await scrape()).not.toMatch(/^signet_disk_full_in_days /m)
  await measureDisk(10, gib, 14 * gib)
  expect(await growth()).toMatchObject({ ok: true })
  await run('delete from disk_sizes')
  await measureDisk(10, gib, 13.5 * gib)
  expect(await growth()).toMatchObject({
    ok: false,
    detail: { message: 'Full in about 13 days: 1,073.7 MB a day over the last 10 days.' },
  })
  await run(`insert into table_sizes (day, name, bytes, row_count) values (current_date, 'threats', 1000, 1)`)
  const body = await scrape()
  expect(body).toMatch(/^signet_disk_full_in_days 13$/m)
  expect(body).toMatch(/^signet_table_bytes\{table="threats"\} 1000$/m)
  await server.close()
})

test('a worker measures every night, and keeps the sizes of tables for 100 days and those of the disk for 400', async () => {
  expect(await run(`select cron from pgboss.schedule where name = 'measure-disk-use'`)).toEqual([
    { cron: '47 3 * * *' },
  ])
  const { id } = await newCompany()
  await run(`insert into table_sizes (day, name, bytes, row_count) values (current_date - 101, 'threats', 1, 1)`)
  await run(`insert into disk_sizes (day, used, free) values (current_date - 399, 1, 1), (current_date - 401, 1, 1)`)
  await run(`insert into company_sizes (company_id, day, bytes, file_bytes) values (${id}, current_date - 101, 1, 1)`)
  await measureDiskUse(world(), null)
  const past = (table: string) => run(`select from ${table} where day < current_date`)
  expect(await past('table_sizes')).toHaveLength(0)
  expect(await past('company_sizes')).toHaveLength(0)
  expect(await past('disk_sizes')).toHaveLength(1)
})
