import type { PoolClient } from 'pg'
import { seeEveryCompany } from '../db/every-company.ts'

/** A table with the columns that hold data of their own: generated ones are computed again. */
export interface TableColumns {
  name: string
  columns: string[]
}

/** Values are written the same way whatever the server's defaults are, so that every version of PostgreSQL reads them. */
const portable = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local bytea_output = 'hex'; set local extra_float_digits = 1; set local client_encoding = 'UTF8'`

/**
 * Begins a transaction that reads all companies as they are at this moment, for as long as it takes.
 *
 * Row-level security also holds for the owner, who therefore names every company.
 */
export async function beginSnapshot(client: PoolClient): Promise<void> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    begin isolation level repeatable read read only; ${portable}`)
  await seeEveryCompany(client)
}

/** The migrations of the schema, in their order. */
export async function appliedMigrations(client: PoolClient): Promise<{ name: string; hash: string }[]> {
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations order by name')
  return rows
}

/** The tables of the schema, each after those it refers to. */
export async function tablesInOrder(client: PoolClient): Promise<TableColumns[]> {
  const { rows: tables } = await client.query<TableColumns>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> 'migrations'
     group by c.relname order by c.relname`,
  )
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `select distinct f.relname as from, t.relname as to from pg_constraint k
     join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
     where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conrelid <> k.confrelid`,
  )
  const ordered = new Set<string>()
  const visit = (name: string, trail: readonly string[]): void => {
    if (ordered.has(name)) return
    if (trail.includes(name)) throw new Error(`tables refer to each other: ${[...trail, name].join(', ')}`)
    for (const { from, to } of references) if (from === name) visit(to, [...trail, name])
    ordered.add(name)
  }
  for (const { name } of tables) visit(name, [])
  return [...ordered].flatMap((name) => tables.filter((table) => table.name === name))
}

/** The number that each sequence gave out last. Sequences know no snapshot, so this is that number or a later one. */
export async function sequenceValues(client: PoolClient): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value::text as value from pg_sequences
     where schemaname = 'public' and last_value is not null order by sequencename`,
  )
  return rows
}

/** The days that the log of requests has a partition for, as YYYY-MM-DD. */
export async function loggedDays(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ day: string }>(
    `select to_char(to_date(substr(relname, 2), 'YYYYMMDD'), 'YYYY-MM-DD') as day from pg_class
     where relnamespace = to_regnamespace('signet_logs') and relkind = 'r' and relispartition and relname ~ '^d[0-9]{8}$'
     order by relname`,
  )
  return rows.map(({ day }) => day)
}

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`
const listOf = (columns: readonly string[]) => columns.map(identifier).join(', ')

/*
 * Numbers of transactions mean nothing in another cluster, where they start again: a record of a "later" transaction would wait for ever to
 * be sealed. Records with a link in the audit chain get 0 and so does the end of the chain; those that wait for one get 1, which every
 * cluster has passed. A record before the end that has no link gets 0 as well, so that `audit verify` still reports it.
 */
const portableValues: Readonly<Record<string, string>> = {
  'audit.xid': `case when exists (select from audit_chain c where c.company_id = source.company_id and c.audit_id = source.id)
    or (source.xid, source.at, source.id) <=
      (select h.last_xid, h.last_at, h.last_id from audit_heads h where h.company_id = source.company_id)
    then 0 else 1 end`,
  'audit_heads.last_xid': '0',
  'audit_heads.last_at': `'infinity'::timestamptz`,
  'audit_heads.last_id': `'00000000-0000-0000-0000-000000000000'::uuid`,
  'live_events.xid': '0',
}

/** The statement that writes the rows of a table. */
export function copyTableOut({ name, columns }: TableColumns): string {
  const values = columns.map(
    (column) => `${portableValues[`${name}.${column}`] ?? `source.${identifier(column)}`} as ${identifier(column)}`,
  )
  return `copy (select ${values.join(', ')} from ${identifier(name)} as source) to stdout`
}

/** The statement that reads the rows of a table. */
export const copyTableIn = ({ name, columns }: TableColumns) =>
  `copy ${identifier(name)} (${listOf(columns)}) from stdin`

/** The columns of the jobs; null if the queue was never set up. */
export async function jobColumns(client: PoolClient): Promise<string[] | null> {
  const columns = await typedJobColumns(client)
  return columns.length === 0 ? null : columns.map(({ name }) => name)
}

async function typedJobColumns(client: PoolClient): Promise<{ name: string; type: string }[]> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = to_regclass('pgboss.job') and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
  )
  return rows
}

/** The statement that writes the jobs that have not ended. */
export const copyJobsOut = (columns: readonly string[]) =>
  `copy (select ${listOf(columns)} from pgboss.job where state in ('created', 'retry', 'active')) to stdout`

/** Prepares a table for jobs of another version of the queue, and gives the statement that reads them into it. */
export async function prepareJobs(client: PoolClient, columns: readonly string[]): Promise<string> {
  await client.query(
    `create temp table restored_jobs (${columns.map((column) => `${identifier(column)} text`).join(', ')}) on commit drop`,
  )
  return 'copy restored_jobs from stdin'
}

/** Adds the prepared jobs of the queues that this version still has. */
export async function addPreparedJobs(client: PoolClient, columns: readonly string[]): Promise<void> {
  const known = (await typedJobColumns(client)).filter(({ name }) => columns.includes(name))
  const values = known.map(({ name, type }) => `${identifier(name)}::${type}`)
  await client.query(
    `insert into pgboss.job (${listOf(known.map(({ name }) => name))}) select ${values.join(', ')} from restored_jobs
     where name in (select q.name from pgboss.queue q) on conflict do nothing`,
  )
}

/** What a database contains: `used` if it has companies, users or tables that aren't Signet's. */
export async function contentOf(client: PoolClient): Promise<{ isUsed: boolean; migrations: string[] }> {
  const { rows } = await client.query<{ migrations: string | null; companies: string | null; tables: string }>(
    `select to_regclass('public.migrations') as migrations, to_regclass('public.users') as companies,
       (select count(*) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')) as tables`,
  )
  const [found] = rows
  if (!found?.migrations) return { isUsed: Number(found?.tables) > 0, migrations: [] }
  const migrations = (await appliedMigrations(client)).map(({ name }) => name)
  if (!found.companies) return { isUsed: false, migrations }
  const { rows: used } = await client.query<{ isUsed: boolean }>(
    `select exists (select from companies) or exists (select from users) as "isUsed"`,
  )
  return { isUsed: used[0]?.isUsed === true, migrations }
}

