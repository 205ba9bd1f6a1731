import * as z from 'zod/mini'
import { route } from '../route.ts'
import { decisionRefusals, Source, threatStatuses } from './records.ts'
import { severities } from './severities.ts'
import { threatSources } from './sources.ts'
import { traitKinds } from './traits.ts'
import * as wire from '../wire.ts'

/** The history of a record: the text of each action of the audit. */
export const historyTexts = {
  'threat.splitOff': 'Split off from its campaign',
  'threat.rejoined': 'May join campaigns again',
}

/*
 * Campaigns: published threats of a company that share traits. Two threats are joined when the weights of the traits they share add up to
 * `joinWeight`, and a campaign contains everything that is joined directly or through others. It keeps its number when threats are added;
 * when two merge, the one that contributes more threats continues.
 */

/** A campaign in a list. */
export const CampaignSummary = z.object({
  id: z.string(),
  /** Counts from 1 in each company. */
  number: z.int(),
  threatCount: z.int(),
  /** How many of them wait for a decision. */
  openCount: z.int(),
  /** The highest of its threats. */
  severity: z.enum(severities),
  firstSeen: wire.time,
  /** When threats last joined or left it. */
  changedAt: wire.time,
  /** The kinds of traits that its threats share, the most significant first. */
  sharedKinds: z.array(z.enum(traitKinds)),
})
export type CampaignSummary = z.output<typeof CampaignSummary>

const trait = { kind: z.enum(traitKinds), value: z.string() }
const exclusion = { by: z.string(), at: wire.time, reason: z.nullable(z.string()) }

const CampaignThreat = z.object({
  id: z.string(),
  source: z.enum(threatSources),
  title: z.string(),
  severity: z.enum(severities),
  status: z.enum(threatStatuses),
  firstSeen: wire.time,
})

/** A campaign with its threats and what joins them, which are also the nodes and edges of its graph. */
export const Campaign = z.extend(CampaignSummary, {
  /** The most severe first, then the newest; at most 200. */
  threats: z.array(CampaignThreat),
  /** What at least two of its threats share, the most significant first; at most 100. */
  traits: z.array(z.object({ ...trait, weight: z.int(), threatIds: z.array(z.string()) })),
  /** Threats that were split off from it. */
  splitOff: z.array(z.object({ id: z.string(), source: z.enum(threatSources), title: z.string(), ...exclusion })),
  /** Traits by which threats are never joined. */
  ignored: z.array(z.object({ ...trait, ...exclusion })),
})
export type Campaign = z.output<typeof Campaign>

const oneCampaign = { params: z.object({ campaignId: wire.id }), query: wire.ofCompany }

export const listCampaigns = route({
  method: 'GET',
  path: '/campaigns',
  summary: "List the company's campaigns: threats that share infrastructure or identity",
  access: 'threats:read',
  query: z.object({
    company: wire.company,
    ...wire.paging(['changedAt', 'threatCount', 'firstSeen', 'number']),
  }),
  response: wire.page(CampaignSummary),
})

/** A campaign that was merged into another returns the other one. */
export const openCampaign = route({
  method: 'GET',
  path: '/campaigns/{campaignId}',
  summary: 'Get a campaign with its threats and the traits that join them',
  access: 'threats:read',
  ...oneCampaign,
  response: Campaign,
})

export const campaignOfThreat = route({
  method: 'GET',
  path: '/threats/{source}/{threatId}/campaign',
  summary: 'Get the campaign that a threat is part of; null if it is part of none',
  access: 'threats:read',
  params: z.object({ source: Source, threatId: wire.id }),
  query: wire.ofCompany,
  response: z.object({ campaign: z.nullable(CampaignSummary) }),
})

/** 404 for a threat that is neither in the campaign nor was split off from it. */
export const splitOffThreat = route({
  method: 'PUT',
  path: '/campaigns/{campaignId}/threats/{threatId}',
  summary: 'Split a threat off from a campaign, so that it joins none, or allow it to join again',
  access: 'threats:decide',
  params: z.object({ campaignId: wire.id, threatId: wire.id }),
  query: wire.ofCompany,
  body: z.strictObject({ joins: z.boolean(), reason: z.optional(wire.text(500)) }),
  response: Campaign,
})

/** 404 for a trait that neither joins the campaign nor was ignored in it. */
export const ignoreTrait = route({
  method: 'PUT',
  path: '/campaigns/{campaignId}/traits',
  summary: 'Never join threats of the company by a trait again, or allow it again',
  access: 'threats:decide',
  ...oneCampaign,
  body: z.strictObject({
    kind: z.enum(traitKinds),
    value: wire.oneLine(500, 1),
    joins: z.boolean(),
    reason: z.optional(wire.text(500)),
  }),
  response: Campaign,
})

/**
 * Covers exactly the given threats, so that a threat that joined in the meantime is not included unseen. A threat that already has a
 * decision, or has left the campaign, is returned with the reason and is not changed.
 */
export const requestCampaignTakedown = route({
  method: 'POST',
  path: '/campaigns/{campaignId}/takedown',
  summary: 'Request the takedown of threats of a campaign with one approval',
  access: 'takedowns:request',
  ...oneCampaign,
  body: z.strictObject({
    threatIds: wire.ids.check(wire.eachOnce()),
    note: z.optional(wire.text(500)),
  }),
  response: z.object({
    done: z.array(z.string()),
    failed: z.array(z.object({ id: z.string(), code: z.enum(decisionRefusals) })),
  }),
})
