import * as z from 'zod/mini'
import { Leak, leakFilters, leakSortFields, leakTypeKeys } from '../leaks/leaks.ts'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** A person of the company whose leaks are watched, with the number of leaks. */
export const Person = z.object({
  id: z.string(),
  name: z.string(),
  title: z.optional(z.string()),
  emails: z.array(z.string()),
  handles: z.array(z.string()),
  leaks: z.int(),
  withPassword: z.int(),
  lastLeak: z.nullable(wire.time),
  /** The number of leaks of each kind that occurs, the most severe kind first. */
  kinds: z.array(z.object({ leakType: z.enum(leakTypeKeys), leakTypeLabel: z.string(), count: z.int() })),
  isDemo: z.boolean(),
})
export type Person = z.output<typeof Person>

/** The fields the list of watched people can be sorted by; the first is the default. */
export const personSortFields = ['leaks', 'name', 'lastLeak', 'withPassword'] as const

const reading = { access: 'leaks:read', module: 'kmp' } as const

/** Paging and filters of the watched people. The filters decide which leaks are counted. */
export const PersonListQuery = z.object({
  company: wire.company,
  ...wire.paging(personSortFields),
  ...leakFilters,
})
export type PersonListQuery = z.output<typeof PersonListQuery>

/** People come from the assets of the company (`putAssets`). */
export const listWatchedPeople = route({
  method: 'GET',
  ...reading,
  path: '/kmp/people',
  summary: 'List the watched people of the company, most leaks first; filters narrow the counted leaks',
  query: PersonListQuery,
  response: wire.page(Person),
})

/** Paging and filters of the leaks of watched people. */
export const PersonLeakQuery = z.object({
  company: wire.company,
  /** If missing: leaks of all of them. */
  personId: z.optional(wire.id),
  ...wire.paging(leakSortFields),
  ...leakFilters,
})
export type PersonLeakQuery = z.output<typeof PersonLeakQuery>

/** A leak is assigned to a person by its sign-in name. Empty for an unknown `personId`. */
export const listPeopleLeaks = route({
  method: 'GET',
  ...reading,
  path: '/kmp/leaks',
  summary: 'List the leaks of watched people',
  query: PersonLeakQuery,
  response: wire.page(Leak),
})

/** Maximum number of leaks in one export. */
export const peopleExportMax = 5000

/**
 * A disclosure of user names (`listLeakDisclosures`): 429 after 20 of them within 24 hours. At most `peopleExportMax` leaks; `isCut`
 * indicates that there were more. 404 for an unknown `personId`.
 */
export const exportPeople = route({
  method: 'POST',
  path: '/kmp/export',
  summary: 'Export the watched people and their leaks with masked passwords; the reason is recorded first',
  access: 'exports:own',
  module: 'kmp',
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    /** If missing: all of them. */
    personId: z.optional(wire.id),
    reason: wire.text(500, 10),
  }),
  response: z.object({
    people: z.array(Person),
    leaks: z.array(z.extend(Leak, { personId: z.string() })),
    isCut: z.boolean(),
  }),
})
