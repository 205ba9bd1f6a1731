import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { aLeak, newLeaks } from '../../test/leak-makers.ts'
import { newCompany, useWorld, type TestCompany } from '../../test/harness.ts'
import { waitingForLocks } from '../../test/waiting-for-locks.ts'
import { resealCompany } from './reseal.job.ts'
import { readRecord } from './sealed-record.ts'

const world = useWorld()

async function stateOf(company: TestCompany) {
  const { database, secrets } = world()
  return database.inCompanies([company.id], async (tx) => {
    const rows = await tx
      .selectFrom('leaks')
      .select(['id', 'secret', 'hint'])
      .where('company_id', '=', company.id)
      .orderBy('login')
      .execute()
    const closed = rows.flatMap(({ id, secret, hint }) => [
      { recordId: id, field: 'password', stored: secret as Buffer },
      { recordId: id, field: 'hint', stored: hint as Buffer },
    ])
    const keys = await tx
      .selectFrom('data_keys')
      .select(['id', 'purpose'])
      .where('company_id', '=', company.id)
      .execute()
    return {
      values: await secrets.openAll(tx, company.id, closed),
      used: new Set(closed.map(({ stored }) => readRecord(stored).dekId)),
      keys: keys.filter(({ purpose }) => purpose === 'seal').map(({ id }) => id),
    }
  })
}

const drafts = (count: number) =>
  Array.from({ length: count }, (_, index) => aLeak({ username: `user-${index}`, password: `long password ${index}` }))
const newKey = (company: TestCompany) =>
  world().database.inCompanies([company.id], (tx) => world().secrets.newSealKey(tx, company.id))

const nothingElse = {
  url: null,
  host: null,
  url_type: null,
  subdomain: null,
  username: null,
  stealer: null,
  doc_category: null,
  doc_source: null,
  records: null,
}

test('secrets move to a new key while more are written; all stay readable and the former key is gone', async () => {
  const { database, secrets } = world()
  const company = await newCompany({ config: { leaks: { showsHints: true } } })
  await newLeaks(world(), company, drafts(2_300))
  const before = await stateOf(company)
  await newKey(company)
  // Values stay readable in between, and new ones are encrypted with the new key.
  expect((await stateOf(company)).values).toEqual(before.values)
  const [resealed] = await Promise.all([
    resealCompany({ database, secrets }, company.id),
    newLeaks(world(), company, [aLeak({ username: 'zz written meanwhile', password: 'another password' })]),
  ])
  expect(resealed).toBe(4_600)
  const after = await stateOf(company)
  expect(after.values.slice(0, -2)).toEqual(before.values)
  expect(after.values.at(-2)).toBe('another password')
  expect(after.keys).toHaveLength(1)
  expect([...after.used]).toEqual(after.keys)
  expect(before.keys).not.toEqual(after.keys)
  expect(await resealCompany({ database, secrets }, company.id)).toBe(0)
})

test('a previous key is not deleted while a secret is being encrypted with it', async () => {
  const { database, secrets } = world()
  const company = await newCompany({ config: { leaks: { showsHints: true } } })
  await newLeaks(world(), company, drafts(1))
  const [former] = (await stateOf(company)).keys as [string]
  let resealing: Promise<number> | undefined
  await database.inCompanies([company.id], async (tx) => {
    const sealer = await secrets.sealer(tx, company.id)
    await newKey(company)
    resealing = resealCompany({ database, secrets }, company.id)
    await expect.poll(() => waitingForLocks(database)).toBeGreaterThan(0)
    const id = randomUUID()
    await tx
      .insertInto('leaks')
      .values({
        company_id: company.id,
        id,
        leak_type: 'comboLists',
        fingerprint: Buffer.from(id),
        entity: 'e',
        source: 's',
        leaked_at: new Date(),
        login: 'zz',
        search: '',
        secret: sealer.seal({ recordId: id, field: 'password' }, 'closed late'),
        hint: sealer.seal({ recordId: id, field: 'hint' }, '[8]'),
        ...nothingElse,
      })
      .execute()
  })
  await resealing
  const after = await stateOf(company)
  expect(after.values).toContain('closed late')
  expect(after.keys).not.toContain(former)
  expect([...after.used]).toEqual(after.keys)
})

test('a stopped move is finished by the next', async () => {
  const { database, secrets } = world()
  const company = await newCompany({ config: { leaks: { showsHints: true } } })
  await newLeaks(world(), company, drafts(1_500))
  const before = await stateOf(company)
  await newKey(company)
  const stop = new AbortController()
  const stopping = {
    ...secrets,
    openAll: (...input: Parameters<typeof secrets.openAll>) => {
      stop.abort(new Error('stopped'))
      return secrets.openAll(...input)
    },
  }
  await expect(resealCompany({ database, secrets: stopping, signal: stop.signal }, company.id)).rejects.toThrow(
    'stopped',
  )
  const half = await stateOf(company)
  expect(half.used.size).toBe(2)
  expect(half.values).toEqual(before.values)
  expect(await resealCompany({ database, secrets }, company.id)).toBe(2_000)
  expect((await stateOf(company)).values).toEqual(before.values)
})
