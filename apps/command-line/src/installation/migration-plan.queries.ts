import type { ClientBase } from 'pg'

/** What identifies the state of a table: a change of it shows what a migration did, also in an empty table. */
export interface TableState {
  /** Another file means that every row was written again. */
  file: string
  indexes: string[]
  /** Constraints that were checked against every row. */
  checked: string[]
}

/** The tables of the schema, by name. */
export async function tableStates(client: ClientBase): Promise<Map<string, TableState>> {
  const { rows } = await client.query<TableState & { name: string }>(
    `select c.relname as name, c.relfilenode::text as file,
       array(select indexrelid::text from pg_index where indrelid = c.oid) as indexes,
       array(select oid::text from pg_constraint where conrelid = c.oid and contype in ('c', 'f') and convalidated)
         || array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and attnotnull) as checked
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  return new Map(rows.map(({ name, ...state }) => [name, state]))
}

/** The locks of tables that the current transaction holds. */
export async function heldLocks(client: ClientBase): Promise<{ table: string; mode: string }[]> {
  const { rows } = await client.query<{ table: string; mode: string }>(
    `select c.relname as table, l.mode from pg_locks l join pg_class c on c.oid = l.relation
     where l.pid = pg_backend_pid() and l.database = (select oid from pg_database where datname = current_database())
       and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  return rows
}

/** The tables that the current transaction has searched for rows. */
export async function readTables(client: ClientBase): Promise<Set<string>> {
  const { rows } = await client.query<{ table: string }>(
    `select relname as table from pg_stat_xact_user_tables
     where schemaname = 'public' and coalesce(seq_scan, 0) + coalesce(idx_scan, 0) > 0`,
  )
  return new Set(rows.map(({ table }) => table))
}

/** The size of each table with its partitions, as the server last counted it. */
export async function tableSizes(client: ClientBase): Promise<Map<string, { bytes: number; rows: number }>> {
  const { rows } = await client.query<{ name: string; bytes: string; rows: number }>(
    `select c.relname as name, sum(pg_table_size(p.relid)) as bytes, sum(greatest(part.reltuples, 0))::float8 as rows
     from pg_class c, pg_partition_tree(c.oid) p join pg_class part on part.oid = p.relid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') group by c.relname
     union all
     select c.relname, pg_table_size(c.oid), greatest(c.reltuples, 0)::float8
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relispartition`,
  )
  return new Map(rows.map(({ name, bytes, rows: count }) => [name, { bytes: Number(bytes), rows: count }]))
}

/** The back-fills that migrations have named so far; none in a schema that doesn't know them yet. */
export async function backFillsOf(client: ClientBase): Promise<{ name: string; table: string }[]> {
  const { rows: known } = await client.query<{ is: boolean }>(`select to_regclass('back_fills') is not null as is`)
  if (known[0]?.is !== true) return []
  return (await client.query<{ name: string; table: string }>('select name, table_name as "table" from back_fills'))
    .rows
}
