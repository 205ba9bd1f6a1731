import { sql } from 'kysely'
import type { Pool, PoolClient } from 'pg'
import { required } from '@signet/contract/narrow'
import type { Tx } from '../../../db/database.ts'

/* Sizes of tables and of the disk belong to the installation: they are read as the owner of the database. */

/** Growth is that of the last month: long enough for a weekly rhythm, short enough to follow a change. */
const growthDays = 30
/** The history of single tables and companies: more than is shown, for questions to the database itself. */
const keptDays = 100
const totalKeptDays = 400
/** Pages of a table that are read to estimate whose rows it contains: 8 MB. */
const sampledPages = 1000
/** Companies and tables that are listed one by one. */
const listedMax = 12

/** A table of the database, partitions included. */
export interface TableSize {
  name: string
  bytes: number
  rows: number
  /** Pages of rows. */
  pages: number
  /** Whether signet_app can read whose rows it contains. */
  isOfCompanies: boolean
}

/** Every table with its size, from the statistics of the server. */
export async function tableSizes(pool: Pool): Promise<TableSize[]> {
  const { rows } = await pool.query<TableSize>(
    `select case nspname when 'public' then '' else nspname || '.' end || c.relname as name,
       sizes.bytes, sizes.rows, sizes.pages, c.relrowsecurity and has_table_privilege('signet_app', c.oid, 'select') and exists (
         select from pg_attribute where attrelid = c.oid and attname = 'company_id' and not attisdropped) as "isOfCompanies"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join lateral (
       select sum(pg_total_relation_size(leaf.oid))::float8 as bytes, sum(greatest(leaf.reltuples, 0))::float8 as rows,
         (sum(pg_relation_size(leaf.oid)) / current_setting('block_size')::int)::float8 as pages
       from (select c.oid as relid union select relid from pg_partition_tree(c.oid)) tree join pg_class leaf on leaf.oid = relid
     ) sizes
     where c.relkind in ('r', 'p') and not c.relispartition and nspname in ('public', 'pgboss') order by 1`,
  )
  return rows
}

/** How many rows each company has in a sample of a table, all of them if the table is small. Only the companies of the transaction. */
export async function sampleRows(
  tx: Tx,
  { name, pages }: Pick<TableSize, 'name' | 'pages'>,
): Promise<{ companyId: number; rows: number }[]> {
  const percent = Math.min(100, (100 * sampledPages) / Math.max(1, pages))
  const { rows } = await sql<{ companyId: number; rows: number }>`
    select company_id as "companyId", count(*)::float8 as rows from ${sql.table(name)} tablesample system (${percent}::float8)
    group by company_id`.execute(tx)
  return rows
}

