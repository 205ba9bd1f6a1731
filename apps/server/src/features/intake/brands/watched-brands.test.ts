import { beforeAll, describe, expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { newCompany, newUser, send, useWorld, type TestCompany } from '../../../../test/harness.ts'
import { WatchedBrands } from './watched-brands.ts'
import { addBrands } from '../../companies/companies.queries.ts'

const world = useWorld()
// More than are compiled inline.
const many = 60

const brandOf = (alias: string) => ({ id: alias, name: alias, aliases: [alias], official: [`${alias}.example`] })
/** Names with every kind of match of the brands, and some that match none. */
const namesOf = (aliases: readonly string[]) => [
  ...aliases.flatMap((alias) => [
    `login-${alias}.example`,
    `${alias}.test`,
    `www.${alias}.example`,
    `${alias.replace('o', '0')}.example`,
    `${alias.slice(0, -1)}.example`,
    `${alias}.cdn.garden.example`,
  ]),
  'garden.example',
  'weather-news.example',
]
const observed = (names: readonly string[]) => names.map((name, line) => ({ name, feed: 'test', line }))

/** The matches among names, without the ids, which are new each time. */
const verdicts = (brands: WatchedBrands, names: readonly string[]) =>
  brands
    .match(observed(names))
    .map(([companyId, found]) => [
      companyId,
      found.map(({ threat }) => ({ ...threat, id: '' })).toSorted((a, b) => (a.title < b.title ? -1 : 1)),
    ])

/** Saves the brands with the call that saves a company's assets. */
async function save(company: TestCompany, aliases: readonly string[], domains: string[] = []): Promise<void> {
  const admin = await newUser('superAdmin', company)
  const query = { company: company.key }
  const { version } = (await send(admin, getAssets, { query })).body
  const brands = aliases.map((alias) => {
    const { id, ...brand } = brandOf(alias)
    return { key: id, ...brand, handles: [], phones: [], accounts: [] }
  })
  const body = { brands, domains, people: [], apps: [], version, company: company.key }
  const saved = await send(admin, putAssets, { query, body })
  expect(saved.status).toBe(200)
}

const live = () => new WatchedBrands(world().database, { refreshAfterMs: 0 })
/** A new reader that compiles everything at once. */
async function anew(): Promise<WatchedBrands> {
  const brands = live()
  await brands.refresh()
  await brands.settled()
  return brands
}

describe.each([
  ['some brands', 3, ['quarzo', 'nimbutraco', 'peltovarin', 'sorbilumet', 'verdokalim']],
  [
    'so many brands that they are compiled on a thread',
    many,
    ['xylofant', 'bruktemos', 'dagmolphin', 'fenwirtag', 'ostrakbeni'],
  ],
] as const)('a reader that looks for %s', (_what, count, [stem, saved, kept, gone, addedStem]) => {
  let others: TestCompany
  let brands: WatchedBrands
  const aliases = Array.from({ length: count }, (_, n) => `${stem}${n}wert`)
  beforeAll(async () => {
    others = await newCompany()
    await world().database.inCompanies([others.id], (tx) => addBrands(tx, others.id, aliases.map(brandOf)))
    brands = await anew()
  }, 60_000)

  test('finds a brand that was just saved, and its verdicts are those of all brands compiled at once', async () => {
    const company = await newCompany()
    const alias = saved
    const names = namesOf([...aliases.slice(0, 10), alias])
    expect(verdicts(brands, names).some(([companyId]) => companyId === company.id)).toBe(false)
    await save(company, [alias])
    await brands.refresh()
    // Matched immediately, without waiting.
    expect(verdicts(brands, [`login-${alias}.test`])).toMatchObject([[company.id, [{ title: `login-${alias}.test` }]]])
    await brands.settled()
    expect(verdicts(brands, names)).toEqual(verdicts(await anew(), names))
  }, 60_000)

  test('forgets what was taken away at once, and learns what was changed', async () => {
    const company = await newCompany()
    await save(company, [kept, gone])
    await brands.refresh()
    await brands.settled()
    const own = [`login-${kept}.test`, `login-${gone}.test`, `www.${kept}-shop.test`]
    expect(verdicts(brands, own)[0]?.[1]).toHaveLength(3)
    await save(company, [kept], [`${kept}-shop.test`])
    await brands.refresh()
    expect(JSON.stringify(verdicts(brands, own))).not.toContain(gone)
    await brands.settled()
    expect(verdicts(brands, own)).toMatchObject([[company.id, [{ title: own[0] }]]])
    const names = [...namesOf([...aliases.slice(0, 10), kept, gone]), ...own]
    expect(verdicts(brands, names)).toEqual(verdicts(await anew(), names))
  }, 60_000)

  test('takes one addition after the other, and recompiles all of them in time', async () => {
    const company = await newCompany()
    const added = Array.from({ length: 27 }, (_, n) => `${addedStem}${n}`)
    for (const [n, alias] of added.entries()) {
      await world().database.inCompanies([company.id], (tx) => addBrands(tx, company.id, [brandOf(alias)]))
      await brands.refresh()
      expect(verdicts(brands, [`login-${alias}.test`]), `addition ${n}`).toHaveLength(1)
    }
    await brands.settled()
    const names = namesOf([...aliases.slice(0, 5), ...added])
    expect(verdicts(brands, names)).toEqual(verdicts(await anew(), names))
  }, 60_000)
})
