import { randomUUID } from 'node:crypto'
import { exportPeople } from '@signet/contract/companies/watched-people'
import {
  copyLeakNames,
  disclosuresMax,
  listLeakDisclosures,
  maskLeakNames,
  showLeakNames,
} from '@signet/contract/leaks/disclosures'
import { getLeak, getLeaks } from '@signet/contract/leaks/leaks'
import { listAudit } from '@signet/contract/operation/audit'
import { expect, test } from 'vitest'
import {
  newCompany,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { aLeak, newLeaks, newPerson } from '../../../../test/leak-makers.ts'

const world = useWorld()
const reason = 'A customer asked whether they are affected'

async function setUp() {
  const company = await newCompany({ modules: { leaks: true, kmp: true } })
  const ids = await newLeaks(world(), company, [
    aLeak({ username: 'anna.rao@bank.example', entity: 'one' }),
    aLeak({ username: 'Anna.Rao@bank.example', entity: 'two' }),
    aLeak({ username: 'zoe@bank.example', entity: 'three' }),
  ])
  return { company, ids, user: await newUser('client', company) }
}

/** The names that a user is sent, by each way. */
async function namesSentTo(user: TestUser, ids: readonly string[]): Promise<string[]> {
  const list = await send(user, getLeaks, { query: { sortField: 'username', sortDirection: 'asc' } })
  const groups = await send(user, getLeaks, { query: { categorise: true } })
  const one = await send(user, getLeak, { params: { leakId: ids[0] ?? '' } })
  const items = [...list.body.items, ...groups.body.items].flatMap((item) => ('items' in item ? item.items : [item]))
  return [...new Set([...items, one.body].map(({ username }) => username ?? ''))].toSorted()
}

const show = (user: TestUser, why = reason) => send(user, showLeakNames, { body: { reason: why } })
const copy = (user: TestUser, ids: string[]) => send(user, copyLeakNames, { body: { ids, reason } })
const exportAll = (user: TestUser) => send(user, exportPeople, { body: { reason } })
const listed = async (user: TestUser) => (await send(user, listLeakDisclosures)).body

async function auditOf(company: TestCompany) {
  const auditor = await newUser('superAdmin', company)
  const { body } = await send(auditor, listAudit, { query: { company: company.key } })
  return body.items.flatMap(({ action, by, after }) =>
    action.startsWith('leaks.names') ? [{ action, by, after }] : [],
  )
}

test('user names are masked for everybody who did not give a reason, in lists, packages and single leaks', async () => {
  const { company, ids, user } = await setUp()
  for (const reader of [user, await newUser('clientPeeker', company), await newUser('admin', company)]) {
    const names = await namesSentTo(reader, ids)
    expect(names).toHaveLength(3)
    for (const name of names) expect(name).toMatch(/^[aAz]•+(\.[rR]ao)?@bank\.example$/)
  }
})

test('a reason shows the names to the person who gave it, for half an hour, and is recorded before', async () => {
  const { company, ids, user } = await setUp()
  const colleague = await newUser('client', company)
  const { status, body } = await show(user)
  expect(status).toBe(200)
  expect(Date.parse(body.shownUntil ?? '') - Date.now()).toBeLessThanOrEqual(30 * 60_000)
  expect(await namesSentTo(user, ids)).toEqual(['Anna.Rao@bank.example', 'anna.rao@bank.example', 'zoe@bank.example'])
  expect((await namesSentTo(colleague, ids)).join()).not.toContain('zoe')
  expect(await auditOf(company)).toMatchObject([{ action: 'leaks.namesShown', by: user.email, after: { reason } }])

  // When the time is over.
  await world().database.pool.query(
    `update leak_disclosures set until = now() - interval '1 second' where company_id = $1`,
    [company.id],
  )
  expect((await namesSentTo(user, ids)).join()).not.toContain('zoe')
})

test('a second click shows nothing more, and masking again is recorded', async () => {
  const { company, ids, user } = await setUp()
  const [first, second] = await Promise.all([show(user), show(user)])
  expect(second.body).toEqual(first.body)
  expect((await listed(user)).items).toHaveLength(1)
  expect((await send(user, maskLeakNames)).body).toEqual({ shownUntil: null })
  expect((await send(user, maskLeakNames)).status).toBe(200)
  expect((await namesSentTo(user, ids)).join()).not.toContain('zoe')
  expect((await auditOf(company)).map(({ action }) => action).toSorted()).toEqual([
    'leaks.namesMasked',
    'leaks.namesShown',
  ])
})

test('names are copied each once, without those of other companies, and their number is recorded', async () => {
  const { company, ids, user } = await setUp()
  const other = await setUp()
  const { body, headers } = await copy(user, [...ids, ...other.ids, randomUUID()])
  expect(body.names.map((name) => name.toLowerCase())).toEqual(['anna.rao@bank.example', 'zoe@bank.example'])
  expect(headers['cache-control']).toBe('no-store')
  expect(await auditOf(company)).toEqual([{ action: 'leaks.namesCopied', by: user.email, after: { reason, names: 2 } }])
  expect(await auditOf(other.company)).toEqual([])
})

test('the company sees who showed or copied names, when and why', async () => {
  const { company, ids, user } = await setUp()
  await copy(user, ids)
  await show(user)
  const { items, shownUntil } = await listed(await newUser('client', company))
  expect(shownUntil).toBeNull()
  expect(items).toMatchObject([
    { kind: 'shown', reason, count: null },
    { kind: 'copied', reason, count: 2, until: null },
  ])
  expect(new Set(items.map(({ by }) => by)).size).toBe(1)
})

test('the company sees who exported watched people, when and why', async () => {
  const { company, user } = await setUp()
  await newPerson(world(), company, { name: 'Zoe', emails: ['zoe@bank.example'] })
  expect((await exportAll(user)).body.leaks.map(({ username }) => username)).toEqual(['zoe@bank.example'])
  const { items, shownUntil } = await listed(await newUser('client', company))
  expect(shownUntil).toBeNull()
  expect(items).toMatchObject([{ kind: 'exported', reason, count: 1, until: null }])
  // An export shows no names in lists.
  expect((await listed(user)).shownUntil).toBeNull()
})

test('a company with the Executive Leak Monitor alone sees who exported watched people, and has no names to show', async () => {
  const company = await newCompany({ modules: { kmp: true } })
  const user = await newUser('client', company)
  await newPerson(world(), company, { name: 'Zoe', emails: ['zoe@bank.example'] })
  await exportAll(user)
  expect((await listed(user)).items).toMatchObject([{ kind: 'exported', reason, count: 1 }])
  expect(await show(user)).toMatchObject(refusal('MODULE_OFF'))
})

test('a person shows, copies or exports names at most 20 times in 24 hours', async () => {
  const { company, ids, user } = await setUp()
  await world().database.pool.query(
    `insert into leak_disclosures (company_id, id, user_id, by_name, kind, reason, at, names)
     select $1, gen_random_uuid(), $2, 'Somebody', 'copied', $3, now() - interval '23 hours', 1 from generate_series(1, $4)`,
    [company.id, user.id, reason, disclosuresMax],
  )
  for (const refused of [await show(user), await copy(user, ids), await exportAll(user)]) {
    expect(refused).toMatchObject(refusal('DISCLOSURE_LIMIT'))
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3000)
  }
  expect((await copy(await newUser('client', company), ids)).status).toBe(200)
  expect((await exportAll(await newUser('client', company))).status).toBe(200)
})

test('a reason is a sentence, and roles that only read neither show nor copy names', async () => {
  const { company, ids, user } = await setUp()
  expect((await show(user, 'because')).status).toBe(400)
  const peeker = await newUser('clientPeeker', company)
  for (const refused of [await show(peeker), await copy(peeker, ids), await send(peeker, listLeakDisclosures)])
    expect(refused.status).toBe(403)
})
