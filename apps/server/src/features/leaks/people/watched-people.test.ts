import { expect, test } from 'vitest'
import { putAssets } from '@signet/contract/companies/assets'
import { exportPeople, listPeopleLeaks, listWatchedPeople } from '@signet/contract/companies/watched-people'
import { dayMs } from '@signet/contract/time'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'
import { aLeak, newLeaks, newPerson } from '../../../../test/leak-makers.ts'
import { leakKeepingOf } from '../files/keep-leaks.ts'

const world = useWorld()
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)

const iris = {
  name: 'Iris Umber',
  title: 'Chief executive',
  emails: ['Iris@Umber.Example'],
  handles: [
    { source: 'Twitter' as const, handle: 'IrisUmber' },
    { source: 'Instagram' as const, handle: 'irisumber' },
  ],
}

test('the watch over people counts the leaks of all addresses and handles of a person, and lists them', async () => {
  const company = await newCompany({ modules: { leaks: true, kmp: true } })
  const user = await newUser('client', company)
  const ids = await newLeaks(world(), company, [
    aLeak({ username: 'Ada@Chief.Example', leakedAt: daysAgo(4) }),
    aLeak({ username: 'ada_chief', password: undefined, leakedAt: daysAgo(2) }),
    aLeak({ username: 'somebody@chief.example' }),
  ])
  const adaId = await newPerson(world(), company, {
    name: 'Ada Chief',
    title: 'CEO',
    emails: ['ada@chief.example'],
    handles: ['ada_chief'],
  })
  const bobId = await newPerson(world(), company, { name: 'Bob Quiet', emails: ['bob@chief.example'] })
  const people = await send(user, listWatchedPeople)
  expect(people.body.items).toEqual([
    {
      id: adaId,
      name: 'Ada Chief',
      title: 'CEO',
      emails: ['ada@chief.example'],
      handles: ['ada_chief'],
      leaks: 2,
      withPassword: 1,
      lastLeak: expect.stringContaining(daysAgo(2).toISOString().slice(0, 10)) as string,
      kinds: [{ leakType: 'comboLists', leakTypeLabel: 'Combo lists', count: 2 }],
      isDemo: false,
    },
    expect.objectContaining({ id: bobId, leaks: 0, lastLeak: null }) as object,
  ])
  const names = async (query: object) =>
    (await send(user, listWatchedPeople, { query })).body.items.map(({ name, leaks }) => [name, leaks])
  expect(await names({ searchQuery: 'QUIET' })).toEqual([['Bob Quiet', 0]])
  expect(await names({ leaksWithPassword: true, sortField: 'name', sortDirection: 'asc' })).toEqual([
    ['Ada Chief', 1],
    ['Bob Quiet', 0],
  ])
  expect(await names({ sortField: 'withPassword', sortDirection: 'asc' })).toEqual([
    ['Bob Quiet', 0],
    ['Ada Chief', 2],
  ])
  const leaksOf = async (query: object) => (await send(user, listPeopleLeaks, { query })).body.items.map(({ id }) => id)
  expect(await leaksOf({})).toEqual([ids[1], ids[0]])
  expect(await leaksOf({ personId: bobId })).toEqual([])
  expect(await leaksOf({ personId: adaId, leaksWithPassword: true })).toEqual([ids[0]])
})

