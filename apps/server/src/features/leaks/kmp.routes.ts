import type * as contract from '@signet/contract/kmp'
import type { Handler } from '../../http/mount-contract.ts'
import { listLeakRows } from './leaks.queries.ts'
import { findPeople, listPeople, loginsOf } from './people.queries.ts'
import { toLeaks } from './show-leaks.ts'

export const listWatchedPeople: Handler<typeof contract.listWatchedPeople> = async ({ tx, company }, { query }) => {
  const page = await listPeople(tx, company.id, query)
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      name: row.name,
      title: row.title || undefined,
      emails: row.emails,
      handles: [...new Set(row.handles.map(({ handle }) => handle))],
      leaks: row.leaks,
      withPassword: row.withPassword,
      lastLeak: row.lastLeak?.toISOString() ?? null,
      isDemo: row.isDemo ?? false,
    })),
  }
}

export const listPeopleLeaks: Handler<typeof contract.listPeopleLeaks> = async (context, { query }) => {
  const { personId, pageNumber, limit, sortField, sortDirection, company: _, ...filter } = query
  const people = await findPeople(context.tx, context.company.id)
  const logins = people.filter(({ id }) => personId === undefined || id === personId).flatMap(loginsOf)
  const page = await listLeakRows(
    context.tx,
    context.company.id,
    { ...filter, logins },
    { pageNumber, limit, sortField, sortDirection },
  )
  return { ...page, items: await toLeaks(context, page.items) }
}
