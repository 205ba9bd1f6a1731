import type * as contract from '@signet/contract/companies/watched-people'
import { peopleExportMax, type Person } from '@signet/contract/companies/watched-people'
import { leakTypes } from '@signet/contract/leaks/leaks'
import type { Handler } from '../../../app/handler.ts'
import { AppError } from '../../../errors.ts'
import { discloseInExport } from '../disclosures/disclose-names.ts'
import { listLeakRows } from '../leaks.queries.ts'
import { findPeople, listPeople, loginsOf, type WatchedPerson } from './watched-people.queries.ts'
import { toLeaks } from '../list/show-leaks.ts'

const toPerson = (row: WatchedPerson): Person => ({
  id: row.id,
  name: row.name,
  title: row.title || undefined,
  emails: row.emails,
  handles: [...new Set(row.handles.map(({ handle }) => handle))],
  leaks: row.leaks,
  withPassword: row.withPassword,
  lastLeak: row.lastLeak?.toISOString() ?? null,
  kinds: row.kinds.map(({ leakType, count }) => ({ leakType, leakTypeLabel: leakTypes[leakType].label, count })),
  isDemo: row.isDemo ?? false,
})

export const listWatchedPeople: Handler<typeof contract.listWatchedPeople> = async ({ tx, company }, { query }) => {
  const page = await listPeople(tx, company.id, query)
  return { ...page, items: page.items.map(toPerson) }
}

/** The logins of watched people are the company's own entries, so their leaks reveal no names. */
const areTheirNamesKnown = true

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
  return { ...page, items: await toLeaks(context, page.items, areTheirNamesKnown) }
}

/** More people than a company can watch. */
const everybody = { pageNumber: 1, limit: 10_000, sortField: 'leaks', sortDirection: 'desc' } as const

/**
 * The content of an export of the watched people. The reason is recorded before anything is read.
 *
 * @throws AppError `NOT_FOUND` if no watched person has this id, `DISCLOSURE_LIMIT`
 */
export const exportPeople: Handler<typeof contract.exportPeople> = async (context, { body }) => {
  const { tx, company } = context
  const { personId, reason } = body
  const { items } = await listPeople(tx, company.id, { company: undefined, ...everybody })
  const people = items.filter(({ id }) => personId === undefined || id === personId)
  if (personId !== undefined && people.length === 0) throw new AppError('NOT_FOUND', { what: 'person' })
  const exported = { reason, people: people.length, ...(personId === undefined ? {} : { personId }) }
  await discloseInExport(context, exported)
  const page = await listLeakRows(
    tx,
    company.id,
    { logins: people.flatMap(loginsOf) },
    { pageNumber: 1, limit: peopleExportMax, sortField: 'date', sortDirection: 'desc' },
  )
  const personOf = new Map(people.flatMap((person) => loginsOf(person).map((login) => [login, person.id] as const)))
  const leaks = (await toLeaks(context, page.items, areTheirNamesKnown)).flatMap((leak) => {
    const owner = personOf.get(leak.username?.toLowerCase() ?? '')
    return owner === undefined ? [] : [{ ...leak, personId: owner }]
  })
  return { people: people.map(toPerson), leaks, isCut: page.total > leaks.length }
}