test('people put among what the company protects are watched, and each keeps its id as long as the name stays', async () => {
  const company = await newCompany({ modules: { leaks: true, kmp: true } })
  const admin = await newUser('admin', company)
  const client = await newUser('client', company)
  const [byMail, byHandle] = await newLeaks(world(), company, [
    aLeak({ username: 'iris@umber.example', leakedAt: daysAgo(2) }),
    aLeak({ username: 'IRISUMBER', password: undefined }),
    aLeak({ username: 'otto@umber.example' }),
  ])
  const put = (people: object[], version: number) =>
    send(admin, putAssets, { body: { brands: [], domains: [], people, apps: [], version } as never })

  const answer = await put([{ ...iris, name: 'Otto Umber', emails: [], handles: [] }, iris], 1)
  const kept = { ...iris, emails: ['iris@umber.example'] }
  expect(answer).toMatchObject({ status: 200, body: { version: 2 } })
  expect(answer.body.people[1]).toEqual(kept)

  const { items } = (await send(client, listWatchedPeople)).body
  expect(items).toMatchObject([
    // One handle used on two platforms counts once.
    { ...kept, handles: ['IrisUmber', 'irisumber'], leaks: 2, withPassword: 1, isDemo: false },
    { name: 'Otto Umber', leaks: 0, lastLeak: null },
  ])
  const personId = items[0]?.id as string
  const leaksOf = async (query: object) =>
    (await send(client, listPeopleLeaks, { query })).body.items.map(({ id }) => id)
  expect(await leaksOf({ personId })).toEqual([byHandle, byMail])
  const keeping = await world().database.inCompanies([company.id], (tx) => leakKeepingOf(tx, company.id))
  expect(keeping.scope.logins).toEqual(new Set(['iris@umber.example', 'irisumber']))

  expect((await put([{ ...iris, title: 'Chair', handles: [] }], 2)).status).toBe(200)
  expect((await send(client, listWatchedPeople)).body.items).toMatchObject([{ id: personId, title: 'Chair', leaks: 1 }])
  expect(await leaksOf({})).toEqual([byMail])
})

test('a domain the company protects without a brand counts as its own when leaks are kept', async () => {
  const company = await newCompany({ modules: { leaks: true, kmp: true } })
  const admin = await newUser('admin', company)
  const body = { brands: [], domains: ['umber-mail.example'], people: [], apps: [], version: 1 }
  expect((await send(admin, putAssets, { body: body as never })).status).toBe(200)
  const { scope } = await world().database.inCompanies([company.id], (tx) => leakKeepingOf(tx, company.id))
  expect(scope.domains).toEqual(['umber-mail.example'])
})

test('an export of the watched people needs a reason, which is recorded, and contains no password', async () => {
  const company = await newCompany({ modules: { leaks: true, kmp: true } })
  const user = await newUser('client', company)
  const ids = await newLeaks(world(), company, [
    aLeak({ username: 'ada@board.example', leakType: 'stealerLogs', password: 'a planted password' }),
    aLeak({ username: 'Ada_Board' }),
    aLeak({ username: 'somebody@board.example' }),
  ])
  const adaId = await newPerson(world(), company, {
    name: 'Ada Board',
    emails: ['ada@board.example'],
    handles: ['ada_board'],
  })
  await newPerson(world(), company, { name: 'Bob Quiet', emails: ['bob@board.example'] })

  expect((await send(user, exportPeople, { body: { reason: 'too short' } })).status).toBe(400)
  const { body } = await send(user, exportPeople, { body: { reason: 'Asked for by the board' } })
  expect(body.people.map(({ name, kinds }) => [name, kinds.map(({ leakType }) => leakType)])).toEqual([
    ['Ada Board', ['stealerLogs', 'comboLists']],
    ['Bob Quiet', []],
  ])
  expect(new Map(body.leaks.map(({ id, personId }) => [id, personId]))).toEqual(
    new Map([
      [ids[0], adaId],
      [ids[1], adaId],
    ]),
  )
  expect(JSON.stringify(body)).not.toContain('planted')
  const auditor = await newUser('superAdmin', company)
  const trail = await send(auditor, listAudit, { query: { company: company.key, action: ['people.exported'] } })
  expect(trail.body.items.map(({ by, after }) => [by, after])).toEqual([
    [user.email, { reason: 'Asked for by the board', people: 2 }],
  ])
  const one = await send(user, exportPeople, { body: { reason: 'Asked for by Ada', personId: adaId } })
  expect(one.body.people.map(({ id }) => id)).toEqual([adaId])
  const peeker = await newUser('clientPeeker', company)
  expect((await send(peeker, exportPeople, { body: { reason: 'Asked for by nobody' } })).status).toBe(403)
})