/** The size of a company's stored files. A file that several records share is counted for each. Indexes: files_owner, evidence_pkey. */
export async function fileBytesOf(tx: Tx, companyId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::float8 as bytes from (
      select size + coalesce(shown_size, 0) as size from files where company_id = ${companyId}
      union all select size + coalesce(shown_size, 0) from evidence where company_id = ${companyId}
      union all select size from app_files where company_id = ${companyId}
    ) stored`.execute(tx)
  return required(rows[0], 'a row').bytes
}

/** Notes the size of the database, of its tables and of the disk for today, and deletes notes that are too old. */
export async function putSizes(
  pool: Pool,
  tables: readonly TableSize[],
  disk: { used: number; free: number } | null,
): Promise<void> {
  await pool.query(
    `insert into database_sizes (day, bytes) values (current_date, pg_database_size(current_database()))
     on conflict (day) do update set bytes = excluded.bytes`,
  )
  await pool.query(
    `insert into table_sizes (day, name, bytes, row_count)
     select current_date, name, bytes, rows from unnest($1::text[], $2::float8[], $3::float8[]) as t (name, bytes, rows)
     on conflict (day, name) do update set bytes = excluded.bytes, row_count = excluded.row_count`,
    [tables.map(({ name }) => name), tables.map(({ bytes }) => bytes), tables.map(({ rows }) => rows)],
  )
  if (disk)
    await pool.query(
      `insert into disk_sizes (day, used, free) values (current_date, $1, $2)
       on conflict (day) do update set used = excluded.used, free = excluded.free`,
      [disk.used, disk.free],
    )
  await pool.query('delete from database_sizes where day < current_date - $1::int', [totalKeptDays])
  await pool.query('delete from disk_sizes where day < current_date - $1::int', [totalKeptDays])
  await pool.query('delete from table_sizes where day < current_date - $1::int', [keptDays])
}

/** Notes the size of a company for today, and deletes its notes that are too old. */
export async function putCompanySize(
  tx: Tx,
  companyId: number,
  { bytes, fileBytes }: { bytes: number; fileBytes: number },
): Promise<void> {
  await sql`insert into company_sizes (company_id, day, bytes, file_bytes)
    values (${companyId}, current_date, ${Math.round(bytes)}, ${fileBytes})
    on conflict (company_id, day) do update set bytes = excluded.bytes, file_bytes = excluded.file_bytes`.execute(tx)
  await sql`delete from company_sizes where company_id = ${companyId} and day < current_date - ${keptDays}::int`.execute(
    tx,
  )
}

/** The disk as it was last measured; its growth is null before the second measurement. */
export interface DiskSize {
  day: string
  used: number
  free: number
  perDay: number | null
  /** How many days the growth was measured over. */
  days: number
}

/** Null if no disk was measured in the last month. */
export async function diskSize(pool: Pool | PoolClient): Promise<DiskSize | null> {
  const { rows } = await pool.query<DiskSize>(
    `with recent as (select day, used, free from disk_sizes where day > current_date - $1::int)
     select to_char(day, 'YYYY-MM-DD') as day, used::float8, free::float8,
       (select regr_slope(used, day - current_date) from recent) as "perDay", day - (select min(day) from recent) as days
     from recent order by recent.day desc limit 1`,
    [growthDays],
  )
  return rows[0] ?? null
}

/** The size of the database on a day, and its growth. */
interface MeasuredSize {
  day: string
  bytes: number
  perDay: number | null
}

/** The day of the last measurement with the size of the database then; null if there was none in the last month. */
export async function measuredDatabase(pool: Pool): Promise<MeasuredSize | null> {
  const { rows } = await pool.query<MeasuredSize>(
    `with recent as (select day, bytes from database_sizes where day > current_date - $1::int)
     select to_char(day, 'YYYY-MM-DD') as day, bytes::float8,
       (select regr_slope(bytes, day - current_date) from recent) as "perDay"
     from recent order by recent.day desc limit 1`,
    [growthDays],
  )
  return rows[0] ?? null
}

/** A table or company in a list of the largest. */
export interface ListedSize {
  name: string
  bytes: number
  perDay: number | null
}

/** The largest tables of the last measurement with their growth. Index: table_sizes_pkey. */
export async function largestTables(pool: Pool | PoolClient): Promise<(ListedSize & { rows: number })[]> {
  const { rows } = await pool.query<ListedSize & { rows: number }>(
    `select name, last.bytes::float8, last.row_count::float8 as rows,
       (select regr_slope(bytes, day - current_date) from table_sizes past
        where past.name = last.name and day > current_date - $1::int) as "perDay"
     from table_sizes last where day = (select max(day) from table_sizes) order by bytes desc, name limit $2`,
    [growthDays, listedMax],
  )
  return rows
}

/** The largest companies of the transaction at their last measurement, with their growth. Index: company_sizes_pkey. */
export async function largestCompanies(tx: Tx): Promise<(ListedSize & { fileBytes: number })[]> {
  const { rows } = await sql<ListedSize & { fileBytes: number }>`
    select companies.name, last.bytes::float8, last.file_bytes::float8 as "fileBytes",
      (select regr_slope(bytes + file_bytes, day - current_date) from company_sizes past
       where past.company_id = last.company_id and day > current_date - ${growthDays}::int) as "perDay"
    from company_sizes last join companies on companies.id = company_id
    where day = (select max(day) from company_sizes) order by last.bytes + last.file_bytes desc, company_id limit ${listedMax}`.execute(
    tx,
  )
  return rows
}
