import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { preserveEvidenceJob } from '../features/cases/cases.jobs.ts'
import type { Tx } from './database.ts'
import { isCluster } from './sharding/cluster.ts'
import { kindOf } from './sharding/kinds.ts'
import type { Tables } from './tables.ts'
import { fillCompany } from '../../test/fill-company.ts'
import { newCompany, useWorld, type TestCompany } from '../../test/harness.ts'
import { sealAll } from '../../test/seal-all.ts'

const world = useWorld()

/** Tables of people or of the installation; signet_app must not have access to those of people. */
const identityTables = [
  'rate_counts',
  'request_logs',
  'request_counts',
  'request_ips',
  'companies',
  'users',
  'user_companies',
  'sessions',
  'refresh_tokens',
  'sign_ins',
  'user_preferences',
  'totp_factors',
  'recovery_codes',
  'passkeys',
  'passkey_challenges',
  'user_tokens',
  'reveals',
  'sso_settings',
  'sso_domains',
  'sso_subjects',
  'sso_used',
  'scim_tokens',
  'scim_users',
  'signing_keys',
]
const installationTables = [
  'abuse_contacts',
  'announcements',
  'back_fills',
  'backups',
  'bulletins',
  'ct_logs',
  'database_sizes',
  'disk_sizes',
  'email_sendings',
  'glossary_entries',
  'answer_gates',
  'domain_answers',
  'migrations',
  'notice_channels',
  'notice_letters',
  'notification_rules',
  'part_troubles',
  'processes',
  'reply_rules',
  'scans',
  'table_sizes',
]

let own: TestCompany
let foreign: TestCompany
const marker = 'strangers-only'

async function rowsOf<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  return (await world().database.pool.query<T>(text, values)).rows
}

