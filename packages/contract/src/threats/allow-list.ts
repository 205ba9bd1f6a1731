import * as z from 'zod/mini'
import { route } from '../route.ts'
import { everySourceName, kinds } from './sources.ts'
import * as wire from '../wire.ts'

/*
 * What a company allows although it looks like a threat: partners, its own employees, whitelisted threats. The allow list doesn't change
 * detectors; what an entry covers is not reported again.
 */

/**
 * What an entry covers: a domain with everything below it, one host, addresses with a common prefix, or an account of a source
 * (`Instagram/umberfreight`).
 */
export const allowKinds = ['domain', 'host', 'address', 'account'] as const
/** One of `allowKinds`. */
export type AllowKind = (typeof allowKinds)[number]
/** English label of each kind of entry. */
export const allowKindLabels: Record<AllowKind, string> = {
  domain: 'Domain and its subdomains',
  host: 'Single host',
  address: 'Addresses starting with this',
  account: 'Account on a platform',
}

/** Maximum number of characters of a value, which must fit in an index entry. */
export const allowValueMax = 1000

/** One entry of a company's allow list: what it covers, why, until when, and how often it was used. */
export const AllowEntry = z.object({
  id: z.string(),
  kind: z.enum(allowKinds),
  /** In the form used for comparison: a host in ASCII, an address without its scheme, `source/account` in lower case. */
  value: z.string(),
  /** Null for a threat that was whitelisted without a remark. */
  reason: z.nullable(z.string()),
  /** Who added the entry, or made the decision that added it. */
  by: z.string(),
  at: wire.time,
  /** From this instant on the entry covers nothing; null means that it never expires. */
  expiresAt: z.nullable(wire.time),
  /** How many findings it suppressed, and when it last did. */
  suppressions: z.int(),
  lastSuppressedAt: z.nullable(wire.time),
  /** The threat that was whitelisted; null for an entry added manually. */
  threat: z.nullable(z.object({ id: z.string(), kind: z.enum(kinds), source: z.enum(everySourceName) })),
  version: z.int(),
})
export type AllowEntry = z.output<typeof AllowEntry>

const one = { params: z.object({ entryId: wire.id }), query: wire.ofCompany }
const reason = wire.text(500, 3)
/** The last day the entry is valid (a day ends in UTC), or the instant it expires; null means that it never expires. */
const until = z.nullable(wire.day)

/** Expired entries are included; `expiresAt` distinguishes them. */
export const listAllowEntries = route({
  method: 'GET',
  path: '/settings/allowList',
  summary: "List the company's allow list with the number of suppressed findings per entry",
  access: 'settings:read',
  query: z.object({
    company: wire.company,
    ...wire.paging(['at', 'value', 'suppressions', 'lastSuppressedAt', 'expiresAt']),
    kind: z.optional(wire.csvOf(allowKinds)),
  }),
  response: wire.page(AllowEntry),
})

/**
 * The value is stored in the form used for comparison. 400 when it is not a valid value of its kind, is already on the list, or when
 * `until` is in the past.
 */
export const addAllowEntry = route({
  method: 'POST',
  path: '/settings/allowList',
  summary: 'Add an allow list entry; existing threats stay',
  access: 'assets:write',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({ kind: z.enum(allowKinds), value: wire.oneLine(allowValueMax, 1), reason, until }),
  response: AllowEntry,
})

/**
 * What an entry covers can't be changed: remove the entry and add another. 409 when `version` is stale; 400 when `until` is in the past.
 */
export const changeAllowEntry = route({
  method: 'PATCH',
  path: '/settings/allowList/{entryId}',
  summary: 'Change the reason or end date of an allow list entry; `version` is the one last read',
  access: 'assets:write',
  ...one,
  body: z.strictObject({
    reason: z.optional(reason),
    until: z.optional(until),
    version: wire.version,
  }),
  response: AllowEntry,
})

/**
 * Threats that the entry suppressed are not restored; they are reported when they are seen again. 404 when the company has no such entry.
 */
export const removeAllowEntry = route({
  method: 'DELETE',
  path: '/settings/allowList/{entryId}',
  summary: 'Delete an allow list entry; what it covered is reported again',
  access: 'assets:write',
  status: 204,
  ...one,
  response: wire.nothing,
})
