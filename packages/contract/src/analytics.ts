import * as z from 'zod/mini'
import { route } from './route.ts'
import { threatSources, type AnySource, type ThreatSource } from './sources.ts'
import { severities, type Severity } from './severities.ts'
import { Threat } from './threats.ts'
import * as wire from './wire.ts'

const bySeverity = z.object(Object.fromEntries(severities.map((name) => [name, z.int()]))) as unknown as z.ZodMiniType<
  Record<Severity, number>,
  Record<Severity, number>
>

/** The figures of one source among the given. */
export function sourceSummaryOf<Out>(names: readonly [string, ...string[]]) {
  return z.object({
    source: z.enum(names),
    label: z.string(),
    total: z.int(),
    /** Still without a decision. */
    open: z.int(),
    bySeverity,
    recentlyAdded: z.int(),
  }) as unknown as z.ZodMiniType<Out, Out>
}
export const SourceSummary = sourceSummaryOf<SourceSummary>(threatSources)
export interface SourceSummary<S extends AnySource = ThreatSource> {
  source: S
  label: string
  total: number
  open: number
  bySeverity: Record<Severity, number>
  recentlyAdded: number
}

export const getThreatSourceSummary = route({
  method: 'GET',
  path: '/analytics/getThreatSourceSummary',
  summary: 'Published threats by source: total, undecided, by severity, added in the last 7 days',
  access: 'analytics:read',
  query: z.object({ company: wire.company, ...wire.range }),
  response: z.array(SourceSummary),
})

const back = z.object({ company: wire.company, daysBack: wire.daysBack })

export const getThreatDistribution = route({
  method: 'GET',
  path: '/analytics/getThreatDistribution',
  summary: 'Published threats by source, most first',
  access: 'analytics:read',
  query: back,
  response: z.array(wire.Slice),
})
export const getThreatSeverityDistribution = route({
  method: 'GET',
  path: '/analytics/getThreatSeverityDistribution',
  summary: 'Published threats by severity, worst first',
  access: 'analytics:read',
  query: back,
  response: z.array(wire.Slice),
})
export const getThreatTypeDistribution = route({
  method: 'GET',
  path: '/analytics/getThreatTypeDistribution',
  summary: 'Published threats by type, most first',
  access: 'analytics:read',
  query: back,
  response: z.array(wire.Slice),
})
export const getRecentThreats = route({
  method: 'GET',
  path: '/analytics/getRecentThreats',
  summary: 'The ten worst undecided threats of the last days, newest first within a severity',
  access: 'analytics:read',
  query: back,
  response: z.array(Threat),
})
export const getThreatFrequency = route({
  method: 'GET',
  path: '/analytics/getThreatFrequency',
  summary: 'Published threats per day by severity; every day is present, zeros too',
  access: 'analytics:read',
  query: z.object({
    company: wire.company,
    daysBack: wire.daysBack,
    threatSource: z.optional(wire.csvOf(threatSources)),
  }),
  response: z.array(wire.Point),
})
