import { sql, type SelectQueryBuilder } from 'kysely'
import type { leakSortFields, LeakStatus, LeakType } from '@signet/contract/leaks/leaks'
import { keysIn, required } from '@signet/contract/narrow'
import type { Page, Paging, SortedPaging } from '@signet/contract/wire'
import { countUpTo, foundPage, pageCountedBy, totalMax, type FoundIds } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { CountChanges, countedColumns, leakCountsOf, type CountedLeak } from './list/leak-counts.queries.ts'
import { isOnlyType, matchingLeaks, whereLeaks, type LeakFilter } from './list/leak-filter.queries.ts'
import type { Tables } from '../../db/tables.ts'

const sortColumn = {
  date: 'leaks.leaked_at',
  added: 'leaks.added_at',
  entity: 'leaks.entity',
  source: 'leaks.source',
  username: 'leaks.login',
} as const
export type LeakPaging = SortedPaging<(typeof leakSortFields)[number]>

const columns = [
  'leaks.id',
  'leaks.leak_type',
  'leaks.entity',
  'leaks.source',
  'leaks.leaked_at',
  'leaks.added_at',
  'leaks.url',
  'leaks.url_type',
  'leaks.subdomain',
  'leaks.username',
  'leaks.is_employee',
  'leaks.has_password',
  'leaks.password_kind',
  'leaks.hashed_by',
  'leaks.hint',
  'leaks.stealer',
  'leaks.doc_category',
  'leaks.doc_source',
  'leaks.records',
  'leaks.status',
  'leaks.is_demo',
  'leaks.version',
] as const
/** A row of a list: everything except the encrypted password itself. */
export type ListedLeak = Pick<Row<'leaks'>, ColumnName> & { can_reveal: boolean }
type ColumnName = (typeof columns)[number] extends infer C
  ? C extends `leaks.${infer N}`
    ? N & keyof Row<'leaks'>
    : never
  : never

const selectListed = (tx: Tx, companyId: number) =>
  tx
    .selectFrom('leaks')
    .select([...columns, sql<boolean>`leaks.secret is not null`.as('can_reveal')])
    .where('leaks.company_id', '=', companyId)

/**
 * One page of leaks. Ids are found with an index alone, and rows are read for the page only.
 *
 * Indexes: leaks_leaked, leaks_type, leaks_added, leaks_entity, leaks_source, leaks_login, leaks_subdomain.
 */
export async function listLeakRows(
  tx: Tx,
  companyId: number,
  filter: LeakFilter,
  paging: LeakPaging,
): Promise<Page<ListedLeak>> {
  const column = sortColumn[paging.sortField]
  const direction = paging.sortDirection
  const offset = (paging.pageNumber - 1) * paging.limit
  const rowsOf = (ids: readonly string[] | SelectQueryBuilder<Tables, 'leaks', { id: string }>) =>
    selectListed(tx, companyId)
      .where('leaks.id', 'in', ids)
      .orderBy(column, direction)
      .orderBy('leaks.id', direction)
      .execute()
  if (filter.searchQuery) {
    const found = await searchOnce(tx, companyId, filter, { ...paging, offset })
    return foundPage(found.ids.length === 0 ? [] : await rowsOf(found.ids), found, paging)
  }
  const ids = whereLeaks(tx.selectFrom('leaks'), companyId, filter)
    .select('leaks.id')
    .orderBy(column, direction)
    .orderBy('leaks.id', direction)
    .limit(paging.limit)
    .offset(offset)
  return pageCountedBy(await rowsOf(ids), paging, () => countLeaks(tx, companyId, filter))
}

