import * as z from 'zod/mini'
import { qaStages } from './qa.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import { everySourceName } from '../threats/sources.ts'
import { traitKinds } from '../threats/traits.ts'
import * as wire from '../wire.ts'

/*
 * Threats that share traits with one under review, which indicates that the same actor is behind them. For a reviewer they are not
 * duplicates, but likely to need the same decision.
 */

/** Records that share the same traits with the current one. */
export const SharerGroup = z.object({
  /** All traits they share with it, the most specific first. */
  shared: z.array(z.object({ kind: z.enum(traitKinds), value: z.string() })),
  total: z.int(),
  /** Records waiting for review come first, then the newest; at most ten. */
  items: z.array(
    z.object({
      id: z.string(),
      source: z.enum(everySourceName),
      title: z.string(),
      severity: z.enum(severities),
      stage: z.enum(qaStages),
      firstSeen: wire.time,
    }),
  ),
})
export type SharerGroup = z.output<typeof SharerGroup>

/** Threats that share traits with the one under review, in groups. */
export const Sharers = z.object({
  total: z.int(),
  /** Groups that share the most specific traits come first, at most six. */
  groups: z.array(SharerGroup),
  /** The records that wait for review, at most 200, including the current one if it does. */
  waiting: z.array(z.string()),
})
export type Sharers = z.output<typeof Sharers>

/** Empty for a threat without traits. 404 for a threat of another company. */
export const getSharers = route({
  method: 'GET',
  path: '/qa/threats/{threatId}/sharers',
  summary: 'List threats of the company, in any stage of review, that share traits with a threat',
  access: 'qa:review',
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
  response: Sharers,
})
