import {
  getDatabaseList,
  getDocCategoryList,
  getDocSourcesList,
  getLeak,
  getLeakEntityStats,
  getLeakPasswords,
  getLeakFrequency,
  getLeaks,
  getLeakSummary,
  getPackageList,
  getStealerList,
  getSubDomainList,
  getURLTypesList,
  topNAffectedURLS,
  type Leak,
  type LeakCategory,
  type LeakListQuery,
  type LeakType,
} from '@signet/contract/leaks/leaks'
import type { Option, Page } from '@signet/contract/wire'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, wireQuery } from '../../api/call.ts'
import { rowsPerPage } from '../../api/paged-rows.ts'
import type { LeakSearch } from './list/leak-search.ts'

/*
 * Query keys: [company, 'leaks', 'list' | 'groups' | 'one' | 'figures' | 'options', …]. After a decision 'figures' is loaded again and the
 * list stays as it is.
 */

type Question = Partial<LeakListQuery>

/** The filters of a page, without paging. */
function questionOf(company: string, search: LeakSearch): Question {
  const { password } = search
  const optional: Question = {
    leakType: search.type,
    searchQuery: search.q,
    source: search.source,
    entity: search.entity,
    subdomain: search.subdomain,
    url_type: search.urlType,
    stealer: search.stealer,
    docCategory: search.docCategory,
    docSource: search.docSource,
    // Selecting both values is the same as no filter.
    leaksWithPassword: password?.length === 1 ? password[0] === 'yes' : undefined,
    status: search.status,
    dateType: search.from || search.to ? (search.dates ?? 'added') : undefined,
    fromDate: search.from,
    toDate: search.to,
  }
  return { company, ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined)) }
}

/** The current sorting. Default: newest first, by the date that the range applies to. */
export function sortingOf({ sort, dir, dates }: LeakSearch) {
  return { by: sort ?? (dates === 'leaked' ? 'date' : 'added'), direction: dir ?? 'desc' } as const
}

/** The same filters in wire form, for an export. */
export function filtersOnWire(company: string, search: LeakSearch): Record<string, string> {
  const filters = Object.fromEntries(new URLSearchParams(wireQuery(questionOf(company, search))))
  delete filters['company']
  return filters
}

async function readPage(query: Question, signal?: AbortSignal): Promise<Page<Leak>> {
  const { items, ...page } = await call(getLeaks, { query, signal })
  return { ...page, items: items.flatMap((item) => ('items' in item ? [] : [item])) }
}

/** One page of the list. It is loaded again only on request, so that rows never move under the pointer. */
export function leakPageQuery(company: string, search: LeakSearch, pageNumber: number) {
  const { by, direction } = sortingOf(search)
  const query: Question = {
    ...questionOf(company, search),
    sortField: by,
    sortDirection: direction,
    pageNumber,
    limit: rowsPerPage,
  }
  const queryKey: readonly unknown[] = [company, 'leaks', 'list', query]
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) => readPage(query, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

const batchRows = 200

/** All matching leaks in the order of the list, up to `max`. */
export async function readAllLeaks(company: string, search: LeakSearch, max: number): Promise<Leak[]> {
  const { by, direction } = sortingOf(search)
  const found: Leak[] = []
  for (let pageNumber = 1; found.length < max; pageNumber += 1) {
    const paging = { sortField: by, sortDirection: direction, pageNumber, limit: batchRows }
    const { items } = await readPage({ ...questionOf(company, search), ...paging })
    found.push(...items)
    if (items.length < batchRows) break
  }
  return found.slice(0, max)
}

/** Packages of leaks, largest first, each with its five newest leaks. */
export function leakGroupsQuery(company: string, search: LeakSearch, count: number) {
  const query: Question = { ...questionOf(company, search), categorise: true, limit: count }
  return queryOptions({
    queryKey: [company, 'leaks', 'groups', query],
    queryFn: async ({ signal }): Promise<Page<LeakCategory>> => {
      const { items, ...page } = await call(getLeaks, { query, signal })
      return { ...page, items: items.flatMap((item) => ('items' in item ? [item] : [])) }
    },
    placeholderData: keepPreviousData,
  })
}

/** One leak, for links to leaks that aren't among the loaded rows. */
export function leakQuery(company: string, leakId: string) {
  return queryOptions({
    queryKey: [company, 'leaks', 'one', leakId],
    queryFn: ({ signal }) => call(getLeak, { params: { leakId }, query: { company }, signal }),
  })
}

export function leakSummaryQuery(company: string) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'summary'],
    queryFn: ({ signal }) => call(getLeakSummary, { query: { company }, signal }),
  })
}

export function leakDaysQuery(company: string, leakType: LeakType | undefined, daysBack: number) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'days', leakType, daysBack],
    queryFn: ({ signal }) =>
      call(getLeakFrequency, { query: { company, leakType, daysBack, dateType: 'added' }, signal }),
  })
}

export function topAddressesQuery(company: string, n: number) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'addresses', n],
    queryFn: ({ signal }) => call(topNAffectedURLS, { query: { company, n }, signal }),
  })
}

export function packagesQuery(company: string, leakType: LeakType | undefined) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'packages', leakType],
    queryFn: ({ signal }) => call(getLeakEntityStats, { query: { company, leakType }, signal }),
  })
}

/** The number of leaks of a kind by kind of password. */
export function passwordsQuery(company: string, leakType: LeakType | undefined) {
  return queryOptions({
    queryKey: [company, 'leaks', 'figures', 'passwords', leakType],
    queryFn: ({ signal }) => call(getLeakPasswords, { query: { company, leakType }, signal }),
  })
}

type OptionKey = 'source' | 'entity' | 'subdomain' | 'urlType' | 'stealer' | 'docCategory' | 'docSource'

/** The possible values of a filter for a kind of leak, with their counts. */
export function leakOptionsQuery(company: string, key: OptionKey, leakType: LeakType | undefined) {
  return queryOptions({
    queryKey: [company, 'leaks', 'options', key, leakType],
    queryFn: ({ signal }): Promise<Option[]> => {
      const ofType = { query: { company, leakType }, signal }
      switch (key) {
        case 'source':
          return call(getDatabaseList, ofType)
        case 'entity':
          return call(getPackageList, ofType)
        case 'stealer':
          return call(getStealerList, ofType)
        case 'subdomain':
          return call(getSubDomainList, { query: { company, type: leakType }, signal })
        case 'urlType':
          return call(getURLTypesList, { query: { company }, signal })
        case 'docCategory':
          return call(getDocCategoryList, { query: { company }, signal })
        case 'docSource':
          return call(getDocSourcesList, { query: { company }, signal })
      }
    },
  })
}
