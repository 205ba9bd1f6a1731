import { describe, expect, test } from 'vitest'
import { addThreat, addThreats } from '@signet/contract/threats/add-threats'
import { addKey } from '../../../test/api-key.ts'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'

const world = useWorld({ looksUp: true })

/** The hosts of a company that are looked up, and how many jobs were queued. */
async function queuedDomains(company: TestCompany) {
  const hosts = await world().database.pool.query<{ host: string }>(
    'select host from domain_watches where company_id = $1 order by host',
    [company.id],
  )
  const jobs = await world().database.pool.query(
    `select from pgboss.job where name = 'enrich' and data ->> 'companyId' = $1`,
    [String(company.id)],
  )
  return { hosts: hosts.rows.map(({ host }) => host), jobs: jobs.rowCount }
}

async function ingest(key: string, source: string, lines: object[]) {
  const answer = await world().server.inject({
    method: 'POST',
    url: `/api/rest/ingest/${source}`,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-ndjson' },
    payload: lines.map((line) => JSON.stringify(line)).join('\n'),
  })
  expect(answer.statusCode).toBe(200)
}

const domain = (name: string) => ({ threatType: 'Phishing site', severity: 'High', fields: { domain_name: name } })
/** In the format of a collector. */
const sent = (name: string) => ({ externalId: name, ...domain(name) })

describe('new threats are looked up as soon as they are stored', () => {
  test('when a collector sends it, and once', async () => {
    const company = await newCompany()
    const { key } = await addKey(company, { scopes: ['ingest'] })
    await ingest(key, 'Domain', ['one.example', 'two.example', 'one.example'].map(sent))
    expect(await queuedDomains(company)).toEqual({ hosts: ['one.example', 'two.example'], jobs: 1 })
    await ingest(key, 'Domain', [sent('one.example')])
    await ingest(key, 'Reddit', [{ ...sent('a name'), threatType: 'Fake account', fields: {} }])
    expect(await queuedDomains(company)).toEqual({ hosts: ['one.example', 'two.example'], jobs: 1 })
    await ingest(key, 'Domain', [sent('three.example')])
    expect((await queuedDomains(company)).jobs).toBe(2)
  })

  test('when a person adds one, or many', async () => {
    const company = await newCompany()
    const admin = await newUser('admin', company)
    const one = { company: company.key, source: 'Domain' as const, ...domain('by-hand.example') }
    expect((await send(admin, addThreat, { body: one as never })).status).toBe(201)
    expect(await queuedDomains(company)).toEqual({ hosts: ['by-hand.example'], jobs: 1 })
    const rows = ['by-hand.example', 'many-1.example', 'many-2.example'].map(domain)
    const many = { company: company.key, source: 'Domain' as const, rows }
    expect((await send(admin, addThreats, { body: { ...many, dryRun: true } as never })).status).toBe(200)
    expect((await queuedDomains(company)).jobs).toBe(1)
    expect((await send(admin, addThreats, { body: { ...many, dryRun: false } as never })).status).toBe(200)
    expect(await queuedDomains(company)).toEqual({
      hosts: ['by-hand.example', 'many-1.example', 'many-2.example'],
      jobs: 2,
    })
  })
})
