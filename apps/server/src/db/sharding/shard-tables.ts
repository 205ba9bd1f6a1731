import fs from 'node:fs/promises'
import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg'
import { kindOf, referenceTables } from './kinds.ts'
import { onShards } from './on-shards.ts'

/** The table that all others are colocated with. */
const firstTable = 'brands'

/** One thing that is to be done until the database is distributed. */
export interface ShardStep {
  kind: 'prepare' | 'reference' | 'distribute' | 'function' | 'foreignKey'
  /** The table, function or constraint. */
  name: string
}

/**
 * Whether a cluster may be distributed right away: it already is, except for new tables without rows, or it has no company yet. Otherwise
 * the operator decides when (`signet shard --run`), also about what an interrupted run has left.
 */
export async function isReadyToShard(client: ClientBase): Promise<boolean> {
  if (!(await hasWorkers(client))) return false
  const { rows } = await client.query<{ is: boolean }>(
    `select not exists (select from companies)
       or (exists (select from pg_dist_partition where logicalrelid = 'companies'::regclass)
         and not exists (select from unnest($1::text[]) as name where pg_relation_size(name::regclass) > 0)) as is`,
    [await tablesLeft(client)],
  )
  return rows[0]?.is === true
}

/** Whether a node has been added that shards can be on. */
export async function hasWorkers(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    'select exists (select from pg_dist_node where shouldhaveshards and isactive) as is',
  )
  return rows[0]?.is === true
}

/** What is left to do, in order; empty on a distributed database. It changes nothing. */
export async function planSharding(client: ClientBase): Promise<ShardStep[]> {
  const left = await tablesLeft(client)
  const steps: ShardStep[] = []
  const step = (kind: ShardStep['kind'], names: readonly string[]) =>
    steps.push(...names.map((name) => ({ kind, name })))
  step(
    'reference',
    left.filter((name) => kindOf(name) === 'reference'),
  )
  step(
    'distribute',
    left.filter((name) => kindOf(name) === 'company'),
  )
  step(
    'function',
    (await functionsLeft(client)).map(({ name }) => name),
  )
  step('foreignKey', await keysLeft(client))
  if (steps.length > 0 || !(await isPrepared(client))) steps.unshift({ kind: 'prepare', name: 'functions' })
  return steps
}

/**
 * Distributes what isn't distributed yet. Each table is moved in a transaction of its own, so that it can be interrupted: another run
 * continues. Nobody else may use the database in the meantime.
 *
 * @param client of the owner
 * @param onStep gets each step before it begins
 * @param shards how many for each table; `citus.shard_count` (32) if left out
 */
export async function runSharding(
  client: ClientBase,
  onStep: (step: ShardStep) => void = () => {},
  shards?: number,
): Promise<ShardStep[]> {
  const plan = await planSharding(client)
  if (plan.length === 0) return plan
  await assertKeepable(client)
  await client.query(`set statement_timeout = 0; set client_min_messages = warning`)
  await client.query('set citus.enable_unsafe_triggers = on')
  if (shards !== undefined) await client.query(`set citus.shard_count = ${shards}`)
  onStep({ kind: 'prepare', name: 'functions' })
  await inTransaction(client, () => prepare(client))
  for (const step of plan.filter(({ kind }) => kind === 'reference' || kind === 'distribute')) {
    onStep(step)
    await inTransaction(client, () => distribute(client, step.name))
  }
  for (const { name, definition } of await functionsLeft(client)) {
    onStep({ kind: 'function', name })
    await inTransaction(client, async () => {
      await client.query(definition)
      await makeDistributed(client, name)
    })
  }
  // Tables that were moved just now have left more keys than the plan has.
  for (const name of await keysLeft(client)) {
    onStep({ kind: 'foreignKey', name })
    await inTransaction(client, () => addKey(client, name))
  }
  return plan
}

/** @throws Error if a migration made something that would be lost or changed on the nodes: it has to be added here first */
async function assertKeepable(client: ClientBase): Promise<void> {
  const left = await tablesLeft(client)
  const { rows: triggers } = await client.query<{ name: string }>(
    `select c.relname || '.' || tgname as name from pg_trigger join pg_class c on c.oid = tgrelid
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1) and not tgisinternal and tgenabled <> 'O' order by 1`,
    [left],
  )
  if (triggers[0]) throw new Error(`a trigger that is disabled or runs on replicas can't be moved: ${triggers[0].name}`)
  const { rows: keys } = await client.query<{ name: string; table: string; other: string; columns: number }>(
    `select c.relname || '.' || conname as name, c.relname as table, o.relname as other, cardinality(conkey) as columns
     from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class o on o.oid = k.confrelid
     where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = 'public'::regnamespace order by 1`,
  )
  const lost = keys.find(
    ({ table, other, columns }) =>
      kindOf(table) === 'coordinator' && kindOf(other) !== 'coordinator' && (other !== 'companies' || columns !== 1),
  )
  if (lost) throw new Error(`on the coordinator, only a key of one column to companies is kept: ${lost.name}`)
}