/** The ids of a page of a search. Searching costs more than reading the rows of a page, so it runs once for both the page and the count. */
async function searchOnce(
  tx: Tx,
  companyId: number,
  { searchQuery, ...filter }: LeakFilter,
  { sortField, sortDirection, limit, offset }: LeakPaging & { offset: number },
): Promise<FoundIds> {
  const found = whereLeaks(tx.selectFrom('leaks'), companyId, filter)
    .select(['leaks.id', sql.ref(sortColumn[sortField]).as('key')])
    .where(sql<boolean>`leaks.id in (select unnest(matched.ids) from matched)`)
  const direction = sql.raw(sortDirection)
  const { rows } = await sql<FoundIds>`
    with matched as materialized (select array(${matchingLeaks(companyId, searchQuery ?? '')}) as ids),
      found as materialized (${found})
    select array(select id from found order by key ${direction}, id ${direction} limit ${limit} offset ${offset}) as ids,
      (select count(*)::int from found) as count, (select cardinality(ids) > ${totalMax} from matched) as "isCut"`.execute(
    tx,
  )
  return required(rows[0], 'result of a search')
}

/** How many leaks a filter finds; stops counting after 10,000. */
async function countLeaks(tx: Tx, companyId: number, filter: LeakFilter): Promise<number> {
  return countUpTo(tx, whereLeaks(tx.selectFrom('leaks'), companyId, filter), totalMax + 1)
}

/** One leak of the company, in any status. */
export async function findLeak(tx: Tx, companyId: number, leakId: string): Promise<ListedLeak | null> {
  return (await selectListed(tx, companyId).where('leaks.id', '=', leakId).executeTakeFirst()) ?? null
}

/** A package of leaks: how many a filter finds in it, and the newest of them. */
export interface LeakGroup {
  entity: string
  count: number
  items: ListedLeak[]
}

/** One page of packages, those with the most leaks first. Index: leaks_entity; without further filters the stored figures. */
export async function listLeakGroups(
  tx: Tx,
  companyId: number,
  filter: LeakFilter,
  { pageNumber, limit, itemsMax }: Paging & { itemsMax: number },
): Promise<Page<LeakGroup>> {
  const counted = isOnlyType(filter)
    ? (await leakCountsOf(tx, companyId, 'package', filter.leakType)).map(({ key, leaks }) => ({
        entity: key,
        count: leaks,
      }))
    : (
        await whereLeaks(tx.selectFrom('leaks'), companyId, filter)
          .select(['leaks.entity', (select) => select.fn.countAll<string>().as('count')])
          .groupBy('leaks.entity')
          .execute()
      ).map(({ entity, count }) => ({ entity, count: Number(count) }))
  const sorted = counted.toSorted((a, b) => b.count - a.count || (a.entity < b.entity ? -1 : 1))
  const groups = sorted.slice((pageNumber - 1) * limit, pageNumber * limit)
  const names = groups.map(({ entity }) => entity)
  const newest = Map.groupBy(await newestOf(tx, companyId, filter, names, itemsMax), ({ entity }) => entity)
  const items = groups.map((group) => ({ ...group, items: newest.get(group.entity) ?? [] }))
  return { items, total: sorted.length, pageNumber, limit }
}

/** The newest leaks that a filter finds in each of some packages, newest first. Index: leaks_entity. */
function newestOf(tx: Tx, companyId: number, filter: LeakFilter, entities: readonly string[], max: number) {
  const ids = whereLeaks(tx.selectFrom('leaks'), companyId, filter)
    .select('leaks.id')
    .where('leaks.entity', '=', sql.ref<string>('package.entity'))
    .orderBy('leaks.leaked_at', 'desc')
    .orderBy('leaks.id', 'desc')
    .limit(max)
  return selectListed(tx, companyId)
    .where(
      'leaks.id',
      'in',
      sql<string>`(select newest.id from unnest(${entities}::text[]) as package (entity) cross join lateral ${ids} as newest)`,
    )
    .orderBy('leaks.leaked_at', 'desc')
    .orderBy('leaks.id', 'desc')
    .execute()
}

