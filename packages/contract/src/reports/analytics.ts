import * as z from 'zod/mini'
import { recordFrom } from '../narrow.ts'
import { route } from '../route.ts'
import { threatSources, type AnySource, type ThreatSource } from '../threats/sources.ts'
import { severities } from '../threats/severities.ts'
import { countedFilters, Threat } from '../threats/threats.ts'
import * as wire from '../wire.ts'

const bySeverity = z.object(recordFrom(severities, () => z.int()))

/** The schema of the figures of one of the given sources. */
export function sourceSummaryOf<S extends AnySource>(names: readonly S[]) {
  return z.object({
    source: z.enum(names),
    label: z.string(),
    total: z.int(),
    /** Number of threats without a decision. */
    open: z.int(),
    bySeverity,
    recentlyAdded: z.int(),
  })
}
/** The figures of one threat source. Only published threats that were not filtered automatically are counted. */
export const SourceSummary = sourceSummaryOf(threatSources)
export type SourceSummary<S extends AnySource = ThreatSource> = z.output<ReturnType<typeof sourceSummaryOf<S>>>

/** One row for each source the company has, in its order, including zeros. The range refers to the day a threat was first seen. */
export const getThreatSourceSummary = route({
  method: 'GET',
  path: '/analytics/getThreatSourceSummary',
  summary: 'Count published threats by source: total, undecided, by severity, added in the last 7 days',
  access: 'analytics:read',
  query: z.object({ company: wire.company, ...wire.range }),
  response: z.array(SourceSummary),
})

const back = z.object({ company: wire.company, daysBack: wire.daysBack })

/** Counts threats first seen within `daysBack` days (UTC, today included); sources without any are left out. */
export const getThreatDistribution = route({
  method: 'GET',
  path: '/analytics/getThreatDistribution',
  summary: 'Count published threats by source, most frequent first',
  access: 'analytics:read',
  query: back,
  response: z.array(wire.Slice),
})
/** Counts threats first seen within `daysBack` days; every severity is present, zeros included. */
export const getThreatSeverityDistribution = route({
  method: 'GET',
  path: '/analytics/getThreatSeverityDistribution',
  summary: 'Count published threats by severity, most severe first',
  access: 'analytics:read',
  query: back,
  response: z.array(wire.Slice),
})
/** Counts threats first seen within `daysBack` days; types without any are left out. */
export const getThreatTypeDistribution = route({
  method: 'GET',
  path: '/analytics/getThreatTypeDistribution',
  summary: 'Count published threats by type, most frequent first',
  access: 'analytics:read',
  query: back,
  response: z.array(wire.Slice),
})
/** Only threats without a decision that were first seen within `daysBack` days. */
export const getRecentThreats = route({
  method: 'GET',
  path: '/analytics/getRecentThreats',
  summary: 'List the ten most severe undecided threats of the last days, newest first within a severity',
  access: 'analytics:read',
  query: back,
  response: z.array(Threat),
})
/**
 * One point for each day (UTC), oldest first, by the day a threat was first seen; `by` is keyed by severity. Empty if the filters find more
 * than 10,000 threats in these days and contain one that isn't counted in advance, like a search.
 */
export const getThreatFrequency = route({
  method: 'GET',
  path: '/analytics/getThreatFrequency',
  summary: 'Count published threats per day by severity, with the filters of a list; days without threats are included',
  access: 'analytics:read',
  query: z.object({ company: wire.company, daysBack: wire.daysBack, ...countedFilters }),
  response: z.array(wire.Point),
})