async function inTransaction(client: ClientBase, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    // A table has many shards, and foreign keys join them: one connection for each node.
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await work()
    await client.query('commit')
  } catch (error) {
    // It fails if the connection is lost, and the transaction with it; its error would hide the first one.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function prepare(client: ClientBase): Promise<void> {
  await client.query('create schema if not exists signet_sharding')
  await client.query(
    `create table if not exists signet_sharding.foreign_keys (name text primary key, table_name text not null, definition text not null)`,
  )
  await client.query(await fs.readFile(new URL('shard-functions.sql', import.meta.url), 'utf8'))
  await client.query(`set local client_min_messages = error`)
  for (const name of usedOnShards) await makeDistributed(client, name)
}

/** Whether the functions are those of this version; versions before it distributed all tables without the last of them. */
async function isPrepared(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(`select to_regprocedure('wait_for_commits()') is not null as is`)
  return rows[0]?.is === true
}

/** Functions that policies, checks and statements call on the nodes. */
const usedOnShards = [
  'app_companies',
  'is_one_line',
  'is_activity',
  'is_listed',
  'counted_text',
  'on_shards',
  'shard_of',
  'wait_for_commits',
]

async function makeDistributed(client: ClientBase, name: string): Promise<void> {
  await client.query(
    `select create_distributed_function(p.oid::regprocedure) from pg_proc p
     where p.proname = $1 and p.pronamespace = 'public'::regnamespace
       and not exists (select from pg_catalog.pg_dist_object o where o.classid = 'pg_proc'::regclass and o.objid = p.oid)`,
    [name],
  )
}

