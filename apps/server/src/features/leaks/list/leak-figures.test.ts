import { describe, expect, test } from 'vitest'
import * as contract from '@signet/contract/leaks/leaks'
import { leakStatuses, leakTypeKeys } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import { aLeak, clientWithLeaks, listOf, newLeaks } from '../../../../test/leak-makers.ts'
import { send, useWorld } from '../../../../test/harness.ts'
import type { LeakDraft } from './describe-leak.ts'

const world = useWorld()
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const clientWith = (drafts: readonly LeakDraft[], config: object = {}) => clientWithLeaks(world(), drafts, config)

const byKey = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted()

describe('figures', () => {
  const drafts = [
    aLeak({ leakType: 'stealerLogs', entity: 'p1', source: 'd1', isEmployee: true, url: 'https://a.example.org/x' }),
    aLeak({ leakType: 'stealerLogs', entity: 'p1', source: 'd2', password: '[NOT_SAVED]', leakedAt: daysAgo(2) }),
    aLeak({ leakType: 'comboLists', entity: 'p2', source: 'd1', leakedAt: daysAgo(400), addedAt: daysAgo(50) }),
  ]

  test('say how many leaks of each kind there are, and how many are new', async () => {
    const { user } = await clientWith(drafts)
    const { body } = await send(user, contract.getLeakSummary)
    expect(body.map(({ leakType }) => leakType)).toEqual(leakTypeKeys)
    expect(body.filter(({ total }) => total > 0)).toEqual([
      {
        leakType: 'stealerLogs',
        leakTypeLabel: 'Stealer logs',
        recentlyAdded: 2,
        total: 2,
        lastCheckedAt: expect.any(String) as string,
      },
      {
        leakType: 'comboLists',
        leakTypeLabel: 'Combo lists',
        recentlyAdded: 0,
        total: 1,
        lastCheckedAt: expect.any(String) as string,
      },
    ])
    expect((await send(user, contract.getLeakDistribution)).body).toEqual([
      { key: 'stealerLogs', label: 'Stealer logs', count: 2, withPassword: 1 },
    ])
    const added = await send(user, contract.getLeakDistribution, { query: { daysBack: 60, dateType: 'added' } })
    expect(added.body).toEqual([
      { key: 'stealerLogs', label: 'Stealer logs', count: 2, withPassword: 1 },
      { key: 'comboLists', label: 'Combo lists', count: 1, withPassword: 1 },
    ])
  })

  test('of a day are there for every day, zeros too', async () => {
    const { user } = await clientWith(drafts)
    const { body } = await send(user, contract.getLeakFrequency, { query: { daysBack: 5 } })
    expect(body.map(({ date }) => date)).toEqual([4, 3, 2, 1, 0].map((days) => dayOf(daysAgo(days))))
    expect(body.map(({ count }) => count)).toEqual([0, 0, 1, 0, 1])
    expect(body[4]?.by).toMatchObject({ stealerLogs: 1, comboLists: 0 })
    const one = await send(user, contract.getLeakFrequency, { query: { daysBack: 3, leakType: 'comboLists' } })
    expect(one.body.map(({ count, by }) => [count, by])).toEqual(
      Array.from({ length: 3 }, () => [0, { comboLists: 0 }]),
    )
  })

  test('tell what the passwords are, of leaks that count, and follow what becomes of them', async () => {
    const { user, ids } = await clientWith([
      aLeak({ leakType: 'comboLists', username: 'a@mail.example', password: 'Sunshine-2024' }),
      aLeak({ leakType: 'comboLists', username: 'b@mail.example', password: 'e10adc3949ba59abbe56e057f20f883e' }),
      aLeak({ leakType: 'sessionTokens', username: 'c@mail.example', password: 'sid=1' }),
      aLeak({ leakType: 'documents', docCategory: 'Plans', password: undefined }),
    ])
    const kindsOf = async (leakType?: 'comboLists') =>
      (await send(user, contract.getLeakPasswords, { query: leakType ? { leakType } : {} })).body.map(
        ({ key, count }) => [key, count],
      )
    expect(await kindsOf()).toEqual([
      ['plain', 1],
      ['hashed', 1],
      ['token', 1],
      ['none', 1],
    ])
    expect(await kindsOf('comboLists')).toEqual([
      ['plain', 1],
      ['hashed', 1],
    ])
    const { items } = await listOf(user, { query: { leakType: 'comboLists' } })
    expect(items.map(({ passwordKind, hashedBy }) => [passwordKind, hashedBy])).toEqual(
      expect.arrayContaining([
        ['plain', undefined],
        ['hashed', 'MD5 / NTLM'],
      ]),
    )
    await world().database.pool.query('update leaks set password_kind = null where id = $1', [ids[0]])
    await world().database.pool.query(
      "delete from leak_counts where dimension = 'passwordKind' and company_id = (select company_id from leaks where id = $1)",
      [ids[0]],
    )
    expect(await kindsOf(), 'leaks kept before kinds were told apart').toEqual([
      ['unknown', 3],
      ['none', 1],
    ])
  })

  test('tell employees from customers by package, and the hosts that are hit most', async () => {
    const { user } = await clientWith(drafts)
    expect((await send(user, contract.getLeakEntityStats)).body).toEqual([
      { entity: 'p1', employees: 1, customers: 1, withPassword: 1 },
      { entity: 'p2', employees: 0, customers: 1, withPassword: 1 },
    ])
    expect((await send(user, contract.topNAffectedURLS, { query: { n: 1 } })).body).toEqual([
      { url: 'login.example.org', count: 2 },
    ])
  })

  test('give the options of every filter by label', async () => {
    const { user } = await clientWith([
      ...drafts,
      aLeak({ leakType: 'documents', docCategory: 'Plans', docSource: 'Forum', stealer: 'S' }),
    ])
    const valuesOf = async (route: typeof contract.getDatabaseList, query: object = {}) =>
      (await send(user, route, { query })).body.map(({ value, count }) => [value, count])
    expect(await valuesOf(contract.getDatabaseList)).toEqual([
      ['d1', 2],
      ['d2', 1],
      ['database-one', 1],
    ])
    expect(await valuesOf(contract.getDatabaseList, { leakType: 'comboLists' })).toEqual([['d1', 1]])
    expect(await valuesOf(contract.getPackageList, { leakType: 'stealerLogs' })).toEqual([['p1', 2]])
    expect(await valuesOf(contract.getDocCategoryList as never)).toEqual([['Plans', 1]])
    expect(await valuesOf(contract.getDocSourcesList as never)).toEqual([['Forum', 1]])
    expect(await valuesOf(contract.getStealerList)).toEqual([['S', 1]])
    expect((await send(user, contract.getURLTypesList)).body).toEqual([
      { value: 'page', label: 'Other page', count: 1 },
      { value: 'signIn', label: 'Sign-in page', count: 3 },
    ])
    expect((await send(user, contract.getSubDomainList)).body).toEqual([])
  })

  test('are what a count of the rows gives, after any sequence of additions and changes', async () => {
    const { user, company } = await clientWith([])
    // A fixed pseudo-random sequence that covers every type and status; only its length matters.
    let state = 7
    const draw = (below: number) => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    const ids: string[] = []
    for (let step = 0; step < 40; step += 1) {
      const drawn = Array.from({ length: draw(6) }, () =>
        aLeak({
          leakType: leakTypeKeys[draw(leakTypeKeys.length)] as (typeof leakTypeKeys)[number],
          entity: `p${draw(4)}`,
          source: `d${draw(3)}`,
          leakedAt: daysAgo(draw(20)),
          isEmployee: draw(2) === 0,
          url: `https://${['a', 'vpn', 'api'][draw(3)]}.example.org/`,
          ...(draw(3) === 0 ? { password: undefined } : {}),
          ...(draw(3) === 0 ? { stealer: `stealer ${draw(2)}` } : {}),
          ...(draw(3) === 0 ? { docCategory: `c${draw(2)}`, docSource: `s${draw(2)}` } : {}),
        }),
      )
      ids.push(...(await newLeaks(world(), company, drawn)))
      const leakId = ids[draw(Math.max(ids.length, 1))]
      if (leakId === undefined) continue
      const { items } = await listOf(user, { query: { status: [...leakStatuses], limit: 200 } })
      const version = items.find(({ id }) => id === leakId)?.version as number
      const status = leakStatuses[draw(3)] as (typeof leakStatuses)[number]
      const changed = await send(user, contract.changeLeak, { params: { leakId }, body: { status, version } })
      expect(changed.status).toBe(200)
    }
    expect(ids.length).toBeGreaterThan(50)
    const kept = await world().database.pool.query(
      `select dimension, leak_type, key, leaks, employees, with_password from leak_counts where company_id = $1 and leaks <> 0`,
      [company.id],
    )
    const raw = await world().database.pool.query(
      `select dimension, case when dimension = 'host' then '' else leak_type end as leak_type, key, count(*)::int as leaks,
         (count(*) filter (where is_employee))::int as employees, (count(*) filter (where has_password))::int as with_password
       from leaks, lateral (values ('day', to_char(leaked_at at time zone 'UTC', 'YYYY-MM-DD')),
         ('addedDay', to_char(added_at at time zone 'UTC', 'YYYY-MM-DD')), ('database', source), ('package', entity),
         ('urlType', url_type), ('subdomain', subdomain), ('docCategory', doc_category), ('docSource', doc_source),
         ('stealer', stealer), ('passwordKind', password_kind), ('host', host)) as d (dimension, key)
       where company_id = $1 and status <> 'ignored' and key is not null group by 1, 2, 3`,
      [company.id],
    )
    expect(byKey(kept.rows)).toEqual(byKey(raw.rows))
  })
})