/** When a file of each type of leak was last read to its end. Index: leak_imports_type. */
export async function lastReads(tx: Tx, companyId: number): Promise<Map<LeakType | null, Date>> {
  const rows = await tx
    .selectFrom('leak_imports')
    .select((select) => ['leak_type', select.fn.max('finished_at').as('at')])
    .where('company_id', '=', companyId)
    .where('leak_type', 'is not', null)
    .where('finished_at', 'is not', null)
    .groupBy('leak_type')
    .execute()
  return new Map(rows.flatMap(({ leak_type: kind, at }) => (at ? [[kind, at] as const] : [])))
}

/** A leak with the fields that are counted. */
export type LockedLeak = CountedLeak & { id: string; version: number }

/** Leaks of the company, always locked in the same order to avoid deadlocks between two of these calls. Index: leaks_pkey. */
export function lockLeaks(tx: Tx, companyId: number, leakIds: readonly string[]): Promise<LockedLeak[]> {
  return tx
    .selectFrom('leaks')
    .select([...countedColumns, 'id', 'version'])
    .where('company_id', '=', companyId)
    .where('id', 'in', leakIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Sets the status of leaks, and the figures with it. Index: leaks_pkey. */
export async function setLeakStatus(
  tx: Tx,
  companyId: number,
  leaks: readonly LockedLeak[],
  status: LeakStatus,
): Promise<void> {
  await tx
    .updateTable('leaks')
    .set((set) => ({ status, version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      leaks.map(({ id }) => id),
    )
    .execute()
  const changes = new CountChanges()
  for (const leak of leaks) {
    changes.add(leak, -1)
    changes.add({ ...leak, status }, 1)
  }
  await changes.write(tx, companyId)
}

/** The types of the columns that a new leak is stored with. */
const newColumns = {
  id: 'uuid',
  leak_type: 'text',
  fingerprint: 'bytea',
  entity: 'text',
  source: 'text',
  leaked_at: 'timestamptz',
  added_at: 'timestamptz',
  url: 'text',
  host: 'text',
  url_type: 'text',
  subdomain: 'text',
  username: 'text',
  login: 'text',
  search: 'text',
  is_employee: 'boolean',
  has_password: 'boolean',
  password_kind: 'text',
  hashed_by: 'text',
  secret: 'bytea',
  hint: 'bytea',
  stealer: 'text',
  doc_category: 'text',
  doc_source: 'text',
  records: 'int',
  status: 'text',
  is_demo: 'boolean',
} as const satisfies Partial<Record<keyof Row<'leaks'>, string>>
export type NewLeak = Pick<Row<'leaks'>, keyof typeof newColumns>

/** Stores leaks that aren't known yet, with their figures; returns how many. Index: leaks_fingerprint. */
export async function insertLeaks(tx: Tx, companyId: number, leaks: readonly NewLeak[]): Promise<number> {
  const names = sql.raw(Object.keys(newColumns).join(', '))
  const arrays = sql.join(
    keysIn(newColumns).map((name) => sql`${leaks.map((leak) => leak[name])}::${sql.raw(newColumns[name])}[]`),
  )
  const { rows: added } = await sql<CountedLeak>`
    insert into leaks (company_id, ${names})
    select ${companyId}, i.* from unnest(${arrays}) as i (${names})
    on conflict (company_id, fingerprint) do nothing
    returning ${sql.raw(countedColumns.join(', '))}`.execute(tx)
  const changes = new CountChanges()
  for (const leak of added) changes.add(leak, 1)
  await changes.write(tx, companyId)
  return added.length
}

/** The leaks of an export. */
export const leaksIn = (tx: Tx, companyId: number, filter: LeakFilter) =>
  whereLeaks(tx.selectFrom('leaks'), companyId, filter)

/** The packages with the most leaks among those found, and how many each has. */
export function largestPackages(tx: Tx, found: SelectQueryBuilder<Tables, 'leaks', { entity: string }>, max: number) {
  return tx
    .selectFrom(found.as('f'))
    .select(['f.entity as label', (select) => select.fn.countAll<string>().as('count')])
    .groupBy('f.entity')
    .orderBy('count', 'desc')
    .orderBy('f.entity')
    .limit(max)
    .execute()
}
