import { sql, type SelectQueryBuilder } from 'kysely'
import type { LeakListQuery, LeakStatus, LeakType } from '@signet/contract/leaks/leaks'
import { rangeOf } from '../../../app/range.ts'
import type { Tables } from '../../../db/tables.ts'

type FilterKey =
  | 'source'
  | 'entity'
  | 'subdomain'
  | 'dateType'
  | 'url_type'
  | 'stealer'
  | 'docCategory'
  | 'docSource'
  | 'leaksWithPassword'
  | 'status'
  | 'fromDate'
  | 'toDate'
  | 'searchQuery'

/** The filters of a list of leaks; optional filters apply only if they are set, and an empty list counts as not set. */
export type LeakFilter = Partial<Pick<LeakListQuery, FilterKey>> & {
  leakType?: LeakType | undefined
  /** User names and email addresses in lower case; an empty list finds nothing. */
  logins?: readonly string[]
}
type LeaksBuilder<O> = SelectQueryBuilder<Tables, 'leaks', O>

const dateColumn = { leaked: 'leaks.leaked_at', added: 'leaks.added_at' } as const
const shownStatuses: readonly LeakStatus[] = ['open', 'resolved']

/**
 * Narrows a query on leaks to a company and a filter. The company is a condition in addition to the row-level policy (docs/database.md).
 */
export function whereLeaks<O>(query: LeaksBuilder<O>, companyId: number, filter: LeakFilter): LeaksBuilder<O> {
  let narrowed = query
    .where('leaks.company_id', '=', companyId)
    .where('leaks.status', 'in', filter.status?.length ? filter.status : shownStatuses)
  if (filter.leakType) narrowed = narrowed.where('leaks.leak_type', '=', filter.leakType)
  if (filter.source?.length) narrowed = narrowed.where('leaks.source', 'in', filter.source)
  if (filter.entity?.length) narrowed = narrowed.where('leaks.entity', 'in', filter.entity)
  if (filter.subdomain?.length) narrowed = narrowed.where('leaks.subdomain', 'in', filter.subdomain)
  if (filter.url_type?.length) narrowed = narrowed.where('leaks.url_type', 'in', filter.url_type)
  if (filter.stealer?.length) narrowed = narrowed.where('leaks.stealer', 'in', filter.stealer)
  if (filter.docCategory?.length) narrowed = narrowed.where('leaks.doc_category', 'in', filter.docCategory)
  if (filter.docSource?.length) narrowed = narrowed.where('leaks.doc_source', 'in', filter.docSource)
  if (filter.leaksWithPassword !== undefined)
    narrowed = narrowed.where('leaks.has_password', '=', filter.leaksWithPassword)
  if (filter.logins) narrowed = narrowed.where(sql<boolean>`leaks.login = any (${filter.logins}::text[])`)
  const { from, until } = rangeOf(filter)
  const column = dateColumn[filter.dateType ?? 'leaked']
  if (from) narrowed = narrowed.where(column, '>=', from)
  if (until) narrowed = narrowed.where(column, '<', until)
  if (filter.searchQuery) {
    // An array is evaluated once; a sub-select might run the search again for every row.
    narrowed = narrowed.where(sql<boolean>`leaks.id = any (array(${matchingLeaks(companyId, filter.searchQuery)}))`)
  }
  return narrowed
}

/** A select of the ids that contain a text, at most the newest 10,001. */
export const matchingLeaks = (companyId: number, text: string) => sql`select leaks_matching(${companyId}::int, ${text})`

/** Whether a filter only selects the type of leak, so that the stored figures can answer it. */
export function isOnlyType(filter: LeakFilter): boolean {
  return Object.entries(filter).every(([name, value]) => name === 'leakType' || isUnset(value))
}

const isUnset = (value: unknown) => value === undefined || (Array.isArray(value) && value.length === 0)
