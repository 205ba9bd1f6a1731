import { isoDay } from '@signet/contract/time'
import { sql } from 'kysely'
import type { LeakStatus, LeakType, PasswordKind } from '@signet/contract/leaks/leaks'
import type { Tx } from '../../../db/database.ts'

/** The dimensions of the leak figures. */
export type Dimension =
  | 'day'
  | 'addedDay'
  | 'database'
  | 'package'
  | 'urlType'
  | 'subdomain'
  | 'docCategory'
  | 'docSource'
  | 'stealer'
  | 'host'
  | 'passwordKind'

/** The fields of a leak that are counted. */
export interface CountedLeak {
  leak_type: LeakType
  leaked_at: Date
  added_at: Date
  source: string
  entity: string
  url_type: string | null
  subdomain: string | null
  doc_category: string | null
  doc_source: string | null
  stealer: string | null
  host: string | null
  is_employee: boolean
  has_password: boolean
  password_kind: PasswordKind | null
  status: LeakStatus
}

/** The columns of a leak that are counted, for `returning`. */
export const countedColumns = [
  'leak_type',
  'leaked_at',
  'added_at',
  'source',
  'entity',
  'url_type',
  'subdomain',
  'doc_category',
  'doc_source',
  'stealer',
  'host',
  'is_employee',
  'has_password',
  'password_kind',
  'status',
] as const

function keysOf(leak: CountedLeak): [Dimension, LeakType | '', string | null][] {
  const kind = leak.leak_type
  return [
    ['day', kind, isoDay(leak.leaked_at)],
    ['addedDay', kind, isoDay(leak.added_at)],
    ['database', kind, leak.source],
    ['package', kind, leak.entity],
    ['urlType', kind, leak.url_type],
    ['subdomain', kind, leak.subdomain],
    ['docCategory', kind, leak.doc_category],
    ['docSource', kind, leak.doc_source],
    ['stealer', kind, leak.stealer],
    ['passwordKind', kind, leak.password_kind],
    ['host', '', leak.host],
  ]
}

/** Changes of the figures, collected over many leaks and written in one statement. */
export class CountChanges {
  readonly #rows = new Map<
    string,
    { dimension: Dimension; leakType: string; key: string; leaks: number; employees: number; withPassword: number }
  >()

  /** Adds a leak to the counts, or removes it with -1. Ignored leaks never count. */
  add(leak: CountedLeak, sign: 1 | -1): void {
    if (leak.status === 'ignored') return
    for (const [dimension, leakType, key] of keysOf(leak)) {
      if (key === null) continue
      const name = `${dimension}\n${leakType}\n${key}`
      let row = this.#rows.get(name)
      if (!row) {
        row = { dimension, leakType, key, leaks: 0, employees: 0, withPassword: 0 }
        this.#rows.set(name, row)
      }
      row.leaks += sign
      if (leak.is_employee) row.employees += sign
      if (leak.has_password) row.withPassword += sign
    }
  }

  /** Writes the changes, in the transaction of the leaks themselves. */
  async write(tx: Tx, companyId: number): Promise<void> {
    // Always in the same order, so that two imports can't deadlock.
    const rows = [...this.#rows.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
    this.#rows.clear()
    if (rows.length === 0) return
    await sql`insert into leak_counts (company_id, dimension, leak_type, key, leaks, employees, with_password)
      select ${companyId}, * from unnest(${rows.map((row) => row.dimension)}::text[], ${rows.map((row) => row.leakType)}::text[],
        ${rows.map((row) => row.key)}::text[], ${rows.map((row) => row.leaks)}::int[],
        ${rows.map((row) => row.employees)}::int[], ${rows.map((row) => row.withPassword)}::int[])
      on conflict (company_id, dimension, leak_type, key) do update set leaks = leak_counts.leaks + excluded.leaks,
        employees = leak_counts.employees + excluded.employees,
        with_password = leak_counts.with_password + excluded.with_password`.execute(tx)
  }
}

/** One figure: the leaks that share a key, over the requested types. */
export interface LeakCount {
  key: string
  leaks: number
  employees: number
  withPassword: number
}

/** The figures of a dimension by key, for one type of leak or all. Index: the primary key. */
export async function leakCountsOf(
  tx: Tx,
  companyId: number,
  dimension: Dimension,
  leakType?: LeakType,
): Promise<LeakCount[]> {
  const rows = await tx
    .selectFrom('leak_counts')
    .select([
      'key',
      sql<string>`sum(leaks)`.as('leaks'),
      sql<string>`sum(employees)`.as('employees'),
      sql<string>`sum(with_password)`.as('with_password'),
    ])
    .where('company_id', '=', companyId)
    .where('dimension', '=', dimension)
    .$call((query) => (leakType !== undefined ? query.where('leak_type', '=', leakType) : query))
    .groupBy('key')
    .having(sql<boolean>`sum(leaks) > 0`)
    .execute()
  return rows.map((row) => ({
    key: row.key,
    leaks: Number(row.leaks),
    employees: Number(row.employees),
    withPassword: Number(row.with_password),
  }))
}

/** Leaks per day and type from a day on, `YYYY-MM-DD`. Index: the primary key. */
export function leakDaysFrom(
  tx: Tx,
  companyId: number,
  dimension: 'day' | 'addedDay',
  from: string,
): Promise<{ leak_type: LeakType | ''; key: string; leaks: number; with_password: number }[]> {
  return tx
    .selectFrom('leak_counts')
    .select(['leak_type', 'key', 'leaks', 'with_password'])
    .where('company_id', '=', companyId)
    .where('dimension', '=', dimension)
    .where('key', '>=', from)
    .where('leaks', '>', 0)
    .execute()
}

/** The leaks of each type: all, those added from a day on, `YYYY-MM-DD`, and the last day that some were added. Index: the primary key. */
export async function leaksByType(
  tx: Tx,
  companyId: number,
  recentFrom: string,
): Promise<Map<LeakType, { total: number; recent: number; lastDay: string }>> {
  const { rows } = await sql<{ type: LeakType; total: number; recent: number; lastDay: string }>`
    select leak_type as type, sum(leaks)::int as total, coalesce(sum(leaks) filter (where key >= ${recentFrom}), 0)::int as recent,
      max(key) as "lastDay"
    from leak_counts
    where company_id = ${companyId} and dimension = 'addedDay' and leak_type <> '' and leaks > 0
    group by leak_type`.execute(tx)
  return new Map(rows.map(({ type, ...figures }) => [type, figures]))
}

/** The hosts with the most leaks. Index: leak_counts_top. */
export function topHosts(tx: Tx, companyId: number, n: number): Promise<{ key: string; leaks: number }[]> {
  return tx
    .selectFrom('leak_counts')
    .select(['key', 'leaks'])
    .where('company_id', '=', companyId)
    .where('dimension', '=', 'host')
    .where('leaks', '>', 0)
    .orderBy('leaks', 'desc')
    .orderBy('key', 'desc')
    .limit(n)
    .execute()
}

/** Deletes figures that are zero. */
export async function deleteEmptyCounts(tx: Tx, companyId: number): Promise<void> {
  await tx.deleteFrom('leak_counts').where('company_id', '=', companyId).where('leaks', '=', 0).execute()
}
