import type { PersonListQuery } from '@signet/contract/companies/watched-people'
import { leakTypesBySeverity, type LeakType } from '@signet/contract/leaks/leaks'
import type { Page } from '@signet/contract/wire'
import type { Tx } from '../../../db/database.ts'
import type { StoredPerson } from '../../../db/columns.ts'
import { whereLeaks } from '../list/leak-filter.queries.ts'

/** A watched person, with the leaks of all their email addresses and handles. */
export interface WatchedPerson extends StoredPerson {
  leaks: number
  withPassword: number
  lastLeak: Date | null
  /** The most severe type first. */
  kinds: { leakType: LeakType; count: number }[]
}

/** The people a company watches, in the order it entered them. Index: company_assets_pkey. */
export async function findPeople(tx: Tx, companyId: number): Promise<StoredPerson[]> {
  const row = await tx
    .selectFrom('company_assets')
    .select('people')
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row?.people ?? []
}

/** The identifiers of a person's leaks in lower case, without duplicates: one handle may be used on several platforms. */
export function loginsOf({ emails, handles }: Pick<StoredPerson, 'emails' | 'handles'>): string[] {
  return [...new Set([...emails, ...handles.map(({ handle }) => handle)].map((login) => login.toLowerCase()))]
}

const byNewest = (a: Date | null, b: Date | null) => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)

/**
 * One page of watched people. A company watches tens of them, so all are read and sorted here. The search finds names and email
 * addresses of people; the other filters narrow the leaks that are counted. Index: leaks_login.
 */
export async function listPeople(tx: Tx, companyId: number, query: PersonListQuery): Promise<Page<WatchedPerson>> {
  const { searchQuery, pageNumber, limit, sortField, sortDirection, company: _, ...filter } = query
  const people = await findPeople(tx, companyId)
  const needle = searchQuery?.toLowerCase()
  const found = needle
    ? people.filter((person) => [person.name.toLowerCase(), ...loginsOf(person)].some((text) => text.includes(needle)))
    : people
  const logins = found.flatMap(loginsOf)
  const counted = await whereLeaks(tx.selectFrom('leaks'), companyId, { ...filter, logins })
    .select([
      'leaks.login',
      'leaks.leak_type',
      (select) => select.fn.countAll<string>().as('leaks'),
      (select) => select.fn.countAll<string>().filterWhere('leaks.has_password', '=', true).as('with_password'),
      (select) => select.fn.max('leaks.leaked_at').as('last'),
    ])
    .groupBy(['leaks.login', 'leaks.leak_type'])
    .execute()
  const byLogin = Map.groupBy(counted, ({ login }) => login)
  const rows = found.map((person): WatchedPerson => {
    const own = loginsOf(person).flatMap((login) => byLogin.get(login) ?? [])
    return {
      ...person,
      leaks: own.reduce((all, row) => all + Number(row.leaks), 0),
      withPassword: own.reduce((all, row) => all + Number(row.with_password), 0),
      lastLeak:
        own
          .map(({ last }) => last)
          .toSorted(byNewest)
          .at(-1) ?? null,
      kinds: leakTypesBySeverity
        .map((leakType) => ({
          leakType,
          count: own.reduce((all, row) => (row.leak_type === leakType ? all + Number(row.leaks) : all), 0),
        }))
        .filter(({ count }) => count > 0),
    }
  })
  const compare = {
    leaks: (a: WatchedPerson, b: WatchedPerson) => a.leaks - b.leaks,
    name: (a: WatchedPerson, b: WatchedPerson) => a.name.localeCompare(b.name, 'en'),
    lastLeak: (a: WatchedPerson, b: WatchedPerson) => byNewest(a.lastLeak, b.lastLeak),
    // Of those with equally many passwords, those with more leaks.
    withPassword: (a: WatchedPerson, b: WatchedPerson) => a.withPassword - b.withPassword || a.leaks - b.leaks,
  }[sortField]
  const sign = sortDirection === 'asc' ? 1 : -1
  const sorted = rows.toSorted((a, b) => sign * compare(a, b) || sign * (a.id < b.id ? -1 : 1))
  return {
    items: sorted.slice((pageNumber - 1) * limit, pageNumber * limit),
    total: sorted.length,
    pageNumber,
    limit,
  }
}
