import { listAllThreats, decideThreats } from '@signet/contract/threats/threats'
import { listAllTouts } from '@signet/contract/touts/touts'
import type { Trait } from '@signet/detection'
import { describe, expect, test } from 'vitest'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { publishThreats, type NewPublished } from '../../../../test/many-threats.ts'
import { insertTraits } from '../found/traits.queries.ts'

const world = useWorld()

/** Creates threats by name, a day apart, the first being the oldest. */
async function clientWith(threats: readonly NewPublished[]) {
  const company = await newCompany()
  const dated = threats.map((each, day) => ({
    firstSeen: `2026-03-${String(day + 1).padStart(2, '0')}T08:00:00Z`,
    ...each,
  }))
  const ids = await publishThreats(world().database, company, dated)
  return { company, user: await newUser('client', company), ids }
}
const collapsed = { similar: 'collapsed', limit: 100 } as const
const domain = (name: string) => ({ title: name, fields: { registrable_domain: name, domain_name: name } })
const place = (title: string, phone: string): NewPublished => ({
  source: 'GoogleMaps',
  title,
  fields: { title, phone },
})

async function rowsOf(user: Awaited<ReturnType<typeof newUser>>, query: object) {
  const { status, body } = await send(user, listAllThreats, { query })
  expect(status).toBe(200)
  return body
}

describe('a list of similar threats as one row', () => {
  test('shows the first of each in the order of the list, with how many there are', async () => {
    const { user, ids } = await clientWith([
      domain('one.example'),
      { source: 'URL', title: 'https://one.example/login', fields: { registrable_domain: 'one.example' } },
      domain('two.example'),
      { source: 'Telegram', title: 'Qarrow Support' },
      { source: 'Telegram', title: 'QARROW-support!' },
      { source: 'Instagram', title: 'Qarrow Support' },
      place('Qarrow branch', '+1 555-0100'),
      place('Qarrow help line', '+15550100'),
      { source: 'EASM', title: 'Remote desktop', fields: { service: 'Remote desktop', host: 'a.example' } },
      { source: 'EASM', title: 'Remote desktop', fields: { service: 'Remote desktop', host: 'b.example' } },
    ])
    const newest = await rowsOf(user, collapsed)
    expect(newest.items.map(({ id, similar }) => [ids.indexOf(id), similar])).toEqual([
      [9, undefined],
      [8, undefined],
      [7, 2],
      [5, undefined],
      [4, 2],
      [2, undefined],
      [1, 2],
    ])
    expect(newest).toMatchObject({ total: 7, matching: 10 })
    const oldest = await rowsOf(user, { ...collapsed, sortDirection: 'asc' })
    expect(oldest.items.map(({ id }) => ids.indexOf(id))).toEqual([0, 2, 3, 5, 6, 8, 9])
    const second = await rowsOf(user, { ...collapsed, limit: 3, pageNumber: 2 })
    expect(second.items.map(({ id }) => ids.indexOf(id))).toEqual([5, 4, 2])
    expect(second).toMatchObject({ total: 7, matching: 10 })
    // By default, every threat has its own row.
    expect(await rowsOf(user, {})).toMatchObject({ total: 10 })
    expect((await rowsOf(user, {})).matching).toBeUndefined()
  })

  test('finds what matches although the newest of its kind does not', async () => {
    const { user, ids } = await clientWith([
      { ...domain('one.example'), severity: 4 },
      { ...domain('a.one.example'), severity: 4, fields: { registrable_domain: 'one.example' } },
      { ...domain('b.one.example'), severity: 1, fields: { registrable_domain: 'one.example' } },
    ])
    const critical = await rowsOf(user, { ...collapsed, threatSeverity: ['Critical'] })
    expect(critical.items.map(({ id, similar }) => [ids.indexOf(id), similar])).toEqual([[1, 2]])
    expect(critical).toMatchObject({ total: 1, matching: 2 })
    const found = await rowsOf(user, { ...collapsed, searchQuery: 'a.one' })
    expect(found.items.map(({ id, similar }) => [ids.indexOf(id), similar])).toEqual([[1, undefined]])
    const all = await rowsOf(user, { ...collapsed, searchQuery: 'one.example', sortField: 'severity' })
    expect(all.items.map(({ id, similar }) => [ids.indexOf(id), similar])).toEqual([[1, 3]])
    expect((await rowsOf(user, { ...collapsed, searchQuery: 'nowhere' })).items).toEqual([])
  })

  test('lists the records that a row represents, only those of the filter', async () => {
    const { user, ids } = await clientWith([
      { ...domain('one.example'), severity: 4 },
      { ...domain('a.one.example'), severity: 1, fields: { registrable_domain: 'one.example' } },
      domain('two.example'),
    ])
    const members = await rowsOf(user, { similarTo: ids[0] })
    expect(members.items.map(({ id }) => ids.indexOf(id))).toEqual([1, 0])
    const low = await rowsOf(user, { similarTo: ids[0], threatSeverity: ['Low'] })
    expect(low.items.map(({ id }) => ids.indexOf(id))).toEqual([1])
    const stranger = await newUser('client', await newCompany())
    expect((await rowsOf(stranger, { similarTo: ids[0] })).items).toEqual([])
  })

  test('counts what was decided as well, and marks of all leave nothing undecided', async () => {
    const { user, company, ids } = await clientWith([domain('one.example'), domain('one.example')])
    const answer = await send(user, decideThreats, {
      body: { company: company.key, selection: { ids }, action: 'whitelist' },
    })
    expect(answer.body.done.toSorted()).toEqual(ids.toSorted())
    expect((await rowsOf(user, collapsed)).items).toMatchObject([{ similar: 2, status: 'whitelist' }])
    expect(await rowsOf(user, { ...collapsed, status: ['open'] })).toMatchObject({ total: 0, matching: 0 })
  })

  test('says of a row how severe the worst of its open records is, if that is worse than its first', async () => {
    const sub = { ...domain('a.one.example'), fields: { registrable_domain: 'one.example' } }
    const { user, company, ids } = await clientWith([
      { ...domain('one.example'), severity: 4 },
      { ...sub, severity: 3 },
      { ...sub, severity: 1 },
      { ...domain('two.example'), severity: 2 },
    ])
    const severityOf = async (query: object) =>
      (await rowsOf(user, query)).items.map(({ severity, similarSeverity }) => [severity, similarSeverity])
    expect(await severityOf(collapsed)).toEqual([
      ['Medium', undefined],
      ['Low', 'Critical'],
    ])
    // What the filter leaves out is not in the row.
    expect(await severityOf({ ...collapsed, threatSeverity: ['Low', 'High'] })).toEqual([['Low', 'High']])
    expect(await severityOf({ ...collapsed, sortField: 'severity' })).toEqual([
      ['Critical', undefined],
      ['Medium', undefined],
    ])
    await send(user, decideThreats, {
      body: { company: company.key, selection: { ids: ids.slice(0, 1) }, action: 'whitelist' },
    })
    expect((await severityOf(collapsed)).at(-1)).toEqual(['Low', 'High'])
  })

  test('keeps touts and threats apart', async () => {
    const company = await newCompany({ modules: { touts: true } })
    const threats: NewPublished = { source: 'Telegram', title: 'Cheap tickets' }
    await publishThreats(world().database, company, [threats, threats, { ...threats, kind: 'tout' }])
    const user = await newUser('client', company)
    expect((await rowsOf(user, collapsed)).items).toMatchObject([{ similar: 2 }])
    const { body } = await send(user, listAllTouts, { query: collapsed })
    expect(body).toMatchObject({ total: 1, matching: 1 })
  })
})