/** Every table of the schema with a company column, read from the catalog itself. */
async function companyTables(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attname = 'company_id'
       and not a.attisdropped order by 1`,
  )
  return rows.map(({ name }) => name).filter((name) => !identityTables.includes(name))
}

let onCluster: boolean

beforeAll(async () => {
  onCluster = await isCluster(world().database.pool)
  own = await newCompany()
  foreign = await newCompany()
  await fillCompany(own, marker)
  await fillCompany(foreign, marker)
  await sealAll()
})

describe('the catalogue', () => {
  test('knows every table: of companies, of people, or of the installation', async () => {
    const rows = await rowsOf<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
         and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')`,
    )
    const known = [...(await companyTables()), ...identityTables, ...installationTables]
    expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
    expect((await companyTables()).length).toBeGreaterThanOrEqual(10)
  })

  test('has row-level security enabled and forced on every table of companies, for reading and writing', async () => {
    for (const table of await companyTables()) {
      const [flags] = await rowsOf(
        `select relrowsecurity, relforcerowsecurity from pg_class where oid = $1::regclass`,
        [table],
      )
      expect(flags, table).toEqual({ relrowsecurity: true, relforcerowsecurity: true })
      const policies = await rowsOf<{
        policyname: string
        qual: string
        with_check: string
        cmd: string
        roles: string
      }>(`select policyname, qual, with_check, cmd, roles::text from pg_policies where tablename = $1`, [table])
      const tenant = policies.find(({ policyname }) => policyname === 'tenant')
      expect(tenant, table).toMatchObject({ cmd: 'ALL', roles: '{public}' })
      // The rule must match as a whole: nothing may follow that grants more access.
      for (const rule of [tenant?.qual, tenant?.with_check])
        expect(rule, table).toMatch(
          onCluster && kindOf(table) === 'company'
            ? /^\(company_id = ANY \(app_companies\(\)\)\)$/
            : /^\(company_id IN \(\s*SELECT unnest\(app_companies\(\)\) AS unnest\)\)$/,
        )
      // Policies that grant other access must not apply to the role that the product uses.
      for (const { policyname, roles } of policies.filter((policy) => policy !== tenant)) {
        expect(roles, `${table}.${policyname}`).not.toMatch(/public|signet_app|signet_identity|signet_audit/)
      }
    }
  })

  test('begins every key and unique rule of a company table with the company', async () => {
    const rows = await rowsOf<{ name: string; columns: string[]; nullable: boolean }>(
      `select i.indexrelid::regclass::text as name, not bool_or(a.attnotnull and a.attname = 'company_id') as nullable,
         array_agg(a.attname::text order by array_position(i.indkey::int2[], a.attnum)) as columns
       from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
       where i.indisunique and i.indrelid = any ($1::regclass[]) group by 1`,
      [await companyTables()],
    )
    expect(rows.length).toBeGreaterThanOrEqual(10)
    for (const { name, columns, nullable } of rows) {
      expect(columns[0], name).toBe('company_id')
      expect(nullable, name).toBe(false)
    }
  })

  test('carries the company in every reference from one company table to another', async () => {
    const tables = await companyTables()
    const rows = await rowsOf<{ name: string; columns: string[] }>(
      `select c.conname as name, array_agg(a.attname::text) as columns from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
       where c.contype = 'f' and c.conrelid = any ($1::regclass[]) group by 1`,
      [tables],
    )
    expect(rows.length).toBeGreaterThanOrEqual(tables.length - 1)
    for (const { name, columns } of rows) expect(columns, name).toContain('company_id')
  })

  test('gives the working roles no power and nothing to own', async () => {
    const roles = await rowsOf(
      `select rolname, rolsuper, rolbypassrls, rolcreatedb, rolcreaterole, rolinherit from pg_roles
       where rolname in ('signet_app', 'signet_identity', 'signet_audit') order by 1`,
    )
    const none = { rolsuper: false, rolbypassrls: false, rolcreatedb: false, rolcreaterole: false, rolinherit: false }
    expect(roles).toEqual([
      { rolname: 'signet_app', ...none },
      { rolname: 'signet_audit', ...none },
      { rolname: 'signet_identity', ...none },
    ])
    const owned = await rowsOf(
      `select relname from pg_class where relowner in ('signet_app'::regrole, 'signet_identity'::regrole, 'signet_audit'::regrole)
       union all select proname from pg_proc where proowner in ('signet_app'::regrole, 'signet_identity'::regrole, 'signet_audit'::regrole)
       union all select nspname from pg_namespace where nspowner in ('signet_app'::regrole, 'signet_identity'::regrole, 'signet_audit'::regrole)`,
    )
    expect(owned).toEqual([])
    const memberships = await rowsOf(
      `select member::regrole::text as member, roleid::regrole::text as role, admin_option as admin from pg_auth_members
       where member in ('signet_app'::regrole, 'signet_identity'::regrole, 'signet_audit'::regrole)`,
    )
    expect(memberships).toEqual([{ member: 'signet_identity', role: 'signet_app', admin: false }])
  })

  test('lets only reviewed functions run as their owner, and only signet_app call them', async () => {
    const functions = await rowsOf<{ name: string; config: string[]; open: boolean }>(
      `select p.proname as name, p.proconfig as config,
         exists (select from aclexplode(p.proacl) where grantee = 0) or p.proacl is null as open
       from pg_proc p where p.prosecdef and p.pronamespace = 'public'::regnamespace order by 1`,
    )
    const config = ['search_path=public, pg_temp', 'plan_cache_mode=force_custom_plan']
    expect(functions).toEqual([
      ...(onCluster ? [{ name: 'commit_together', config: ['search_path=public, pg_temp'], open: false }] : []),
      { name: 'discard_failed_job', config: ['search_path=pg_catalog'], open: false },
      { name: 'leaks_matching', config, open: false },
      { name: 'number_company', config: ['search_path=public, pg_temp'], open: false },
      ...(onCluster ? [{ name: 'number_row', config: ['search_path=public, pg_temp'], open: false }] : []),
      { name: 'number_threats', config: ['search_path=public, pg_temp'], open: false },
      { name: 'people_of', config: ['search_path=public, pg_temp'], open: false },
      { name: 'retry_failed_job', config: ['search_path=pg_catalog'], open: false },
      { name: 'super_admins', config: ['search_path=public, pg_temp'], open: false },
      { name: 'threats_matching', config, open: false },
      { name: 'workers_of', config: ['search_path=public, pg_temp'], open: false },
    ])
  })
})

const search = (companies: number[], wanted: number) =>
  world().database.inCompanies(companies, async (tx) => {
    const threats =
      await sql`select * from threats_matching(${wanted}::int, null, ${marker}, null, '{published}', false)`.execute(tx)
    const leaks = await sql`select leaks_matching(${wanted}::int, ${marker})`.execute(tx)
    expect(leaks.rows.length).toBe(threats.rows.length)
    return threats.rows.length
  })

