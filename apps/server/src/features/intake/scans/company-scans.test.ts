import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { archiveCompany } from '@signet/contract/companies/onboarding'
import { listScans, listSetups, startScan } from '@signet/contract/collection/scans'
import { getSourceCoverage } from '@signet/contract/collection/connectors'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { scanFeed } from './scan-feed.ts'
import { addBrands } from '../../companies/companies.queries.ts'

const world = useWorld()
const manager = async () => newUser('superAdmin', await newCompany())
const of = (company: TestCompany) => ({ params: { company: company.key } })

async function companyWatching(alias: string): Promise<TestCompany> {
  const company = await newCompany()
  const brand = { id: 'watched', name: alias, aliases: [alias], official: [`${alias}.com`] }
  await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  return company
}

/** Runs a scan as the worker does; the feed consists of a few lines. */
const work = (company: TestCompany, scanId: string, lines: string[]) =>
  scanFeed(
    { database: world().database, feedAllow: [], stdin: Readable.from([`${lines.join('\n')}\n`]) },
    { scanId, feed: '-', companyId: company.id },
  )

describe('a scan of a company', () => {
  test('is queued, on record, and says afterwards what was checked and found', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowbank')
    const started = await send(user, startScan, { ...of(company), body: {} })
    expect(started).toMatchObject({
      status: 202,
      body: { state: 'queued', feed: 'bundled', stages: [], checked: 0, found: 0, finishedAt: null },
    })
    await work(company, started.body.id, ['login-qarrowbank.example', 'unrelated.example', 'qarrowbank.com'])
    const listed = await send(user, listScans, of(company))
    expect(listed.body).toMatchObject([{ id: started.body.id, state: 'done', checked: 3, found: 1, seenAgain: 0 }])
    const trail = await send(user, listAudit, { query: { company: company.key } })
    expect(trail.body.items).toMatchObject([
      { action: 'scan.started', by: user.email, target: { type: 'scan', id: started.body.id } },
    ])
  })

  test('that runs again after a crash counts what it found once', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowpay')
    const { id } = (await send(user, startScan, { ...of(company), body: {} })).body
    const lines = ['login-qarrowpay.example', 'qarrowpay-secure.test']
    await work(company, id, lines)
    await work(company, id, lines)
    expect((await send(user, listScans, of(company))).body).toMatchObject([{ found: 2, seenAgain: 0 }])
  })

  test('is rejected while another one runs, and starts once after simultaneous requests', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowcard')
    const answers = await Promise.all([1, 2, 3].map(() => send(user, startScan, { ...of(company), body: {} })))
    const refused = answers.filter(({ status }) => status !== 202)
    expect(refused).toMatchObject([refusal('SCAN_RUNNING'), refusal('SCAN_RUNNING')])
    expect((await send(user, listScans, of(company))).body).toHaveLength(1)
  })

  test('is refused for a company without brands, and for an unknown feed', async () => {
    const user = await manager()
    const company = await newCompany()
    await world().database.pool.query('delete from brands where company_id = $1', [company.id])
    expect(await send(user, startScan, { ...of(company), body: {} })).toMatchObject(refusal('NO_BRANDS'))
    for (const feed of ['/etc/passwd', '-', 'file:///etc/passwd', 'javascript:alert(1)'])
      expect((await send(user, startScan, { ...of(company), body: { feed } })).status).toBe(400)
  })

  test('of permutations is refused where names are not looked up', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowlook')
    const refused = await send(user, startScan, { ...of(company), body: { feed: 'permutations' } })
    expect(refused).toMatchObject(refusal('ENRICHMENT_OFF'))
    expect(refused.body.message).toContain('SIGNET_ENRICH')
    const first = await send(user, startScan, { ...of(company), body: { feed: 'first' } })
    expect(first).toMatchObject(refusal('SCAN_SOURCES_OFF'))
    const [setup] = (await send(user, listSetups, { query: { company: [company.key] } })).body
    expect(setup).toMatchObject({ looksUp: false, followsLogs: false })
  })

  test('keeps nothing of what an address carries in its query', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowcoin')
    const feed = 'https://feeds.example/names.txt?key=secret'
    const started = await send(user, startScan, { ...of(company), body: { feed } })
    expect(started.body.feed).toBe('https://feeds.example/names.txt')
  })

  test('of another company is not shown', async () => {
    const user = await manager()
    const [own, other] = [await companyWatching('qarrowone'), await companyWatching('qarrowtwo')]
    await send(user, startScan, { ...of(own), body: {} })
    expect((await send(user, listScans, of(other))).body).toEqual([])
  })
})

describe('the set-up of a company', () => {
  test('lists which parts of the set-up are complete and which are missing', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowset')
    await newUser('client', company)
    await newUser('qa', await newCompany(), [company])
    const one = async () => (await send(user, listSetups, { query: { company: [company.key] } })).body
    expect(await one()).toMatchObject([
      {
        company: company.key,
        brands: 2,
        apps: 0,
        people: 0,
        hasLogo: false,
        clients: 1,
        reviewers: 1,
        signIn: null,
        hasThreats: false,
        trademarks: 0,
        isAuthorised: false,
        lastScan: null,
      },
    ])
    const { id } = (await send(user, startScan, { ...of(company), body: {} })).body
    await work(company, id, ['login-qarrowset.example'])
    expect(await one()).toMatchObject([{ hasThreats: true, lastScan: { id, state: 'done', found: 1 } }])
  })

  test('counts the sources that collect as their own page does', async () => {
    const user = await manager()
    const company = await companyWatching('qarrowsrc')
    const shown = async () => {
      const coverage = (await send(user, getSourceCoverage, { query: { company: company.key } })).body
      const threats = coverage.filter(({ kind }) => kind === 'threat')
      return { all: threats.length, collecting: threats.filter(({ state }) => state === 'collecting').length }
    }
    const counted = async () => (await send(user, listSetups, { query: { company: [company.key] } })).body[0]?.sources
    const before = await shown()
    expect(await counted()).toEqual(before)
    const info = {
      id: randomUUID(),
      connector: 'phishTank',
      is_on: true,
      on_since: new Date(),
      company_id: company.id,
    } as const
    await world().database.inCompanies([company.id], (tx) => tx.insertInto('connectors').values(info).execute())
    expect(await counted()).toEqual(await shown())
  })

  test('is reported for active companies only', async () => {
    const user = await manager()
    const company = await newCompany()
    const keys = async () => (await send(user, listSetups)).body.map((setup) => setup.company)
    expect(await keys()).toContain(company.key)
    await send(user, archiveCompany, { ...of(company), body: {} })
    expect(await keys()).not.toContain(company.key)
  })
})