const look = (company: TestCompany, threatId: string, traits: Trait[]) =>
  world().database.inCompanies([company.id], (tx) => insertTraits(tx, company.id, threatId, traits))

describe('threats that share a trait', () => {
  const key: Trait = { kind: 'certificateKey', value: 'ab'.repeat(32) }
  const order: Trait = { kind: 'registration', value: 'Example Registrar, 2026-11-01 10:03' }
  const servers: Trait = { kind: 'nameServers', value: 'ns1.host.example ns2.host.example' }
  let counter = 0
  const published = (company: TestCompany, name?: string) => {
    counter += 1
    return newThreat(company, { name: name ?? `shared-${counter}.example` })
  }

  test('are one row once they share a key or were registered together, not for a hoster in common', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const [one, two, three, four] = await Promise.all([1, 2, 3, 4].map(() => published(company)))
    if (!one || !two || !three || !four) throw new Error('no threats')
    await look(company, one.id, [key, order, servers])
    await look(company, three.id, [servers])
    expect(await rowsOf(user, collapsed)).toMatchObject({ total: 4, matching: 4 })
    await look(company, two.id, [key, servers])
    await look(company, four.id, [order])
    // The key is more significant than the registration: the first two stay together, and the fourth has no partner yet.
    expect(await rowsOf(user, collapsed)).toMatchObject({ total: 3, matching: 4 })
    const members = await rowsOf(user, { similarTo: one.id })
    expect(members.items.map(({ id }) => id).toSorted()).toEqual([one.id, two.id].toSorted())
    await look(company, two.id, [servers])
    await look(company, one.id, [order, servers])
    expect((await rowsOf(user, { similarTo: four.id })).items.map(({ id }) => id).toSorted()).toEqual(
      [one.id, four.id].toSorted(),
    )
  })

  test('are not similar when half the world shares the trait', async () => {
    const company = await newCompany()
    const user = await newUser('client', company)
    const one = await published(company)
    const two = await published(company)
    await look(company, one.id, [key])
    await look(company, two.id, [key])
    expect((await rowsOf(user, { similarTo: one.id })).total).toBe(2)
    for (let n = 0; n < 50; n += 1) await look(company, (await published(company)).id, [key])
    expect((await rowsOf(user, { similarTo: one.id })).total).toBe(1)
  })
})
