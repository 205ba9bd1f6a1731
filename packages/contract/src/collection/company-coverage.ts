import * as z from 'zod/mini'
import { route } from '../route.ts'
import { threatSources, sourceLabelOf } from '../threats/sources.ts'
import * as wire from '../wire.ts'
import { connectorNames, connectorStates } from './connectors.ts'

/*
 * How the sources of several companies are covered, for staff: one row for each company and source.
 */

/**
 * The state of a source of a company: that of the connector which needs people most, or one of those of a source without a connector that
 * is on; what collects is `waiting` until anything came in. The first four are troubles, in the order of their urgency. Those that are on
 * without one follow, and what is off comes last.
 */
export const coverageStates = [
  'needsAccount',
  'failing',
  'silent',
  'throttled',
  'paused',
  'waiting',
  'collecting',
  'importOnly',
  'off',
] as const
/** One of `coverageStates`. */
export type CoverageState = (typeof coverageStates)[number]

/** The states in which something is on that brings in nothing. */
export const troubledStates = ['needsAccount', 'failing', 'silent', 'throttled'] as const satisfies CoverageState[]

/** How one source of one company is covered. */
export const CompanyCoverage = z.object({
  company: z.string(),
  companyName: z.string(),
  source: z.enum(threatSources),
  state: z.enum(coverageStates),
  /** When anything last came in for the source, also from other programs or people. */
  dataAt: z.nullable(wire.time),
  /** When a connector of the source runs next; null if none is on. */
  nextRunAt: z.nullable(wire.time),
  /** The connectors that are on, also if they are paused. */
  connectors: z.array(z.object({ connector: z.enum(connectorNames), state: z.enum(connectorStates) })),
})
export type CompanyCoverage = z.output<typeof CompanyCoverage>

/** The fields by which the rows can be sorted. By `state`, those that need people most come first in ascending order. */
export const companyCoverageSorts = ['state', 'company', 'source', 'dataAt'] as const
/** One of `companyCoverageSorts`. */
export type CompanyCoverageSort = (typeof companyCoverageSorts)[number]

/** Only sources that a company has. `searchQuery` is part of the name of a company. */
export const listCompanyCoverage = route({
  method: 'GET',
  path: '/coverage/companies',
  summary: 'List how each source of each company that the caller can select is covered',
  access: 'companies:overview',
  companies: 'many',
  query: z.extend(z.object(wire.paging(companyCoverageSorts)), {
    sortDirection: z._default(z.enum(wire.sortDirections), 'asc'),
    company: z.optional(wire.csv),
    states: z.optional(wire.csvOf(coverageStates)),
    sources: z.optional(wire.csvOf(threatSources, sourceLabelOf)),
  }),
  response: z.extend(wire.page(CompanyCoverage), {
    /** The number of sources in a trouble, whatever the filters. */
    troubled: z.int(),
    /** The companies with such sources and their number, whatever the filters. */
    troubledOf: z.array(z.object({ company: z.string(), count: z.int() })),
    /** The number of sources in each state that occurs, whatever the filters. */
    stateCounts: z.array(z.object({ state: z.enum(coverageStates), count: z.int() })),
  }),
})
