import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listScans, listSetups, startScan } from '@signet/contract/collection/scans'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { runScan } from './run-scan.ts'
import { addBrands } from '../../companies/companies.queries.ts'

const world = useWorld({ looksUp: true })
let dns: FakeDns
beforeAll(async () => {
  dns = await startFakeDns()
})
afterAll(() => dns.close())

async function companyOf(name: string, domain: string): Promise<TestCompany> {
  const company = await newCompany()
  const brand = { id: 'watched', name, aliases: [name], official: [domain] }
  await world().database.pool.query('delete from brands where company_id = $1', [company.id])
  await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  return company
}

const manager = async () => newUser('superAdmin', await newCompany())
const of = (company: TestCompany) => ({ params: { company: company.key } })

/** Starts a scan of permutations and runs it as the worker does. */
async function scanned(company: TestCompany, server = dns.address) {
  const user = await manager()
  const started = await send(user, startScan, { ...of(company), body: { feed: 'permutations' } })
  expect(started.status).toBe(202)
  const scan = { scanId: started.body.id, feed: 'permutations', companyId: company.id }
  const failure = await runScan(
    { database: world().database, feedAllow: [], lookUps: { dnsServers: [server] } },
    scan,
  ).then(
    () => null,
    (error: unknown) => error,
  )
  const [last] = (await send(user, listScans, of(company))).body
  return { last, failure }
}

async function titlesOf(company: TestCompany): Promise<string[]> {
  const { rows } = await world().database.pool.query<{ title: string }>(
    'select title from threats where company_id = $1 order by title',
    [company.id],
  )
  return rows.map(({ title }) => title)
}

describe('a scan of permutations', () => {
  test('finds the look-alikes that lead somewhere, and only them', async () => {
    const company = await companyOf('qarrowbank', 'qarrowbank.example')
    dns.set('qarowbank.example', { a: ['192.0.2.7'] })
    dns.set('qarrow-bank.example', { aaaa: ['2001:db8::7'] })
    dns.set('qarrowbankk.example', { txt: ['nothing stands here'] })
    const { last, failure } = await scanned(company)
    expect(failure).toBeNull()
    expect(last).toMatchObject({ state: 'done', feed: 'permutations', found: 2, skipped: 0 })
    const checked = last?.checked
    expect(last?.stages).toEqual([
      { name: 'permutations', state: 'done', done: checked, total: checked, found: 2, note: null },
    ])
    expect(last?.checked).toBeGreaterThan(500)
    expect(last?.checked).toBeLessThanOrEqual(1000)
    expect(await titlesOf(company)).toEqual(['qarowbank.example', 'qarrow-bank.example'])
    expect(dns.questions.some((question) => question.includes(' qarrowbank.example '))).toBe(false)
  }, 60_000)

  test('takes nothing from a suffix that answers for every name', async () => {
    const company = await companyOf('qarrowpay', 'qarrowpay.wild')
    dns.set('*.wild', { a: ['192.0.2.99'] })
    dns.set('qarowpay.wild', { a: ['192.0.2.8'] })
    await scanned(company)
    expect(await titlesOf(company)).toEqual(['qarowpay.wild'])
  }, 60_000)

  test('fails in words when the DNS does not answer, and says how much it could not look up', async () => {
    const company = await companyOf('qarrowcard', 'qarrowcard.broken')
    dns.set('*.broken', { trouble: 'servfail' })
    const { last, failure } = await scanned(company)
    expect(failure).toMatchObject({ kind: 'unreachable' })
    expect(last).toMatchObject({ state: 'failed', found: 0, error: { reason: 'DNS_NOT_ANSWERING' } })
    expect(last?.skipped).toBeGreaterThanOrEqual(40)
    expect(last?.stages).toMatchObject([{ state: 'failed', found: 0, note: last?.error }])
  }, 60_000)

  test('is offered where names are looked up', async () => {
    const company = await newCompany()
    const [setup] = (await send(await manager(), listSetups, { query: { company: [company.key] } })).body
    expect(setup?.looksUp).toBe(true)
  })
})
