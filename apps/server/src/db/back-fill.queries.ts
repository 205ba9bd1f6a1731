import { escapeIdentifier, type PoolClient } from 'pg'
import { seeEveryCompany } from './every-company.ts'

/** A change of many rows that a migration names. */
export interface BackFill {
  name: string
  table: string
  /** The assignments of an update, e.g. `urgency = 1`. */
  change: string
  /** The condition of the rows that still need it, e.g. `urgency is null`. */
  unfilled: string
}

/** Where the next batch begins. */
export interface BackFillPlace {
  /** Null for a table of the installation, and at the beginning. */
  company: number | null
  /** The primary key of the last row, as text; null at the beginning of a company. */
  after: string[] | null
}

const own = `name, table_name as "table", change, unfilled`

/** A back-fill and where its next batch begins. */
type LockedBackFill = BackFill & BackFillPlace

/** The back-fill, locked until the transaction ends; null if it is complete or another worker has it. */
export async function lockBackFill(client: PoolClient, name: string): Promise<LockedBackFill | null> {
  const { rows } = await client.query<LockedBackFill>(
    `select ${own}, at_company as company, after_key as after from back_fills
     where name = $1 and finished_at is null for update skip locked`,
    [name],
  )
  return rows[0] ?? null
}

/** Notes what a batch has done, in its transaction. */
export async function setBatch(client: PoolClient, name: string, place: BackFillPlace, filled: number): Promise<void> {
  await client.query(
    `update back_fills set at_company = $2, after_key = $3, filled = filled + $4, error = null,
       started_at = coalesce(started_at, now()) where name = $1`,
    [name, place.company, place.after, filled],
  )
}

export async function setFinished(client: PoolClient, name: string): Promise<void> {
  await client.query('update back_fills set finished_at = coalesce(finished_at, now()), error = null where name = $1', [
    name,
  ])
}

/** Lets a completed back-fill run again, because older processes have written rows in the former way since. */
export async function reopen(client: PoolClient, name: string): Promise<void> {
  await client.query(
    'update back_fills set finished_at = null, at_company = null, after_key = null where name = $1 and finished_at is not null',
    [name],
  )
}

/** One back-fill, whether it is complete or not. */
export async function findBackFill(client: PoolClient, name: string): Promise<BackFill | null> {
  return (await client.query<BackFill>(`select ${own} from back_fills where name = $1`, [name])).rows[0] ?? null
}

/** Whether a row of any company still needs it. Reads the table. */
export async function hasUnfilled(client: PoolClient, { table, unfilled }: BackFill): Promise<boolean> {
  await seeEveryCompany(client)
  const { rows } = await client.query<{ is: boolean }>(
    `select exists (select 1 from ${escapeIdentifier(table)} where ${unfilled}) as is`,
  )
  return rows[0]?.is === true
}

/** A column of a primary key. */
export interface KeyColumn {
  name: string
  type: string
}

/** The primary key of a table, in its order. */
export async function keyOf(client: PoolClient, table: string): Promise<KeyColumn[]> {
  const { rows } = await client.query<KeyColumn>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type
     from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
     where i.indrelid = $1::regclass and i.indisprimary order by k.place`,
    [table],
  )
  return rows
}

/** The company after another one; null if it was the last. */
export async function companyAfter(client: PoolClient, company: number | null): Promise<number | null> {
  const { rows } = await client.query<{ id: number | null }>('select min(id) as id from companies where id > $1', [
    company ?? 0,
  ])
  return rows[0]?.id ?? null
}

/**
 * Changes the rows of one batch: those that follow in the order of the primary key.
 *
 * @returns how many rows were changed, and the key of the last row that was read; null if no row is left
 */
export async function fillRows(
  client: PoolClient,
  { table, change, unfilled }: BackFill,
  key: readonly KeyColumn[],
  { company, after }: BackFillPlace,
  rowsMax: number,
): Promise<{ filled: number; last: string[] | null }> {
  const columns = key.map(({ name }) => escapeIdentifier(name))
  const named = escapeIdentifier(table)
  const values: unknown[] = []
  const scope: string[] = []
  if (company !== null) {
    values.push(company)
    scope.push('company_id = $1')
  }
  const beyond = (operator: '>' | '<=', bounds: readonly string[]) => {
    const from = values.length
    values.push(...bounds)
    const placed = key.map(({ type }, index) => `$${from + index + 1}::text::${type}`)
    scope.push(`(${columns.join(', ')}) ${operator} (${placed.join(', ')})`)
  }
  if (after) beyond('>', after)
  const where = () => (scope.length === 0 ? '' : `where ${scope.join(' and ')}`)
  const { rows } = await client.query<{ key: string[] }>(
    `select array[${columns.map((column) => `${column}::text`).join(', ')}] as key from ${named} ${where()}
     order by ${columns.join(', ')} offset ${rowsMax - 1} limit 1`,
    values,
  )
  const last = rows[0]?.key ?? null
  if (last) beyond('<=', last)
  scope.push(`(${unfilled})`)
  const { rowCount } = await client.query(`update ${named} set ${change} ${where()}`, values)
  return { filled: rowCount ?? 0, last }
}

/** A back-fill that hasn't ended, and how many rows it has changed. */
interface UnfinishedBackFill {
  name: string
  table: string
  filled: number
  error: string | null
}

/** Those that haven't ended, in the order in which they run. */
export async function unfinishedBackFills(client: Pick<PoolClient, 'query'>): Promise<UnfinishedBackFill[]> {
  const { rows } = await client.query<UnfinishedBackFill>(
    `select name, table_name as "table", filled::float8 as filled, error from back_fills where finished_at is null order by name`,
  )
  return rows
}

export async function setFailure(client: Pick<PoolClient, 'query'>, name: string, error: string): Promise<void> {
  await client.query('update back_fills set error = left($2, 500) where name = $1 and finished_at is null', [
    name,
    error,
  ])
}
