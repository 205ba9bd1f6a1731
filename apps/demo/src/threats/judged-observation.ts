import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { AnySource, ThreatSource } from '@signet/contract/threats/sources'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import {
  compileWatch,
  judgeObservation,
  judgeTout,
  withPicture,
  type ObservationVerdict,
  type Watch,
} from '@signet/detection'
import { severityOfScore } from '@signet/server/features/threats/found/severity-of-score'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandKeyIn, type DemoWorld } from '../demo-world.ts'
import { phoneNumber } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'

/* What the demo's connectors would have found is invented; the verdicts on it are the detector's own. */

/** A version of what is found, before it is judged. */
export interface Version<S extends AnySource = ThreatSource> {
  observation: SourceObservation<S>
  /** How well its picture agrees with a logo of the company; null if it doesn't. */
  agreement: number | null
}

/** Versions that are tried for the severity that is wanted. Offers are alike, so that more of them change little. */
const attemptsMax = { threat: 40, tout: 6 } as const

const watches = new Map<DemoWorld, Watch>()

/** What the detector watches for a company, at an instant. */
function watchOf(world: DemoWorld, now: Date): Watch {
  const { brands, word } = world.company
  const watch =
    watches.get(world) ??
    compileWatch({
      brands: brands.map(({ id, ...brand }) => ({ key: id, ...brand, handles: [], phones: [], accounts: [] })),
      domains: [`${word}-mail.example`, `${word}-careers.example`],
      people: [],
      apps: brands.map(({ id, name }) => ({ name, packageName: `example.${word}.${id}`, signerSha256: [] })),
      partners: [],
    })
  watches.set(world, watch)
  return { ...watch, now: now.getTime() }
}

/**
 * Invents versions of what was found until the verdict on one has the wanted severity.
 *
 * @param invent draws a version; it is called with a stream of its own each time
 * @returns the version whose severity is closest; undefined if the detector takes none for a threat
 */
export const judgedVersion = (order: Order, invent: (random: Random) => Version) =>
  closestVersion(order, invent, judgeObservation, attemptsMax.threat)

/** Like `judgedVersion`, for a tout. */
export const judgedTout = (order: ToutOrder, invent: (random: Random) => Version<ToutSource>) =>
  closestVersion(order, invent, judgeTout, attemptsMax.tout)

type ToutOrder = Pick<Order, 'world' | 'random' | 'severity' | 'firstSeen'>

function closestVersion<S extends AnySource, V extends ObservationVerdict>(
  { world, random, severity, firstSeen }: ToutOrder,
  invent: (random: Random) => Version<S>,
  judge: (watch: Watch, observation: SourceObservation<S>) => V | null,
  attempts: number,
): { observation: SourceObservation<S>; verdict: V } | undefined {
  const watch = watchOf(world, firstSeen)
  let closest: { observation: SourceObservation<S>; verdict: V; distance: number } | undefined
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { observation, agreement } = invent(random.fork(`version ${attempt}`))
    const judged = judge(watch, observation)
    if (!judged) continue
    const verdict = { ...judged, ...withPicture(judged, { agreement, codes: [] }) }
    const rank = severityOfScore(Math.round(verdict.score * 100))
    const above = ranks.indexOf(severityOfRank(rank)) - ranks.indexOf(severity)
    // Rather one too mild than one too severe.
    const distance = above > 0 ? above + 0.5 : -above
    if (!closest || distance < closest.distance) closest = { observation, verdict, distance }
    if (distance === 0) break
  }
  return closest
}

const ranks = ['Low', 'Medium', 'High', 'Critical']

/** The draft of a judged observation. */
export function draftOf(
  { world }: Order,
  { observation, verdict }: { observation: SourceObservation; verdict: ObservationVerdict },
  rest: Pick<ThreatDraft, 'identity' | 'category' | 'feeds'>,
): ThreatDraft {
  const { source, fields, url } = observation
  const { threatType, indicators } = verdict
  const text = [...observation.names, observation.text].join(' ')
  const brandKey = verdict.brandId ?? brandKeyIn(world, text)
  return { source, fields, url, threatType, indicators, brandKey, class: null, ...rest }
}

/** An observation with these parts; everything else is empty. */
export function observed<S extends AnySource>(
  parts: Pick<SourceObservation<S>, 'source' | 'kind' | 'id' | 'fields'> & Partial<SourceObservation<S>>,
): SourceObservation<S> {
  return {
    at: null,
    url: null,
    names: [],
    handle: null,
    text: '',
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
    ...parts,
  }
}

const lures = [
  'Send us the one-time code you just received.',
  'Confirm your card number to continue.',
  'Share your PIN and we unlock it.',
  'Pay the processing fee first.',
  'A refundable deposit is required.',
  'Your account will be blocked today.',
  'Last warning.',
  'Message us, our agents are online.',
  'Customer care, 24x7.',
  'You won a prize, claim now.',
  'Cashback for every member.',
  'Guaranteed profit, 12% per week.',
  'Earn 300 a day, no risk.',
  'Install the new app, the APK is in the link.',
] as const

const honest = [
  'Unofficial fan page.',
  'Complaints about the service are collected here.',
  'Does anyone know when they open?',
  'News about the company every morning.',
] as const

/** How many lures a text has at least and at most. */
const lureCounts: Readonly<Record<Order['severity'], readonly [number, number]>> = {
  Low: [0, 1],
  Medium: [0, 2],
  High: [1, 3],
  Critical: [2, 4],
}

/** A text with lures, or with what honest texts say. */
export function luringText({ severity }: Order, random: Random, first: string): string {
  const count = random.int(...lureCounts[severity])
  const against = count < 3 && random.chance(0.3) ? [random.pick(honest)] : []
  return [first, ...random.shuffled(lures).slice(0, count), ...against].filter(Boolean).join(' ')
}

/** Where a text leads: to a flagged domain, a phone number, both or nowhere. */
export function luringContacts(
  flagged: string,
  random: Random,
): { links: string[]; phones: string[]; domain: string | null } {
  const domain = random.chance(0.45) ? flagged : null
  return {
    links: domain === null ? [] : [`https://${domain}/${random.pick(['start', 'offer', 'help'])}`],
    phones: random.chance(0.4) ? [phoneNumber(random)] : [],
    domain,
  }
}

/** How well a picture agrees with the logo, where it does. */
export const logoAgreement = (random: Random): number | null => (random.chance(0.35) ? random.int(86, 98) / 100 : null)