describe('a transaction for one company', () => {
  test('sees its own rows and none of another company in any table, without any filter', async () => {
    for (const table of await companyTables()) {
      const seen = await world().database.inCompanies([own.id], async (tx) => {
        const { rows } = await sql<{ company_id: number }>`select company_id from ${sql.table(table)}`.execute(tx)
        return rows.map((row) => row.company_id)
      })
      expect(new Set(seen), table).toEqual(new Set([own.id]))
    }
  })

  test('cannot change or delete a row of another company', async () => {
    await world().database.inCompanies([own.id], async (tx) => {
      const updated = await tx
        .updateTable('threats')
        .set({ title: 'stolen' })
        .where('company_id', '=', foreign.id)
        .executeTakeFirst()
      expect(updated.numUpdatedRows).toBe(0n)
      const deleted = await tx.deleteFrom('bookmarks').where('company_id', '=', foreign.id).executeTakeFirst()
      expect(deleted.numDeletedRows).toBe(0n)
    })
  })

  test('is refused when it writes into another company, or moves a row there', async () => {
    const brand = { id: randomUUID(), key: 'x', name: 'x', aliases: [], official: [] }
    const inserting = world().database.inCompanies([own.id], (tx) =>
      tx
        .insertInto('brands')
        .values({ ...brand, company_id: foreign.id })
        .execute(),
    )
    await expect(inserting).rejects.toThrow(/row-level security/)
    const moving = world().database.inCompanies([own.id], (tx) =>
      tx.updateTable('brands').set({ company_id: foreign.id }).execute(),
    )
    await expect(moving).rejects.toThrow(onCluster ? /modifying the partition value/ : /row-level security/)
  })

  test('only finds its own records in a search, even with the id of another company', async () => {
    expect(await search([own.id], own.id)).toBe(1)
    expect(await search([own.id], foreign.id)).toBe(0)
    expect(await search([], foreign.id)).toBe(0)
    expect(await search([own.id, foreign.id], foreign.id)).toBe(1)
  })

  test('sees the own company in the list of companies and no other', async () => {
    const seen = await world().database.inCompanies([own.id], (tx) => tx.selectFrom('companies').select('id').execute())
    expect(seen).toEqual([{ id: own.id }])
  })
})

test('a transaction for no company sees nothing in any table', async () => {
  for (const table of [...(await companyTables()), 'companies']) {
    const { rows } = await world().database.inCompanies([], (tx) => sql`select from ${sql.table(table)}`.execute(tx))
    expect(rows, table).toHaveLength(0)
  }
})

test('the companies of a transaction do not stay on the connection for the next one', async () => {
  await world().database.inCompanies([own.id], async (tx) => {
    await sql`commit`.execute(tx)
    const { rows } = await sql`select coalesce(current_setting('app.companies', true), '') as companies,
      current_user as role, session_user as signed_in`.execute(tx)
    expect(rows).toEqual([{ companies: '', role: 'signet_app', signed_in: 'signet_app' }])
    await sql`begin`.execute(tx)
  })
})

const ownerOf = async () => {
  const [row] = await rowsOf<{ name: string }>('select current_user as name')
  return row?.name ?? ''
}

describe('a connection of one role gets nothing of another', () => {
  const { inCompanies, inIdentity, inAudit } = {
    inCompanies: (work: (tx: Tx) => Promise<unknown>) => world().database.inCompanies([own.id], work),
    inIdentity: (work: (tx: Tx) => Promise<unknown>) => world().database.inIdentity(work),
    inAudit: (work: (tx: Tx) => Promise<unknown>) => world().database.inAudit([own.id], work),
  }
  const ways = [
    {
      from: 'signet_app',
      open: inCompanies,
      others: ['signet_identity', 'signet_audit'],
      closed: ['users', 'sessions'],
    },
    { from: 'signet_identity', open: inIdentity, others: ['signet_audit'], closed: ['threats', 'audit_chain'] },
    { from: 'signet_audit', open: inAudit, others: ['signet_app', 'signet_identity'], closed: ['users', 'threats'] },
  ]

  test.each(ways)('$from goes nowhere by resetting its role', async ({ from, open, closed }) => {
    for (const way of ['reset role', 'set role none', 'reset session authorization', 'reset all', 'discard temp']) {
      for (const table of closed) {
        const reading = open(async (tx) => {
          await sql.raw(way).execute(tx)
          const { rows } = await sql`select current_user as role`.execute(tx)
          expect(rows, way).toEqual([{ role: from }])
          await sql`select from ${sql.table(table)}`.execute(tx)
        })
        await expect(reading, `${way}, ${table}`).rejects.toThrow(/permission denied/)
      }
    }
  })

  test.each(ways)(
    '$from is refused to become the owner or a role that it is no member of',
    async ({ open, others }) => {
      for (const other of [await ownerOf(), ...others]) {
        await expect(
          open((tx) => sql`set role ${sql.id(other)}`.execute(tx)),
          other,
        ).rejects.toThrow(/permission denied to set role/)
        await expect(
          open((tx) => sql`set session authorization ${sql.id(other)}`.execute(tx)),
          other,
        ).rejects.toThrow(/permission denied to set session authorization/)
      }
    },
  )

  test('sign-in has nothing of company work unless it becomes that role', async () => {
    const reading = inIdentity((tx) => sql`select from threats`.execute(tx))
    await expect(reading).rejects.toThrow(/permission denied/)
    const { rows } = await world().database.withIdentity([own.id], (tx) =>
      sql<{ company_id: number }>`select distinct company_id from threats`.execute(tx),
    )
    expect(rows).toEqual([{ company_id: own.id }])
  })
})

