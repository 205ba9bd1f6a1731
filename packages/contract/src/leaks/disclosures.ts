import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

/** What was done with the user names in leaks: shown in lists for a while, copied, or exported with the people they belong to. */
export const disclosureKinds = ['shown', 'copied', 'exported'] as const
/** One of `disclosureKinds`. */
export type DisclosureKind = (typeof disclosureKinds)[number]

/** How long the user names stay shown to the person who gave a reason. */
export const shownMinutes = 30
/** The disclosures that one person may make in 24 hours, in each company. */
export const disclosuresMax = 20
/** The user names that one call copies at most. Longer lists have to be narrowed. */
export const namesAtOnceMax = 5000
/** The disclosures that the list shows; older ones are in the audit log. */
export const disclosuresShown = 100

/** A recorded act of showing, copying or exporting the user names in leaks of a company. */
export const LeakDisclosure = z.object({
  id: z.string(),
  kind: z.enum(disclosureKinds),
  /** The name of the person, or of the API key. */
  by: z.string(),
  at: wire.time,
  reason: z.string(),
  /** Until when the names are or were shown; null otherwise. */
  until: z.nullable(wire.time),
  /** How many names were copied, or people exported; null if names were shown. */
  count: z.nullable(z.int()),
})
export type LeakDisclosure = z.output<typeof LeakDisclosure>

const working = { access: 'leaks:work', module: 'leaks', query: wire.ofCompany } as const
const reason = wire.text(500, 10)
/** Until when names are shown to the caller; null if they are masked. */
const shownUntil = z.nullable(wire.time)

/** The latest 100, newest first. `shownUntil` is about the caller. Without the leaks module, those of the Executive Leak Monitor. */
export const listLeakDisclosures = route({
  method: 'GET',
  access: working.access,
  query: working.query,
  path: '/test/leakDisclosures',
  summary: 'List who showed, copied or exported the user names in leaks of the company, when and why',
  response: z.object({ shownUntil, items: z.array(LeakDisclosure) }),
})

/** From then on, leaks are sent to the caller with their user names, for 30 minutes. 429 after 20 disclosures within 24 hours. */
export const showLeakNames = route({
  method: 'POST',
  ...working,
  path: '/test/leakDisclosures/shown',
  summary: 'Show the user names in leaks to the caller for 30 minutes; the reason is recorded first',
  body: z.strictObject({ company: wire.company, reason }),
  response: z.object({ shownUntil }),
})

/** Nothing happens if they are masked already. */
export const maskLeakNames = route({
  method: 'DELETE',
  ...working,
  path: '/test/leakDisclosures/shown',
  summary: 'Mask the user names in leaks again before the 30 minutes are over',
  response: z.object({ shownUntil }),
})

/** Each name once, in alphabetical order; ids outside the company are ignored. 429 after 20 disclosures within 24 hours. */
export const copyLeakNames = route({
  method: 'POST',
  ...working,
  path: '/test/leakDisclosures/copied',
  summary: 'Return the user names in leaks, for resetting passwords; the reason is recorded first',
  isShownOnce: true,
  body: z.strictObject({
    company: wire.company,
    ids: z.array(wire.id).check(z.minLength(1), z.maxLength(namesAtOnceMax)),
    reason,
  }),
  response: z.object({ names: z.array(z.string()) }),
})