/**
 * Begins the transaction that fills the tables, and gives the work that ends it.
 *
 * What keeps rows right while the product runs would refuse or change copied ones: COPY isn't allowed where row-level security applies to
 * the owner, and triggers would add changes that already happened. Both are put back before the commit. Foreign keys are checked. Indexes
 * that enforce nothing are built from the complete tables, which takes a fraction of the time.
 */
export async function beginLoading(client: PoolClient, names: readonly string[]): Promise<() => Promise<void>> {
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; begin; ${portable}`)
  const { rows } = await client.query<{ name: string; isForced: boolean; hasTriggers: boolean }>(
    `select c.relname as name, c.relforcerowsecurity as "isForced",
       exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as "hasTriggers"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relname = any($1)`,
    [names],
  )
  // That of a partitioned table would be created without those of its partitions.
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.relname as name, pg_get_indexdef(i.oid) as definition
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any($1) and c.relkind = 'r' and not x.indisunique
       and not exists (select from pg_constraint k where k.conindid = x.indexrelid)`,
    [names],
  )
  const forced = rows.filter(({ isForced }) => isForced)
  const triggered = rows.filter(({ hasTriggers }) => hasTriggers)
  const alter = async (tables: readonly { name: string }[], change: string) => {
    for (const { name } of tables) await client.query(`alter table ${identifier(name)} ${change}`)
  }
  await alter(forced, 'no force row level security')
  await alter(triggered, 'disable trigger user')
  // Some migrations add rows.
  await client.query(`truncate ${listOf(names)}`)
  for (const { name } of indexes) await client.query(`drop index ${identifier(name)}`)
  return async () => {
    await client.query(`set local maintenance_work_mem = '256MB'`)
    for (const { definition } of indexes) await client.query(definition)
    await alter(triggered, 'enable trigger user')
    await alter(forced, 'force row level security')
    await client.query('commit')
    // Otherwise, the first queries would be planned as for empty tables.
    await client.query(`analyze ${listOf(names)}`)
  }
}

/** Continues the sequences after the numbers that were given out. Creates those of the companies' threats. */
export async function setSequences(
  client: PoolClient,
  sequences: readonly { name: string; value: string }[],
): Promise<void> {
  // While tables are loaded, no trigger creates them.
  await client.query('select create_threat_numbers(id) from companies')
  for (const { name, value } of sequences)
    await client.query('select setval(to_regclass($1), $2)', [`public.${identifier(name)}`, value])
}

/** The name of the database. */
export async function currentDatabase(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  return rows[0]?.name ?? ''
}

/** Creates an empty database, in place of one that an interrupted check left. */
export async function createScratch(client: PoolClient, name: string): Promise<void> {
  await client.query('set statement_timeout = 0')
  await dropScratch(client, name)
  await client.query(`create database ${identifier(name)}`)
}

/**
 * Deletes the database of a check. Not with force: an owner may not end sessions of the working roles. The server waits five seconds for
 * those that are ending.
 */
export async function dropScratch(client: PoolClient, name: string): Promise<void> {
  await client.query(`drop database if exists ${identifier(name)}`)
}
