import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../test/harness.ts'
import { whileRefused } from '../../../test/refuse-rows.ts'
import { queryBlockLists } from './query-block-lists.job.ts'

const world = useWorld()
let dns: FakeDns
beforeAll(async () => {
  dns = await startFakeDns()
})
afterAll(() => dns.close())

const run = (sql: string, ...values: unknown[]) => world().database.pool.query(sql, values)
const start = Date.parse('2026-03-01T00:00:00Z')
const at = (hours: number) => new Date(start + hours * hourMs)

/** An open takedown of a domain, and two block lists that are queried for it. */
async function createFixture(host: string) {
  const company = await newCompany()
  const client = await newUser('client', company)
  const threat = await newThreat(company, { name: host })
  await run(
    `insert into domain_watches (company_id, threat_id, host, next_at) values ($1, $2, $3, '2020-01-01')`,
    company.id,
    threat.id,
    host,
  )
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const params = { takedownId: body.takedown?.id ?? '' }
  const read = async () => (await send(client, getTakedown, { params })).body
  const warnings: unknown[] = []
  const query = async (hours: number) => {
    await run(`update answer_gates set next_at = '2020-01-01'`)
    await queryBlockLists({
      database: world().database,
      settings: { blockLists: ['a.list.example', 'b.list.example'], dnsServers: [dns.address] },
      log: { warn: (fields: unknown) => void warnings.push(fields), error: () => {} },
      signal: new AbortController().signal,
      now: () => at(hours),
    })
  }
  return { company, read, query, warnings }
}

test('the first time that a block list has the target is kept when it is listed again', async () => {
  const { read, query } = await createFixture('login.listed-brand.example')
  await query(0)
  expect((await read()).blockLists).toMatchObject([
    { list: 'a.list.example', isListed: false, firstListedAt: null, checkedAt: at(0).toISOString() },
    { list: 'b.list.example', isListed: false },
  ])
  // The list has the domain that the host belongs to.
  dns.set('listed-brand.example.b.list.example', { a: ['127.0.1.4'] })
  await query(2)
  dns.remove('listed-brand.example.b.list.example')
  await query(4)
  dns.set('listed-brand.example.b.list.example', { a: ['127.0.1.4'] })
  await query(6)
  const { blockLists, timing, events } = await read()
  expect(blockLists[1]).toEqual({
    list: 'b.list.example',
    isListed: true,
    firstListedAt: at(2).toISOString(),
    checkedAt: at(6).toISOString(),
  })
  expect(timing.moments).toContainEqual({
    key: 'blocked',
    first: at(2).toISOString(),
    last: at(2).toISOString(),
    count: 1,
  })
  expect(events.filter(({ remark }) => remark === 'b.list.example').map(({ text }) => text)).toEqual([
    'On a block list',
    'No longer on a block list',
    'On a block list',
  ])
})

test('a list is not queried again within the hour', async () => {
  const { query } = await createFixture('once.example')
  await query(0)
  await query(0.9)
  expect(dns.questions.filter((question) => question.includes('once.example.a.list'))).toHaveLength(1)
})

test('a list that refuses the query says nothing about the target', async () => {
  const { read, query, warnings } = await createFixture('refused.example')
  dns.set('refused.example.a.list.example', { a: ['127.255.255.254'] })
  await query(0)
  dns.remove('refused.example.a.list.example')
  expect((await read()).blockLists.map(({ list }) => list)).toEqual(['b.list.example'])
  expect(warnings).toEqual([{ list: 'a.list.example', reason: 'BLOCK_LIST_REFUSED' }])
})

test('answers that cannot be kept for one company are kept for the others, and the run fails', async () => {
  const broken = await createFixture('broken.example')
  const sound = await createFixture('sound.example')
  await whileRefused({ table: 'takedown_listings', change: 'insert', companyId: broken.company.id }, async () => {
    await expect(sound.query(9)).rejects.toThrow(`${broken.company.id}: failed for 2 of 2: a.list.example`)
  })
  expect((await broken.read()).blockLists).toEqual([])
  expect((await sound.read()).blockLists.map(({ list }) => list)).toEqual(['a.list.example', 'b.list.example'])
})