describe('what the role of company work may not read', () => {
  test('includes every table of people, and the migrations', async () => {
    for (const table of [...identityTables, 'migrations'].filter((name) => name !== 'companies')) {
      const reading = world().database.inCompanies([own.id], (tx) => sql`select from ${sql.table(table)}`.execute(tx))
      await expect(reading, table).rejects.toThrow(/permission denied/)
    }
  })

  test('password hashes, by whatever way', async () => {
    const reading = world().database.inCompanies([own.id], (tx) =>
      sql`select password_hash from users where company_id = ${own.id}`.execute(tx),
    )
    await expect(reading).rejects.toThrow(/permission denied/)
  })
})

test('the role of sign-in sees no threat and nothing else of a company', async () => {
  for (const table of await companyTables()) {
    const reading = world().database.inIdentity((tx) => sql`select from ${sql.table(table)}`.execute(tx))
    await expect(reading, table).rejects.toThrow(/permission denied/)
  }
})

test('the audit can be added to and read, but not changed or removed', async () => {
  const { inCompanies } = world().database
  const changing = inCompanies([own.id], (tx) => tx.updateTable('audit').set({ action: 'x' }).execute())
  await expect(changing).rejects.toThrow(/permission denied/)
  const removing = inCompanies([own.id], (tx) => tx.deleteFrom('audit').execute())
  await expect(removing).rejects.toThrow(/permission denied/)
  const emptying = inCompanies([own.id], (tx) => sql`truncate audit`.execute(tx))
  await expect(emptying).rejects.toThrow(/permission denied/)
  for (const change of ['insert into audit_chain', 'insert into audit_heads']) {
    const linking = inCompanies([own.id], (tx) => sql`${sql.raw(change)} (company_id) values (${own.id})`.execute(tx))
    await expect(linking).rejects.toThrow(/permission denied/)
  }
})

const sealing = (text: string) => world().database.inAudit([own.id], (tx) => sql.raw(text).execute(tx))

test('the role that seals the audit changes nothing in it but addresses, and reads nothing else of a company', async () => {
  for (const text of [
    `update audit set action = 'x'`,
    'delete from audit',
    'update audit_chain set seq = 1',
    'delete from audit_chain',
    'delete from audit_heads',
    'select from threats',
    'select from sign_ins',
  ])
    await expect(sealing(text), text).rejects.toThrow(/permission denied/)
})

test('the working roles cannot change the schema', async () => {
  const altering = (table: keyof Tables) =>
    world().database.inCompanies([own.id], (tx) =>
      sql`alter table ${sql.table(table)} disable row level security`.execute(tx),
    )
  await expect(altering('threats')).rejects.toThrow(/must be owner/)
  const creating = world().database.inCompanies([own.id], (tx) => sql`create table mine (x int)`.execute(tx))
  await expect(creating).rejects.toThrow(/permission denied/)
})

test('a job can be added for a company, and what jobs carry cannot be read back', async () => {
  const { database, queue } = world()
  const data = { companyId: own.id, threatId: randomUUID(), takedownId: randomUUID() }
  const jobId = await database.inCompanies([own.id], (tx) => queue.enqueue(tx, preserveEvidenceJob, data))
  const { rows } = await database.pool.query('select data from pgboss.job where id = $1', [jobId])
  expect(rows).toEqual([{ data }])
  const { rows: tables } = await database.pool.query<{ name: string }>(
    `select format('pgboss.%I', table_name) as name from information_schema.tables where table_schema = 'pgboss'`,
  )
  for (const { name } of tables.filter((table) => table.name !== 'pgboss.queue')) {
    const reading = database.inCompanies([own.id], (tx) => sql`select * from ${sql.raw(name)}`.execute(tx))
    await expect(reading, name).rejects.toThrow(/permission denied/)
  }
  const changing = database.inCompanies([own.id], (tx) => sql`update pgboss.job set data = '{}'`.execute(tx))
  await expect(changing).rejects.toThrow(/permission denied/)
})
