import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listWatchedPeople } from '@signet/contract/companies/watched-people'
import * as contract from '@signet/contract/leaks/leaks'
import { type LeakCategory } from '@signet/contract/leaks/leaks'
import { dayMs } from '@signet/contract/time'
import { listAudit } from '@signet/contract/operation/audit'
import type { Page } from '@signet/contract/wire'
import { onEachNode } from '../../../test/cluster.ts'
import { aLeak, clientWithLeaks, listOf, newLeaks } from '../../../test/leak-makers.ts'
import { newCompany, newUser, send, useWorld } from '../../../test/harness.ts'
import type { LeakDraft } from './list/describe-leak.ts'

const world = useWorld()
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

const clientWith = (drafts: readonly LeakDraft[], config: object = {}) => clientWithLeaks(world(), drafts, config)

describe('the list of leaks', () => {
  test('says everything of a leak but its user name and its password', async () => {
    const leakedAt = daysAgo(3)
    const draft = aLeak({
      leakType: 'stealerLogs',
      entity: 'pack-7',
      source: 'Market',
      leakedAt,
      url: 'https://vpn.example.org:8443/portal?x=1',
      username: 'Jo@Mail.Example',
      password: 'correct horse',
      stealer: 'Invented Stealer',
    })
    const { user, ids } = await clientWith([draft])
    const page = await listOf(user)
    expect(page).toMatchObject({ total: 1, pageNumber: 1, limit: 20 })
    expect(page.items).toEqual([
      {
        id: ids[0],
        leakType: 'stealerLogs',
        leakTypeLabel: 'Stealer logs',
        entity: 'pack-7',
        source: 'Market',
        date: leakedAt.toISOString(),
        addedAt: expect.any(String) as string,
        url: 'https://vpn.example.org:8443/portal?x=1',
        urlType: 'remoteAccess',
        username: '•••@Mail.Example',
        isNameMasked: true,
        isEmployee: false,
        hasPassword: true,
        password: '••••••••',
        passwordKind: 'plain',
        canReveal: true,
        stealer: 'Invented Stealer',
        status: 'open',
        isDemo: false,
        version: 1,
      },
    ])
    expect(JSON.stringify(page)).not.toContain('horse')
  })

  test('is narrowed by every filter, alone and together', async () => {
    const company = await newCompany({ modules: { leaks: true } })
    const domain = (
      await world().database.pool.query('select official from brands where company_id = $1', [company.id])
    ).rows[0] as { official: string[] }
    const own = `login.${domain.official[0]}`
    const user = await newUser('clientPeeker', company)
    const [first, second, third] = await newLeaks(world(), company, [
      aLeak({ leakType: 'stealerLogs', entity: 'e1', source: 's1', leakedAt: daysAgo(9), url: own, stealer: 'A' }),
      aLeak({ leakType: 'comboLists', entity: 'e2', source: 's2', leakedAt: daysAgo(5), url: 'api.example.org' }),
      aLeak({
        leakType: 'documents',
        entity: 'e3, with a comma',
        source: 's1',
        leakedAt: daysAgo(1),
        addedAt: daysAgo(40),
        url: undefined,
        username: undefined,
        password: undefined,
        docCategory: 'Contracts',
        docSource: 'Paste site',
        records: 12,
      }),
    ])
    const found = async (query: object) => (await listOf(user, { query })).items.map(({ id }) => id)
    expect(await found({})).toEqual([third, second, first])
    expect(await found({ sortDirection: 'asc' })).toEqual([first, second, third])
    expect(await found({ sortField: 'added', sortDirection: 'asc' }).then((ids) => ids[0])).toBe(third)
    expect(await found({ sortField: 'entity' })).toEqual([third, second, first])
    expect(await found({ leakType: 'comboLists' })).toEqual([second])
    expect(await found({ source: ['s1'] })).toEqual([third, first])
    expect(await found({ entity: ['e3, with a comma', 'e1'] })).toEqual([third, first])
    expect(await found({ subdomain: [own] })).toEqual([first])
    expect(await found({ url_type: ['api'] })).toEqual([second])
    expect(await found({ stealer: ['A'] })).toEqual([first])
    expect(await found({ docCategory: ['Contracts'] })).toEqual([third])
    expect(await found({ docSource: ['Paste site'] })).toEqual([third])
    expect(await found({ leaksWithPassword: true })).toEqual([second, first])
    expect(await found({ leaksWithPassword: false })).toEqual([third])
    expect(await found({ fromDate: dayOf(daysAgo(6)), toDate: dayOf(daysAgo(2)) })).toEqual([second])
    expect(await found({ dateType: 'added', toDate: dayOf(daysAgo(2)) })).toEqual([third])
    expect(await found({ searchQuery: 'API.example' })).toEqual([second])
    expect(await found({ searchQuery: '100%_' })).toEqual([])
    expect(await found({ source: ['s1'], leakType: 'stealerLogs', leaksWithPassword: true })).toEqual([first])
    expect(await found({ limit: 1, pageNumber: 2 })).toEqual([second])
    expect((await listOf(user, { query: { docSource: ['Paste site'] } })).items[0]).toMatchObject({
      password: null,
      hasPassword: false,
      count: 12,
    })
  })

  test('says when a search has not covered older leaks', async () => {
    const company = await newCompany({ modules: { leaks: true } })
    const user = await newUser('client', company)
    // The search finds ignored leaks too, but they aren't shown.
    await world().database.pool.query(
      `insert into leaks (company_id, id, leak_type, fingerprint, entity, source, leaked_at, added_at, username, login, search,
         is_employee, has_password, status)
       select $1, gen_random_uuid(), 'comboLists', sha256(n::text::bytea), 'e', 's', now() - make_interval(mins => n), now(),
         'common' || n, 'common' || n, 'common' || n, false, false, case when n <= 10 then 'ignored' else 'open' end
       from generate_series(1, 10050) n`,
      [company.id],
    )
    const page = await listOf(user, { query: { searchQuery: 'common', limit: 2, pageNumber: 2 } })
    expect(page).toMatchObject({ total: 9991, totalIsCapped: true })
    expect(page.items).toHaveLength(2)
    const few = await listOf(user, { query: { searchQuery: 'common1000', limit: 2 } })
    expect(few.total).toBe(11)
    expect(few.totalIsCapped).toBeUndefined()
  })

  test('is grouped by package when asked, most first, with the five newest of each', async () => {
    const many = Array.from({ length: 7 }, (_, index) => aLeak({ entity: 'large', leakedAt: daysAgo(index) }))
    const { user, ids } = await clientWith([...many, aLeak({ entity: 'small', password: undefined })])
    const groups = async (query: object) =>
      (await send(user, contract.getLeaks, { query: { categorise: true, ...query } }))
        .body as unknown as Page<LeakCategory>
    const page = await groups({})
    expect(page.items.map(({ key, label, count }) => [key, label, count])).toEqual([
      ['large', 'large', 7],
      ['small', 'small', 1],
    ])
    expect(page).toMatchObject({ total: 2, pageNumber: 1, limit: 20 })
    expect(page.items[0]?.items.map(({ id }) => id)).toEqual(ids.slice(0, 5))
    expect((await groups({ leaksWithPassword: true })).items.map(({ key }) => key)).toEqual(['large'])
    expect((await groups({ limit: 1, pageNumber: 2 })).items.map(({ key }) => key)).toEqual(['small'])
  })

  test('shows the class of length and the first and last letter only where the company allows it', async () => {
    const passwords = ['short', 'eight888', 'twelve-12345', 'a password of many more letters']
    const drafts = passwords.map((password, index) => aLeak({ password, leakedAt: daysAgo(index) }))
    const { user, company } = await clientWith(drafts, { leaks: { showsHints: true } })
    const masks = async () => (await listOf(user)).items.map(({ password }) => password)
    expect(await masks()).toEqual(['••••', 'e••••••8', 't••••••••••5', `a${'•'.repeat(14)}s`])
    await world().database.pool.query(`update companies set config = '{}' where id = $1`, [company.id])
    expect(await masks()).toEqual(Array.from({ length: 4 }, () => '••••••••'))
  })
})

