import * as z from 'zod/mini'
import type { Permission } from '../access/permissions.ts'
import { route } from '../route.ts'
import { assignedField, assignedFilter } from '../threats/assignees.ts'
import { severities } from '../threats/severities.ts'
import { everySourceName, kinds, sourceLabelOf } from '../threats/sources.ts'
import * as wire from '../wire.ts'

/* The common parts of takedowns and deeper analyses: both are cases about one threat, with steps, a list and its filters. */

/**
 * One step of the progress shown for a case or a request; `at` is when it was reached, `lastAt` when that happened last if more than once,
 * `note` why it was aborted.
 */
export const Step = z.object({
  key: z.string(),
  label: z.string(),
  state: z.enum(['todo', 'active', 'completed', 'aborted']),
  at: z.optional(wire.time),
  lastAt: z.optional(wire.time),
  note: z.optional(z.string()),
})
export type Step = z.output<typeof Step>

/**
 * The steps of a process. A step is completed once the event it is named after has happened or is over. The next one is active, with a time
 * only if its own work has begun, or aborted if the process was stopped there. The rest are to do.
 *
 * @param stages in order; `at` is when the step was reached
 * @param done the index of the last completed step, -1 for none
 * @param stopped how and when the process ended before its last step
 */
export function stepsUpTo(
  stages: readonly { key: string; label: string; at?: string | undefined }[],
  done: number,
  stopped?: { note: string; at: string | undefined },
): Step[] {
  return stages.map(({ key, label, at }, index) => {
    if (index > done + 1) return { key, label, state: 'todo' }
    if (index <= done) return { key, label, state: 'completed', ...timeOf(at) }
    return stopped
      ? { key, label, state: 'aborted', note: stopped.note, ...timeOf(stopped.at) }
      : { key, label, state: 'active', ...timeOf(at) }
  })
}

const timeOf = (at: string | undefined) => (at === undefined ? {} : { at })

/** Our number of a case, which notices, replies and file names contain: the first eight digits of its id. */
export const caseReferenceOf = (caseId: string): string => caseId.slice(0, 8)

/** Everything in a text that looks like our number of a case, once each. */
export const caseReferencesIn = (text: string): string[] => [...new Set(text.toLowerCase().match(/\b[0-9a-f]{8}\b/g))]

/** The common fields of every case; each kind adds its own status. */
export const caseFields = {
  id: z.string(),
  threatId: z.string(),
  company: z.string(),
  /** The kind of record that the case is about. */
  kind: z.enum(kinds),
  source: z.enum(everySourceName),
  title: z.string(),
  threatType: z.string(),
  severity: z.enum(severities),
  statusLabel: z.string(),
  steps: z.array(Step),
  requestedBy: z.string(),
  requestedAt: wire.time,
  updatedAt: wire.time,
  ...assignedField,
  isDemo: z.boolean(),
  version: z.int(),
}

/** The fields lists of cases can be sorted by; the first is the default. */
export const caseSortFields = ['requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const

/**
 * The filter of a list of cases by their target time or due date: `overdue` finds the running ones that are past it, `dueSoon` those that
 * have at most a day until then.
 */
export const dueFilters = ['overdue', 'dueSoon'] as const
/** One of `dueFilters`. */
export type DueFilter = (typeof dueFilters)[number]
/** A case is due soon if it is due within this many hours. */
export const dueSoonHours = 24

/** The filters of a list of cases, in addition to its statuses. */
export const caseFilters = {
  ...wire.range,
  threatSeverity: z.optional(wire.csvOf(severities)),
  threatType: z.optional(wire.csv),
  threatSource: z.optional(wire.csvOf(everySourceName, sourceLabelOf)),
  ...assignedFilter,
  due: z.optional(wire.csvOf(dueFilters)),
}

const ofSource = z.object({
  company: wire.company,
  threatSource: z.optional(wire.csvOf(everySourceName, sourceLabelOf)),
})

/** The four calls that list the values that occur among the cases of a kind. */
export function caseOptionRoutes({
  path,
  name,
  words,
  access,
}: {
  path: `/${string}`
  /** The end of the paths: `getSourcesForTakedown`. */
  name: string
  /** The plural used in summaries: `takedowns`. */
  words: string
  access: Permission
}) {
  const among = (what: string, summary: string) =>
    route({
      method: 'GET',
      path: `${path}/get${what}For${name}`,
      summary,
      access,
      query: wire.ofCompany,
      response: z.array(wire.Option),
    })
  const amongSources = (what: string, summary: string) =>
    route({
      method: 'GET',
      path: `${path}/get${what}For${name}`,
      summary,
      access,
      query: ofSource,
      response: z.array(wire.Option),
    })
  return {
    sources: among('Sources', `List the sources that occur among the ${words}`),
    types: amongSources('ThreatTypes', `List the threat types that occur among the ${words}`),
    severities: amongSources('Severities', `List the severities that occur among the ${words}, most severe first`),
    statuses: among('Statuses', `List the statuses that occur among the ${words}`),
  }
}
