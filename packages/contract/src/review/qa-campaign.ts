import * as z from 'zod/mini'
import { qaStages } from './qa.ts'
import { route } from '../route.ts'
import { severities } from '../threats/severities.ts'
import { threatSources } from '../threats/sources.ts'
import { traitKinds } from '../threats/traits.ts'
import * as wire from '../wire.ts'

/*
 * Threats that share traits with one under review, which indicates that the same actor is behind them. For a reviewer they are not
 * duplicates, but likely to need the same decision.
 */

/** Records that share the same traits with the current one. */
export const CampaignGroup = z.object({
  /** All traits they share with it, the most specific first. */
  shared: z.array(z.object({ kind: z.enum(traitKinds), value: z.string() })),
  total: z.int(),
  /** Records waiting for review come first, then the newest; at most ten. */
  items: z.array(
    z.object({
      id: z.string(),
      source: z.enum(threatSources),
      title: z.string(),
      severity: z.enum(severities),
      stage: z.enum(qaStages),
      firstSeen: wire.time,
    }),
  ),
})
export type CampaignGroup = z.output<typeof CampaignGroup>

/** Threats that share traits with the one under review, in groups. */
export const Campaign = z.object({
  total: z.int(),
  /** Groups that share the most specific traits come first, at most six. */
  groups: z.array(CampaignGroup),
  /** The records that wait for review, at most 200, including the current one if it does. */
  waiting: z.array(z.string()),
})
export type Campaign = z.output<typeof Campaign>

/** Empty for a threat without traits. 404 for a threat of another company. */
export const getCampaign = route({
  method: 'GET',
  path: '/qa/threats/{threatId}/campaign',
  summary: 'List threats of the company, in any stage of review, that share campaign traits with a threat',
  access: 'qa:review',
  params: z.object({ threatId: wire.id }),
  query: wire.ofCompany,
  response: Campaign,
})
