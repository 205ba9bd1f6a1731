import { expect, test } from 'vitest'
import { getThreat, listAllThreats } from '@signet/contract/threats/threats'
import { getTout } from '@signet/contract/touts/touts'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany({ modules: { touts: true }, toutSources: ['Domain'] })
  const user = await newUser('client', company)
  const open = async ({ id }: { id: string }) =>
    (await send(user, getThreat, { params: { source: 'Domain', threatId: id } })).body
  return { company, user, open }
}

const found = async (user: TestUser, searchQuery: string) =>
  (await send(user, listAllThreats, { raw: { company: user.company.key, searchQuery } })).body.items.map(({ id }) => id)

test('threats and touts of a company share numbers that begin with 1 and never change', async () => {
  const { company, user, open } = await createFixture()
  const [first, tout, third] = [
    await newThreat(company, { name: 'first.example' }),
    await newThreat(company, { kind: 'tout' }),
    await newThreat(company),
  ]
  expect([(await open(first)).number, (await open(third)).number]).toEqual(['T-1', 'T-3'])
  const { body } = await send(user, getTout, { params: { source: tout.source, toutId: tout.id } })
  expect(body.number).toBe('T-2')
  // Found again: it keeps its number, and the next one isn't skipped.
  await newThreat(company, { name: 'first.example' })
  const next = await newThreat(company)
  expect([(await open(first)).number, (await open(next)).number]).toEqual(['T-1', 'T-4'])
  const other = await createFixture()
  expect((await other.open(await newThreat(other.company))).number).toBe('T-1')
})

test('threats that are added at the same moment have different numbers', async () => {
  const { company, user } = await createFixture()
  await Promise.all(Array.from({ length: 12 }, () => newThreat(company)))
  const { body } = await send(user, listAllThreats)
  expect(new Set(body.items.map(({ number }) => number)).size).toBe(12)
})

test('a number finds its threat, also one whose text contains it, and none of another company', async () => {
  const { company, user } = await createFixture()
  const first = await newThreat(company)
  const second = await newThreat(company)
  const named = await newThreat(company, { name: 't-2.example' })
  for (const text of ['T-1', 't1', ' T-1 ']) expect(await found(user, text)).toEqual([first.id])
  expect((await found(user, 'T-2')).toSorted()).toEqual([second.id, named.id].toSorted())
  expect(await found(user, 'T-9')).toEqual([])
  const stranger = await createFixture()
  for (let added = 1; added <= 9; added += 1) await newThreat(stranger.company)
  expect(await found(user, 'T-9')).toEqual([])
})

test('nobody can change the number of a threat', async () => {
  const { company } = await createFixture()
  await newThreat(company)
  const change = world().database.inCompanies([company.id], (tx) =>
    tx.updateTable('threat_numbers').set({ number: 9 }).where('company_id', '=', company.id).execute(),
  )
  await expect(change).rejects.toThrow('permission denied')
})

test('numbers continue after the highest where a backup had no sequences', async () => {
  const { company, user, open } = await createFixture()
  await newThreat(company)
  await newThreat(company)
  const { pool } = world().database
  await pool.query(`drop sequence if exists threat_numbers_${company.id}`)
  await pool.query('select create_threat_numbers($1)', [company.id])
  expect((await open(await newThreat(company))).number).toBe('T-3')
  expect(await found(user, 'T-3')).toHaveLength(1)
})