/** The tables that are not where they belong yet: companies first. */
async function tablesLeft(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class c
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and not exists (select from pg_dist_partition where logicalrelid = c.oid)
     order by relname = any ($1) desc, relname = $2 desc, relname`,
    [referenceTables, firstTable],
  )
  return rows.map(({ name }) => name).filter((name) => kindOf(name) !== 'coordinator')
}

interface Policy {
  name: string
  permissive: string
  command: string
  roles: string
  using: string | null
  check: string | null
}

/** Moves the rows of a table to its shards, with its policies, rights and triggers. */
async function distribute(client: ClientBase, name: string): Promise<void> {
  const table = escapeIdentifier(name)
  await takeKeys(client, name)
  const { rows: policies } = await client.query<Policy>(
    `select policyname as name, permissive, cmd as command, array_to_string(roles, ', ') as roles, qual as using, with_check as check
     from pg_policies where schemaname = 'public' and tablename = $1 order by 1`,
    [name],
  )
  const { rows: flags } = await client.query<{ forced: boolean }>(
    `select relforcerowsecurity as forced from pg_class where oid = $1::regclass`,
    [name],
  )
  // The owner, who moves the rows, sees none of a table with forced policies.
  for (const policy of policies) await client.query(`drop policy ${escapeIdentifier(policy.name)} on ${table}`)
  await client.query(`alter table ${table} no force row level security, disable row level security`)
  // They would count the rows again that are copied.
  const { rows: triggers } = await client.query<{ name: string; definition: string }>(
    `select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
     where tgrelid = $1::regclass and not tgisinternal order by 1`,
    [name],
  )
  for (const trigger of triggers) await client.query(`drop trigger ${escapeIdentifier(trigger.name)} on ${table}`)
  if (kindOf(name) === 'reference') await client.query(`select create_reference_table($1)`, [name])
  else
    await client.query(`select create_distributed_table($1, 'company_id', colocate_with => $2)`, [
      name,
      name === firstTable ? 'none' : firstTable,
    ])
  for (const { definition } of triggers) await client.query(definition)
  await client.query(`alter table ${table} enable row level security`)
  if (flags[0]?.forced) await client.query(`alter table ${table} force row level security`)
  for (const { name: policy, permissive, command, roles, using, check } of policies) {
    const usingText = using === null ? '' : ` using (${withoutSubquery(using)})`
    const checkText = check === null ? '' : ` with check (${withoutSubquery(check)})`
    await client.query(
      `create policy ${escapeIdentifier(policy)} on ${table} as ${permissive} for ${command} to ${roles}${usingText}${checkText}`,
    )
  }
  await guardColumns(client, name)
  await numberRows(client, name)
}

/** Citus refuses policies with a subquery. The function is evaluated for each row instead of once per statement. */
const withoutSubquery = (expression: string) =>
  expression.replace(/\bIN \(\s*SELECT unnest\(app_companies\(\)\) AS unnest\)/, '= ANY (app_companies())')

/** Removes the foreign keys of a table and those that lead to it, and remembers them until both sides are on the nodes. */
async function takeKeys(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ name: string; table: string; column: string; definition: string }>(
    `select conname as name, c.relname as table, pg_get_constraintdef(k.oid) as definition,
       (select attname from pg_attribute where attrelid = k.conrelid and attnum = k.conkey[1]) as column
     from pg_constraint k join pg_class c on c.oid = k.conrelid
     where k.contype = 'f' and k.conparentid = 0 and $1::regclass in (k.conrelid, k.confrelid) order by 1`,
    [name],
  )
  for (const { name: key, table, column, definition } of rows) {
    await client.query(`alter table ${escapeIdentifier(table)} drop constraint ${escapeIdentifier(key)}`)
    if (kindOf(table) === 'coordinator') {
      await client.query(
        `create trigger ${escapeIdentifier(`${column}_exists`)} before insert or update of ${escapeIdentifier(column)}
         on ${escapeIdentifier(table)} for each row when (new.${escapeIdentifier(column)} is not null)
         execute function company_exists(${escapeLiteral(column)})`,
      )
      continue
    }
    await client.query(
      `insert into signet_sharding.foreign_keys (name, table_name, definition) values ($1, $2, $3) on conflict do nothing`,
      [`${table}.${key}`, table, definition],
    )
  }
}

async function keysLeft(client: ClientBase): Promise<string[]> {
  const { rows: made } = await client.query<{ is: boolean }>(
    `select to_regclass('signet_sharding.foreign_keys') is not null as is`,
  )
  if (!made[0]?.is) return []
  const { rows } = await client.query<{ name: string }>('select name from signet_sharding.foreign_keys order by name')
  return rows.map(({ name }) => name)
}

async function addKey(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ table: string; definition: string }>(
    'delete from signet_sharding.foreign_keys where name = $1 returning table_name as table, definition',
    [name],
  )
  for (const { table, definition } of rows) {
    const key = escapeIdentifier(name.slice(table.length + 1))
    await client.query(`alter table ${escapeIdentifier(table)} add constraint ${key} ${definition}`)
  }
}

/** Rights to update single columns become rights to update the table, with a trigger that refuses the others. */
async function guardColumns(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ role: string; right: string; columns: string }>(
    `select acl.grantee::regrole::text as role, acl.privilege_type as right, string_agg(a.attname, ',' order by a.attnum) as columns
     from pg_attribute a cross join lateral aclexplode(a.attacl) acl
     where a.attrelid = $1::regclass and a.attacl is not null and acl.privilege_type in ('INSERT', 'UPDATE') group by 1, 2 order by 1, 2`,
    [name],
  )
  for (const { role, right, columns } of rows) {
    await client.query(`grant ${right} on ${escapeIdentifier(name)} to ${role}`)
    if (right === 'UPDATE')
      await client.query(
        `create trigger only_columns_${role} before update on ${escapeIdentifier(name)} for each row
         execute function only_columns(${escapeLiteral(role)}, ${escapeLiteral(columns)})`,
      )
  }
}

/** A trigger of another table adds rows to the shard, which has no identity column. */
async function numberRows(client: ClientBase, name: string): Promise<void> {
  const { rows } = await client.query<{ sequence: string | null }>(
    `select pg_get_serial_sequence($1, 'id') as sequence from pg_attribute
     where attrelid = $1::regclass and attname = 'id' and attidentity <> ''`,
    [name],
  )
  const sequence = rows[0]?.sequence
  if (sequence)
    await client.query(
      `create trigger number_row before insert on ${escapeIdentifier(name)} for each row when (new.id is null)
       execute function number_row(${escapeLiteral(sequence)})`,
    )
}

/** Functions whose statements don't name shards yet: those of triggers, and searches that read as their owner. */
async function functionsLeft(client: ClientBase): Promise<{ name: string; definition: string }[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  )
  const distributed = new Set(tables.map(({ name }) => name).filter((name) => kindOf(name) === 'company'))
  const { rows } = await client.query<{
    name: string
    definition: string
    source: string
    isTrigger: boolean
    parameters: string[]
  }>(
    `select p.proname as name, pg_get_functiondef(p.oid) as definition, p.prosrc as source, p.prorettype = 'trigger'::regtype as "isTrigger",
       coalesce(p.proargnames[1:p.pronargs], '{}') as parameters
     from pg_proc p join pg_language l on l.oid = p.prolang
     where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql' and p.prosrc not like '%on_shards(%'
       and (p.prorettype = 'trigger'::regtype or p.prosecdef)
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by 1`,
  )
  return rows.flatMap(({ name, definition, source, isTrigger, parameters }) => {
    const body = isTrigger
      ? onShards(source, distributed, 'tg_relid', [])
      : onShards(source, distributed, `shard_of('${tableIn(source, distributed)}', p_company)`, [
          ...parameters,
          ...declaredIn(source),
        ])
    return body.includes('on_shards(') ? [{ name, definition: definition.replace(source, () => body) }] : []
  })
}

/** The variables of a function, e.g. `pattern` of the searches. */
const declaredIn = (source: string) => [...source.matchAll(/^declare (\w+)/gm)].map(([, name = '']) => name)

const tableIn = (source: string, tables: ReadonlySet<string>) =>
  [...source.matchAll(/\bfrom (\w+)/g)].map(([, name = '']) => name).find((name) => tables.has(name)) ?? ''