test('a leak that is kept again changes nothing, and another password is another leak', async () => {
  const draft = aLeak({ password: 'one' })
  const { user, company } = await clientWith([draft, { ...draft, id: randomUUID() }])
  await newLeaks(world(), company, [{ ...draft, id: randomUUID(), url: 'https://LOGIN.example.org./?again=1' }])
  expect((await listOf(user)).total).toBe(1)
  await newLeaks(world(), company, [{ ...draft, id: randomUUID(), password: 'two' }])
  expect((await listOf(user)).total).toBe(2)
  expect((await send(user, contract.topNAffectedURLS)).body).toEqual([{ url: 'login.example.org', count: 2 }])
})

describe('what became of a leak', () => {
  test('is recorded; an ignored leak is only listed on request, and can be reopened', async () => {
    const { user, company, ids } = await clientWith([aLeak()])
    const superAdmin = await newUser('superAdmin', company)
    const params = { leakId: ids[0] as string }
    const total = async () => (await send(user, contract.getLeakSummary)).body.reduce((all, one) => all + one.total, 0)
    const ignored = await send(user, contract.changeLeak, { params, body: { status: 'ignored', version: 1 } })
    expect(ignored.body).toMatchObject({ id: ids[0], version: 2 })
    expect(ignored.body.password).toBe('••••••••')
    expect([(await listOf(user)).total, await total()]).toEqual([0, 0])
    expect((await listOf(user, { query: { status: ['ignored'] } })).total).toBe(1)
    await send(user, contract.changeLeak, { params, body: { status: 'resolved', version: 2 } })
    expect([(await listOf(user)).total, await total()]).toEqual([1, 1])

    const audit = await send(superAdmin, listAudit, { query: { company: company.key, target: ids[0] } })
    expect(audit.body.items.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['leak.changed', { status: 'ignored' }, { status: 'resolved' }],
      ['leak.changed', { status: 'open' }, { status: 'ignored' }],
    ])
  })

  test('is rejected for a stale version and for unknown fields', async () => {
    const { user, ids } = await clientWith([aLeak()])
    const params = { leakId: ids[0] as string }
    const change = (body: object) => send(user, contract.changeLeak, { params, body })
    expect((await change({ status: 'resolved', version: 1 })).status).toBe(200)
    expect(await change({ status: 'ignored', version: 1 })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } })
    expect((await change({ status: 'gone', version: 2 })).status).toBe(400)
    expect((await change({ status: 'open', version: 2, company_id: 1 })).status).toBe(400)
  })
})

