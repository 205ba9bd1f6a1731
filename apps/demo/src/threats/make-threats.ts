import { createHash } from 'node:crypto'
import { registrableOf } from '@signet/detection'
import { keysIn, recordFrom } from '@signet/contract/narrow'
import { severityOfRank, type Severity } from '@signet/contract/threats/severities'
import { titleOf, type Kind, type ThreatSource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { fingerprintOf, searchTextOf } from '@signet/server/features/threats/found/finding-threat'
import { severityOfScore } from '@signet/server/features/threats/found/severity-of-score'
import type { Campaign, Order, ThreatDraft } from '../demo-data.ts'
import { darkWebThreat, documentThreat, exposureThreat, fraudAccountThreat, gitHubThreat } from './leak-threats.ts'
import { appThreat, telegramThreat, whatsAppThreat } from './message-threats.ts'
import { domainThreat, urlThreat } from './name-threats.ts'
import { adThreat, mapThreat } from './place-and-ad-threats.ts'
import type { DemoWorld } from '../demo-world.ts'
import type { Random } from '../random.ts'
import { facebookThreat, linkedInThreat, profileThreat, twitterThreat, youTubeThreat } from './social-threats.ts'
import { timelineOf } from './timeline.ts'
import { sumOf } from './weigh-indicators.ts'

/** A threat as found: with title and score, without review or decisions. */
export interface MadeThreat extends Omit<ThreatDraft, 'identity'> {
  id: string
  kind: Kind
  fingerprint: string
  title: string
  search: string
  severity: Severity
  score: number
  firstSeen: Date
}

/** How many threats each source has. */
export const countsBySource: Readonly<Record<ThreatSource, number>> = {
  Domain: 330,
  URL: 210,
  FB: 110,
  Instagram: 90,
  Telegram: 80,
  APK: 75,
  Twitter: 65,
  WhatsApp: 60,
  Advertisements: 42,
  LinkedIn: 36,
  YouTube: 32,
  TikTok: 30,
  GoogleMaps: 26,
  DarkWeb: 26,
  FinancialFraud: 22,
  GitHub: 20,
  EASM: 20,
  Reddit: 18,
  DocumentLeaks: 18,
}

const severityWeights: Record<Severity, number> = { Critical: 8, High: 22, Medium: 40, Low: 30 }

// How much more likely a source is within a wave than outside it.
const campaignPull: Record<Campaign, Partial<Record<ThreatSource, number>>> = {
  'reward-lures': { Domain: 3, URL: 4, WhatsApp: 2, Advertisements: 2 },
  'fake-helpline': { WhatsApp: 6, GoogleMaps: 6, FB: 3, Twitter: 3, Telegram: 2, Instagram: 2 },
}
const neverInCampaigns = new Set<ThreatSource>(['EASM', 'GitHub', 'DocumentLeaks', 'DarkWeb'])

// How many days after it was seen a domain is linked to.
const linkedDays = 60
const kitDomain = 'rewards-hub.example'

interface Slot {
  at: Date
  campaign: Campaign | null
  source: ThreatSource
  severity: Severity
}

/** Distributes the sources over the timeline; waves come first. */
function slotsOf(random: Random, today: Date): Slot[] {
  const left: Record<ThreatSource, number> = { ...countsBySource }
  const count = Object.values(countsBySource).reduce((sum, one) => sum + one, 0)
  const moments = random.shuffled(timelineOf(random.fork('timeline'), today, count))
  const inWaves = moments.filter(({ campaign }) => campaign !== null)
  const ordinary = moments.filter(({ campaign }) => campaign === null)
  return [...inWaves, ...ordinary]
    .map(({ at, campaign }) => {
      const weights = recordFrom(keysIn(left), (source) => left[source] * pullOf(source, campaign))
      const source = random.weighted(weights)
      left[source] -= 1
      return { at, campaign, source, severity: random.weighted(severityWeights) }
    })
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

function pullOf(source: ThreatSource, campaign: Campaign | null): number {
  if (!campaign) return 1
  if (neverInCampaigns.has(source)) return 0
  return campaignPull[campaign][source] ?? 0.6
}

/** All threats of the demo, oldest first; identities are unique within a source. */
export function makeThreats(world: DemoWorld, random: Random, today: Date): MadeThreat[] {
  const slots = slotsOf(random.fork('slots'), today).map((slot, index) => ({ ...slot, index }))
  const made: (MadeThreat & { index: number })[] = []
  const domains: { at: Date; registrable: string; host: string; isWorthLinking: boolean }[] = []
  const taken = new Set<string>()

  const seenBefore = (at: Date) =>
    domains.filter(
      (domain) => domain.isWorthLinking && domain.at <= at && domain.at.getTime() > at.getTime() - linkedDays * dayMs,
    )
  const orderOf = ({ at, campaign, severity, index }: (typeof slots)[number]): Order => ({
    world,
    random: random.fork(`threat ${index}`),
    severity,
    firstSeen: at,
    campaign,
    flagged: (own) => {
      const recent = seenBefore(at)
      return recent.length > 0 ? own.pick(recent).registrable : kitDomain
    },
  })
  const keep = (slot: (typeof slots)[number], draft: ThreatDraft | undefined) => {
    if (!draft || taken.has(`${draft.source} ${draft.identity}`)) return
    taken.add(`${draft.source} ${draft.identity}`)
    made.push({ ...finished(random.fork(`id ${slot.index}`), draft, slot.at), index: slot.index })
  }

  // Names come first because everything else may link to them.
  const names = new Set<string>()
  for (const slot of slots.filter(({ source }) => source === 'Domain')) {
    const draft = domainThreat(orderOf(slot), names)
    if (draft) {
      names.add(draft.identity)
      domains.push({
        at: slot.at,
        host: draft.identity,
        registrable: registrableOf(draft.identity),
        isWorthLinking: slot.severity !== 'Low',
      })
    }
    keep(slot, draft)
  }
  for (const slot of slots.filter(({ source }) => source === 'URL')) {
    const draft = urlThreat(
      orderOf(slot),
      seenBefore(slot.at).map(({ host }) => host),
      names,
    )
    if (draft) names.add(draft.identity)
    keep(slot, draft)
  }
  for (const slot of slots.filter(
    ({ source }) => source !== 'Domain' && source !== 'URL' && source !== 'FinancialFraud',
  ))
    keep(slot, otherThreat(orderOf(slot), slot.source))
  const chats = made.filter(({ source }) => source === 'WhatsApp' || source === 'Telegram').map(({ title }) => title)
  for (const slot of slots.filter(({ source }) => source === 'FinancialFraud'))
    keep(
      slot,
      fraudAccountThreat(orderOf(slot), (own) => own.pick(chats)),
    )
  return made.toSorted((a, b) => a.index - b.index).map(({ index: _index, ...threat }) => threat)
}

function otherThreat(order: Order, source: ThreatSource): ThreatDraft | undefined {
  switch (source) {
    case 'Instagram':
    case 'Reddit':
    case 'TikTok':
      return profileThreat(order, source)
    case 'Twitter':
      return twitterThreat(order)
    case 'FB':
      return facebookThreat(order)
    case 'YouTube':
      return youTubeThreat(order)
    case 'LinkedIn':
      return linkedInThreat(order)
    case 'GoogleMaps':
      return mapThreat(order)
    case 'Advertisements':
      return adThreat(order)
    case 'Telegram':
      return telegramThreat(order)
    case 'WhatsApp':
      return whatsAppThreat(order)
    case 'APK':
      return appThreat(order)
    case 'DarkWeb':
      return darkWebThreat(order)
    case 'GitHub':
      return gitHubThreat(order)
    case 'DocumentLeaks':
      return documentThreat(order)
    case 'EASM':
      return exposureThreat(order)
    case 'Domain':
    case 'URL':
    case 'FinancialFraud':
      return undefined
  }
}

/** A draft as found: with title, score and its final id. */
export function finished(
  random: Random,
  { identity, ...draft }: ThreatDraft,
  firstSeen: Date,
  kind: Kind = 'threat',
): MadeThreat {
  const title = titleOf(draft.source, draft.threatType, draft.fields)
  const score = Math.min(100, Math.max(0, sumOf(draft.indicators)))
  return {
    ...draft,
    id: random.uuid(),
    kind,
    fingerprint: fingerprintOf(draft.source, identity).toString('hex'),
    title,
    search: searchTextOf(draft.source, title, draft.fields, kind),
    score,
    severity: severityOfRank(severityOfScore(score)),
    firstSeen,
  }
}

/** A short hash of all generated data, for comparing two runs. */
export function digestOf(data: object): string {
  return createHash('sha256').update(JSON.stringify(data)).digest('hex')
}
