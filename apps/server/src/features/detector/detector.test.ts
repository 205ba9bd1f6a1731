import { describe, expect, test } from 'vitest'
import { addAllowEntry } from '@signet/contract/threats/allow-list'
import { backTestAssets, benchLimits, matchNames } from '@signet/contract/collection/detector'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { addBrands } from '../companies/companies.queries.ts'

const world = useWorld()

async function companyWatching(alias: string): Promise<TestCompany> {
  const company = await newCompany()
  const brand = { id: 'watched', name: 'Watched', aliases: [alias], official: [`${alias}.com`] }
  await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brand]))
  return company
}

describe('the bench', () => {
  test('says of each pasted name what the detector makes of it, and why', async () => {
    const company = await companyWatching('qarrowbank')
    const user = await newUser('subAdmin', company)
    const names = ['login-qarrowbank.example', 'www.qarrowbank.com', 'unrelated.example', '   . .', 'qarr0wbank.test']
    const { status, body } = await send(user, matchNames, { body: { names } })
    expect(status).toBe(200)
    expect(body.rows.map(({ name, state }) => [name, state])).toEqual([
      ['login-qarrowbank.example', 'finding'],
      ['www.qarrowbank.com', 'official'],
      ['unrelated.example', 'nothing'],
      ['. .', 'unreadable'],
      ['qarr0wbank.test', 'finding'],
    ])
    const [first, , , , last] = body.rows
    const [verdict] = first?.verdicts ?? []
    expect(verdict).toMatchObject({ brand: 'Watched', class: 'combosquat' })
    const sum = verdict?.indicators.reduce((total, { contribution }) => total + contribution, 0) ?? 0
    expect(verdict?.score).toBe(Math.round(Math.min(100, Math.max(0, sum))))
    expect(last?.verdicts[0]?.class).toBe('leet')
    expect(last?.markedName).toMatchObject({
      name: 'qarr0wbank.test',
      marks: expect.arrayContaining([{ start: 4, end: 5, kind: 'lookAlike', imitates: 'o' }]),
    })
    expect(body.rows.map(({ markedName }) => markedName?.name ?? null)).toEqual([names[0], null, null, null, names[4]])
  })

  test('marks what the allow list would suppress, with the entry', async () => {
    const company = await companyWatching('qarrowallow')
    const user = await newUser('admin', company)
    const entry = { reason: 'a reseller', until: '2099-01-31' }
    const add = (value: string) => send(user, addAllowEntry, { body: { kind: 'domain', value, ...entry } })
    const { id } = (await add('qarrowallow-shop.example')).body
    await world().database.pool.query(
      `insert into allow_entries (company_id, id, kind, value, reason, by_user, by_name, expires_at)
       values ($1, gen_random_uuid(), 'domain', 'qarrowallow-old.example', 'was a partner', gen_random_uuid(), 'x', now() - interval '1 day')`,
      [company.id],
    )
    const names = ['login.qarrowallow-shop.example', 'qarrowallow-old.example', 'qarrowallow-login.example']
    const { rows } = (await send(user, matchNames, { body: { names } })).body
    expect(rows.map(({ state, allowed }) => [state, allowed?.value ?? null])).toEqual([
      ['finding', 'qarrowallow-shop.example'],
      ['finding', null],
      ['finding', null],
    ])
    expect(rows[0]?.allowed).toEqual({
      id,
      kind: 'domain',
      value: 'qarrowallow-shop.example',
      reason: 'a reseller',
      expiresAt: '2099-02-01T00:00:00.000Z',
    })
  })

  test('compares them with the brands of the selected company only', async () => {
    const own = await companyWatching('qarrowone')
    const other = await companyWatching('qarrowtwo')
    const user = await newUser('admin', own)
    const { body } = await send(user, matchNames, { body: { names: ['qarrowtwo-login.example'] } })
    expect(body.rows[0]?.state).toBe('nothing')
    const query = { company: other.key }
    expect((await send(user, matchNames, { query, body: { names: ['qarrowtwo-login.example'] } })).status).toBe(404)
  })

  test('takes as many names as it says, and no more', async () => {
    const user = await newUser('admin', await companyWatching('qarrowmany'))
    const names = Array.from({ length: benchLimits.names }, (_, at) => `qarrowmany-${at}.example`)
    expect((await send(user, matchNames, { body: { names } })).body.rows).toHaveLength(benchLimits.names)
    const refused = [{ names: [...names, 'one.more'] }, { names: [] }, { names: ['x'.repeat(1001)] }]
    for (const body of refused) expect((await send(user, matchNames, { body })).status).toBe(400)
  })
})

describe('a back-test', () => {
  test('lists what a brand would have found in the stored names, and what is already known', async () => {
    const company = await newCompany()
    const user = await newUser('admin', company)
    await newThreat(company, { name: 'login-qarrowpay.example' })
    const body = { aliases: ['qarrowpay', 'metamask'], official: ['qarrowpay.com', 'metamask.io'] }
    const { status, body: tried } = await send(user, backTestAssets, { body })
    expect(status).toBe(200)
    expect(tried).toMatchObject({ known: 1, isCapped: false })
    expect(tried.names).toBeGreaterThan(10_000)
    // The bundled list consists mainly of wallets.
    expect(tried.found).toBeGreaterThan(100)
    expect(tried.examples).toHaveLength(10)
    expect(tried.examples[0]).toMatchObject({ alias: 'metamask', isKnown: false })
    expect(tried.aliases.map(({ alias, warning }) => [alias, warning])).toEqual([
      ['qarrowpay', null],
      ['metamask', null],
    ])
  })

  test('says what the allow list would suppress', async () => {
    const company = await newCompany()
    const user = await newUser('admin', company)
    await newThreat(company, { name: 'login-qarrowquiet.example' })
    await newThreat(company, { name: 'qarrowquiet-help.example' })
    const entry = { kind: 'domain', value: 'qarrowquiet-help.example', reason: 'a partner', until: null } as const
    await send(user, addAllowEntry, { body: entry })
    const body = { aliases: ['qarrowquiet'], official: ['qarrowquiet.com'] }
    const { body: tried } = await send(user, backTestAssets, { body })
    expect(tried).toMatchObject({ found: 2, allowed: 1 })
    expect(new Map(tried.examples.map(({ name, allowed }) => [name, allowed?.reason ?? null]))).toEqual(
      new Map([
        ['login-qarrowquiet.example', null],
        ['qarrowquiet-help.example', 'a partner'],
      ]),
    )
  })

  test('warns of forms that are short or ordinary words', async () => {
    const user = await newUser('admin', await newCompany())
    const body = { aliases: ['dpd', 'apple'], official: ['dpd.example'] }
    const { aliases } = (await send(user, backTestAssets, { body })).body
    expect(aliases.map(({ warning }) => warning)).toEqual(['short', 'word'])
  })

  test('never shows the names of another company', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    await newThreat(other, { name: 'login-qarrowsecret.example' })
    const user = await newUser('admin', own)
    const body = { aliases: ['qarrowsecret'], official: ['qarrowsecret.com'] }
    expect((await send(user, backTestAssets, { body })).body).toMatchObject({ found: 0, examples: [] })
  })
})