test('many leaks are changed in one call: each is audited, figures follow, unknown ids are named', async () => {
  const company = await newCompany({ modules: { leaks: true } })
  const user = await newUser('client', company)
  const ids = await newLeaks(world(), company, [aLeak(), aLeak(), aLeak({ status: 'ignored' })])
  const [foreign] = await newLeaks(world(), await newCompany({ modules: { leaks: true } }), [aLeak()])
  const body = { ids: [...ids, foreign as string, ids[0] as string], status: 'ignored' as const }
  const answer = await send(user, contract.changeLeaks, { body })
  const versions = { [ids[0] as string]: 2, [ids[1] as string]: 2, [ids[2] as string]: 1 }
  expect(answer.body).toEqual({ done: ids, versions, failed: [{ id: foreign, code: 'NOT_FOUND' }] })
  const summary = async () =>
    (await send(user, contract.getLeakSummary)).body.reduce((sum, { total }) => sum + total, 0)
  expect(await summary()).toBe(0)
  const one = await send(user, contract.getLeak, { params: { leakId: ids[0] as string } })
  expect(one.body).toMatchObject({ status: 'ignored', version: 2 })
  // Leaks that already have the status aren't changed.
  const third = await send(user, contract.getLeak, { params: { leakId: ids[2] as string } })
  expect(third.body.version).toBe(1)
  const auditor = await newUser('superAdmin', company)
  const trail = await send(auditor, listAudit, { query: { company: company.key, action: ['leak.changed'] } })
  expect(trail.body.items.map(({ target }) => target.id).toSorted()).toEqual(ids.slice(0, 2).toSorted())
  await send(user, contract.changeLeaks, { body: { ids, status: 'open' } })
  expect(await summary()).toBe(3)
})

