import { expect, test } from 'vitest'
import { listScans, startScan } from '@signet/contract/collection/scans'
import { changeCompany } from '@signet/contract/companies/onboarding'
import { dayMs } from '@signet/contract/time'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { addBrands } from '../../companies/companies.queries.ts'
import { startDueScans } from './start-due-scans.ts'

const world = useWorld()

async function night(now = new Date()): Promise<void> {
  const { database, log } = world()
  const outside = { lookUps: { dnsServers: [] } as never, ct: { list: null } as never }
  const parts = { database, log, enqueue: async () => '', ...outside }
  await startDueScans(parts, now)
}

async function watched(scanEvery: 'day' | 'week' | null) {
  const company = await newCompany()
  const brand = { id: 'watched', name: 'Qarrow', aliases: ['qarrowscan'], official: ['qarrowscan.com'] }
  await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  const superAdmin = await newUser('superAdmin', company)
  const changed = await send(superAdmin, changeCompany, {
    params: { company: company.key },
    body: { config: { scanEvery }, version: 1 },
  })
  expect(changed).toMatchObject({ status: 200 })
  return { company, superAdmin, config: changed.body.config }
}
const scansOf = async (company: TestCompany, user: Awaited<ReturnType<typeof newUser>>) =>
  (await send(user, listScans, { params: { company: company.key } })).body
const end = (company: TestCompany, agoMs: number) =>
  world().database.pool.query(
    `with done as (update scans set state = 'done', finished_at = now() where id in
      (select scan_id from company_scans where company_id = $1))
     update company_scans set requested_at = now() - $2::float8 * interval '1 ms' where company_id = $1`,
    [company.id, agoMs],
  )

test('a company with a schedule is scanned at night, and again when the interval is over', async () => {
  const { company, superAdmin, config } = await watched('week')
  expect(config).toMatchObject({ scanEvery: 'week' })
  await night()
  expect(await scansOf(company, superAdmin)).toMatchObject([{ feed: 'first', state: 'queued', by: 'Signet' }])
  await night()
  expect(await scansOf(company, superAdmin)).toHaveLength(1)
  await end(company, 6 * dayMs)
  await night()
  expect(await scansOf(company, superAdmin)).toHaveLength(1)
  await end(company, 7 * dayMs)
  await night()
  expect(await scansOf(company, superAdmin)).toHaveLength(2)
})

test('a company without a schedule or brands is not scanned', async () => {
  const { company, superAdmin, config } = await watched(null)
  expect(config.scanEvery).toBeUndefined()
  const bare = await newCompany()
  const other = await newUser('superAdmin', bare)
  await world().database.pool.query('delete from brands where company_id = $1', [bare.id])
  await send(other, changeCompany, {
    params: { company: bare.key },
    body: { config: { scanEvery: 'day' }, version: 1 },
  })
  await night()
  expect(await scansOf(company, superAdmin)).toEqual([])
  expect(await scansOf(bare, other)).toEqual([])
})

test('a scan that a person started counts, and a running one is not joined by another', async () => {
  const { company, superAdmin } = await watched('day')
  await send(superAdmin, startScan, { params: { company: company.key }, body: {} })
  await night()
  expect(await scansOf(company, superAdmin)).toMatchObject([{ feed: 'bundled' }])
})
