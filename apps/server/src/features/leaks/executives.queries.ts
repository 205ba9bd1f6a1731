import type { PersonListQuery } from '@signet/contract/kmp'
import type { Page } from '@signet/contract/wire'
import type { Tx } from '../../db/database.ts'
import { whereLeaks } from './leak-filter.ts'

/** A person who is watched, with the leaks of all addresses and handles. */
export interface WatchedPerson {
  id: string
  name: string
  title: string | null
  emails: string[]
  handles: string[]
  is_demo: boolean
  leaks: number
  withPassword: number
  lastLeak: Date | null
}

/** What the leaks of watched people are told by, in lower case; of one person, or of all. */
export async function executiveLogins(tx: Tx, companyId: number, personId?: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('executives')
    .select(['emails', 'handles'])
    .where('company_id', '=', companyId)
    .$if(personId !== undefined, (query) => query.where('id', '=', personId as string))
    .execute()
  return rows.flatMap(({ emails, handles }) => [...emails, ...handles])
}

const byNewest = (a: Date | null, b: Date | null) => (a?.getTime() ?? 0) - (b?.getTime() ?? 0)

/**
 * One page of watched people. A company watches tens of them, so all are read and sorted here. The search finds names and
 * addresses of people, the other filters narrow the leaks that are counted. Index: leaks_login.
 */
export async function listExecutives(tx: Tx, companyId: number, query: PersonListQuery): Promise<Page<WatchedPerson>> {
  const { searchQuery, pageNumber, limit, sortField, sortDirection, company: _, ...filter } = query
  const people = await tx
    .selectFrom('executives')
    .select(['id', 'name', 'title', 'emails', 'handles', 'is_demo'])
    .where('company_id', '=', companyId)
    .execute()
  const needle = searchQuery?.toLowerCase()
  const found = needle
    ? people.filter(({ name, emails, handles }) =>
        [name, ...emails, ...handles].some((text) => text.toLowerCase().includes(needle)),
      )
    : people
  const logins = found.flatMap(({ emails, handles }) => [...emails, ...handles])
  const counted = await whereLeaks(tx.selectFrom('leaks'), companyId, { ...filter, logins })
    .select([
      'leaks.login',
      (select) => select.fn.countAll<string>().as('leaks'),
      (select) => select.fn.countAll<string>().filterWhere('leaks.has_password', '=', true).as('with_password'),
      (select) => select.fn.max('leaks.leaked_at').as('last'),
    ])
    .groupBy('leaks.login')
    .execute()
  const byLogin = new Map(counted.map((row) => [row.login, row]))
  const rows = found.map((person): WatchedPerson => {
    const own = [...person.emails, ...person.handles].flatMap((login) => byLogin.get(login) ?? [])
    return {
      ...person,
      leaks: own.reduce((all, row) => all + Number(row.leaks), 0),
      withPassword: own.reduce((all, row) => all + Number(row.with_password), 0),
      lastLeak:
        own
          .map(({ last }) => last)
          .toSorted(byNewest)
          .at(-1) ?? null,
    }
  })
  const compare = {
    leaks: (a: WatchedPerson, b: WatchedPerson) => a.leaks - b.leaks,
    name: (a: WatchedPerson, b: WatchedPerson) => a.name.localeCompare(b.name, 'en'),
    lastLeak: (a: WatchedPerson, b: WatchedPerson) => byNewest(a.lastLeak, b.lastLeak),
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