test('undoing the change of many leaves a leak alone that somebody has changed since', async () => {
  const company = await newCompany({ modules: { leaks: true } })
  const user = await newUser('client', company)
  const colleague = await newUser('client', company)
  const ids = await newLeaks(world(), company, [aLeak(), aLeak()])
  const [changed, untouched] = ids as [string, string]
  const { versions } = (await send(user, contract.changeLeaks, { body: { ids, status: 'ignored' } })).body
  const byColleague = { params: { leakId: changed }, body: { status: 'resolved' as const, version: 2 } }
  expect((await send(colleague, contract.changeLeak, byColleague)).status).toBe(200)
  const undone = await send(user, contract.changeLeaks, { body: { ids, status: 'open', versions } })
  expect(undone.body).toEqual({
    done: [untouched],
    versions: { [untouched]: 3 },
    failed: [{ id: changed, code: 'CONFLICT' }],
  })
  const kept = await send(user, contract.getLeak, { params: { leakId: changed } })
  expect(kept.body).toMatchObject({ status: 'resolved', version: 3 })
})

test('leaks are not there for a company that does not use them', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  for (const route of [contract.getLeaks, contract.getLeakSummary, listWatchedPeople])
    expect(await send(user, route)).toMatchObject({ status: 404, body: { code: 'MODULE_OFF' } })
})

test('no password is anywhere in the database: in no table, and in nothing that was written ahead', async () => {
  const { database } = world()
  const { pool } = database
  /** By node of a cluster, in their order. */
  const began: string[] = []
  await onEachNode(database, async (node) => {
    // The log belongs to the whole server, and the server removes old files when another test file drops its database.
    await node.query(`alter system set wal_keep_size = '2GB'`)
    await node.query('select pg_reload_conf()')
    const { rows } = await node.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name')
    began.push(rows[0]?.name ?? '')
  })
  const planted = [`planted-${randomUUID()}`, `Plånted ${randomUUID()}`]
  const { user, ids } = await clientWith(
    planted.map((password) => aLeak({ password, entity: 'planted-entity' })),
    { leaks: { showsHints: true } },
  )
  await send(user, contract.changeLeak, {
    params: { leakId: ids[0] as string },
    body: { status: 'resolved', version: 1 },
    headers: { 'idempotency-key': randomUUID() },
  })
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await pool.query<{ line: string }>(`select t::text as line from ${name} t`)
    dump += rows.map(({ line }) => line).join('\n')
  }
  // A dump writes bytes in hexadecimal.
  expect(dump).toContain(ids[0])
  for (const password of planted) {
    expect(dump).not.toContain(password)
    expect(dump.toLowerCase()).not.toContain(Buffer.from(password).toString('hex'))
    expect(dump).not.toContain(Buffer.from(password).toString('base64').slice(0, -4))
  }
  let hasLeak = false
  await onEachNode(database, async (node) => {
    // Writes data that is still only in memory to disk.
    const { rows: ended } = await node.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name')
    const { rows: files } = await node.query<{ name: string }>(
      `select name from pg_ls_waldir() where name ~ '^[0-9A-F]{24}$' and name between $1 and $2`,
      [began.shift(), ended[0]?.name],
    )
    expect(files).not.toEqual([])
    for (const { name } of files) {
      const { rows } = await node.query<{ bytes: Buffer }>(`select pg_read_binary_file('pg_wal/' || $1) as bytes`, [
        name,
      ])
      hasLeak ||= rows[0]?.bytes.includes(Buffer.from('planted-entity')) === true
      for (const password of planted) expect(rows[0]?.bytes.includes(Buffer.from(password)), name).toBe(false)
    }
    await node.query('alter system reset wal_keep_size')
    await node.query('select pg_reload_conf()')
  })
  // The search does find the non-secret values of the same rows.
  expect(hasLeak).toBe(true)
})
