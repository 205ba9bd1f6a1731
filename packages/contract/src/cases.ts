import * as z from 'zod/mini'
import type { Permission } from './permissions.ts'
import { route } from './route.ts'
import { severities } from './severities.ts'
import { everySourceName, kinds } from './sources.ts'
import * as wire from './wire.ts'

/*
 * What takedowns and deeper analyses have in common: both are cases about one threat, with steps, a list and its filters.
 */

/** One step of the progress shown for a case or a request; `at` is when it was reached, `note` why it was aborted. */
export const Step = z.object({
  key: z.string(),
  label: z.string(),
  state: z.enum(['todo', 'active', 'completed', 'aborted']),
  at: z.optional(wire.time),
  note: z.optional(z.string()),
})
export type Step = z.output<typeof Step>

/**
 * The steps of anything that goes step by step, by one rule: a step is completed once what it names has happened or is over; the one
 * after it is active, with a time only when its own work has begun, or aborted when the thing was stopped there; the rest is to do.
 *
 * @param stages in their order; `at`: when the step was reached
 * @param done the place of the last completed step, -1 for none
 * @param stopped how and when it ended before its last step
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

/** The fields of every case; its status is its own. */
export const caseFields = {
  id: z.string(),
  threatId: z.string(),
  company: z.string(),
  /** What it is about. */
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
  isDemo: z.boolean(),
  version: z.int(),
}

/** The fields lists of cases can be sorted by; the first is used when none is named. */
export const caseSortFields = ['requestedAt', 'updatedAt', 'severity', 'title', 'status', 'source'] as const

/** The filters of a list of cases, in addition to its statuses. */
export const caseFilters = {
  ...wire.range,
  threatSeverity: z.optional(wire.csvOf(severities)),
  threatType: z.optional(wire.csv),
  threatSource: z.optional(wire.csvOf(everySourceName)),
}

const ofSource = z.object({ company: wire.company, threatSource: z.optional(wire.csvOf(everySourceName)) })

/** The four calls that say which values occur among the cases of a kind. */
export function caseOptionRoutes({
  path,
  name,
  words,
  access,
}: {
  path: `/${string}`
  /** As it ends the paths: `getSourcesForTakedown`. */
  name: string
  /** As a summary says it: `takedowns`. */
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
