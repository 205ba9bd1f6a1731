import { required } from '@signet/contract/narrow'
import { compileAssets, findingsOf, type AssetIndex } from '@signet/detection'
import type { Finding, Indicator } from '@signet/contract/threats/findings'
import type { SourceFields } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { threatOfFinding } from '@signet/server/features/threats/found/finding-threat'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandsOf, type DemoWorld } from '../demo-world.ts'
import { hosters, ipAddress, phoneNumber, registrars } from '../companies/invented-names.ts'
import { lookAlikeHost, lurePath, openRedirect } from './look-alike-names.ts'
import type { Random } from '../random.ts'
import { indicatorOf, scoreFor, sumOf, type Reason } from './weigh-indicators.ts'

/* Threats of the sources Domain and URL: the names are invented, the verdict on them is the detector's own. */

const compiled = new Map<DemoWorld, AssetIndex>()

/** The brands of a company, compiled for the detector. */
function assetIndexOf(world: DemoWorld): AssetIndex {
  const index =
    compiled.get(world) ?? compileAssets(world.company.brands.map((brand) => ({ ...brand, owner: world.company.key })))
  compiled.set(world, index)
  return index
}

const pageReasons = /^(Logo match|Asks for|Sends data|Page copy)/
const nothingThere = /^(Parked page|Web server not responding|Does not resolve)/
const attemptsMax = 60
// A verdict within this many points of the requested score needs at most two further reasons.
const gapMax = 30
// Number of points reserved for the findings on the page.
const pageGapMin = 6
const indicatorsMax = 5

/** A verdict of the detector near the requested score, lower if the page was checked; the name is not in `taken`. */
function suitableFinding(
  world: DemoWorld,
  taken: ReadonlySet<string>,
  wanted: { score: number; isPage: boolean },
  feed: string,
  makeName: () => string,
): Finding | undefined {
  let fallback: Finding | undefined
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const [finding] = findingsOf(assetIndexOf(world), { name: makeName(), feed, line: 1 })
    if (!finding || taken.has(finding.identity) || finding.indicators.length >= indicatorsMax) continue
    const gap = wanted.score - sumOf(finding.indicators)
    if (Math.abs(gap) > gapMax) continue
    if (!wanted.isPage || gap >= pageGapMin) return finding
    fallback ??= finding
  }
  return fallback
}

/** Further observations of a name, for and against a threat; weights are the maximum points of each. */
interface NameFacts {
  isHarmless: boolean
  ageDays: number
  address: string
  registrar: string
  isPage: boolean
}

function reasonsFor(random: Random, facts: NameFacts): Reason[] {
  const reasons: Reason[] = [
    { name: `Logo match ${random.int(88, 98)}%`, value: 'Client logo at the top left of the page', weight: 22 },
    { name: 'Asks for PIN', value: `Posts to ${facts.address}`, weight: 20 },
    { name: 'Sends data to another site', value: `To ${facts.address}`, weight: 15 },
    { name: `Page copy ${random.int(81, 97)}%`, value: 'Compared with the official sign-in page', weight: 18 },
    { name: 'Mail records found', value: 'Can send mail as this domain', weight: 7 },
    { name: 'Certificate from a free CA', value: 'Issued on the day it was registered', weight: 5 },
  ]
  if (facts.ageDays < 60) {
    const age = facts.ageDays === 1 ? 'Registered yesterday' : `Registered ${facts.ageDays} days ago`
    reasons.push({ name: age, value: `${facts.registrar}, owner hidden`, weight: 11 })
  }
  if (facts.isPage) {
    reasons.push(
      { name: `Redirect chain of ${random.int(3, 6)}`, value: 'Ends at another host', weight: 9 },
      { name: 'Fake support number', value: phoneNumber(random), weight: 12 },
      { name: 'Hosted on a website builder', value: 'Free website builder', weight: 6 },
    )
  }
  return reasons
}

function reasonsAgainst(facts: NameFacts): Reason[] {
  const reasons: Reason[] = facts.isPage
    ? [
        { name: 'Page unavailable', value: 'HTTP status 404', weight: -14 },
        { name: 'Blocked by browsers', value: 'Visitors see a warning', weight: -9 },
        { name: 'Redirects to a search engine', value: 'Redirects to search results', weight: -18 },
      ]
    : [
        { name: 'No mail records', value: 'Cannot receive email', weight: -5 },
        { name: 'Web server not responding', value: 'No response on ports 80 and 443', weight: -11 },
        { name: 'Parked page', value: 'Placeholder, no form', weight: -14 },
        { name: 'Does not resolve', value: 'No address record', weight: -18 },
      ]
  if (facts.isHarmless) reasons.push({ name: 'Unrelated business', value: 'Site of another business', weight: -19 })
  if (facts.ageDays > 700) {
    const years = Math.floor(facts.ageDays / 365)
    reasons.push({ name: `Registered ${years} years ago`, value: facts.registrar, weight: -10 })
  }
  return reasons
}

/** Adds the difference between the detector's points and the requested score, as at most two further reasons. */
function completed(
  random: Random,
  found: readonly Indicator[],
  wanted: { score: number; isPage: boolean },
  facts: NameFacts,
): Indicator[] {
  const gap = wanted.score - sumOf(found)
  if (gap === 0) return [...found]
  const reasons = gap > 0 ? reasonsFor(random, facts) : reasonsAgainst(facts)
  const canBeTwo = found.length + 2 <= indicatorsMax && Math.abs(gap) >= 8
  const isTwo = canBeTwo && (Math.abs(gap) > 18 || random.chance(0.4))
  const first = isTwo ? Math.round(gap * (0.5 + random.next() * 0.25)) : gap
  const parts = isTwo ? [first, gap - first] : [gap]
  const added: Indicator[] = []
  for (const part of parts) {
    const unused = reasons.filter(({ name }) => added.every((other) => other.name !== name))
    // For a checked page, a reason about the page comes first.
    const ofPage = wanted.isPage && added.length === 0 ? unused.filter(({ name }) => pageReasons.test(name)) : []
    const left = ofPage.length > 0 && part >= pageGapMin ? ofPage : unused
    const closest = left.toSorted((a, b) => Math.abs(a.weight - part) - Math.abs(b.weight - part)).slice(0, 3)
    added.push(indicatorOf(random.pick(closest), part))
  }
  return [...found, ...added].toSorted((a, b) => b.contribution - a.contribution)
}

const feedsOfDomains = [
  'certificate transparency',
  'newly registered domains',
  'look-alike scan',
  'phishing feed',
] as const
const feedsOfPages = ['phishing feed', 'user report', 'certificate transparency', 'mail gateway report']
const urlSources = { 'Phishing feed': 5, 'Search ads': 2, 'SMS report': 3, 'Mail report': 2, 'Certificate log': 2 }

// How often a new name had a page that could be checked.
const pageShare: Record<Order['severity'], number> = { Critical: 0.65, High: 0.6, Medium: 0.5, Low: 0.12 }

function factsOf(random: Random, severity: Order['severity'], finding: Finding, isPage: boolean): NameFacts {
  const isOld = severity === 'Low' && random.chance(0.5)
  return {
    ageDays: isOld ? random.int(740, 3100) : random.int(1, severity === 'Medium' ? 50 : 14),
    address: ipAddress(random),
    registrar: random.pick(registrars),
    isPage,
    isHarmless: finding.indicators.some(({ name }) => name === 'Common words'),
  }
}

function brandOf(world: DemoWorld, finding: Finding) {
  return world.company.brands.find(({ id }) => id === finding.brandId) ?? brandsOf(world).main
}

/**
 * A look-alike domain.
 *
 * @param taken identities in use; the new identity is not one of them
 * @returns `undefined` when no unused name was found
 */
export function domainThreat(order: Order, taken: ReadonlySet<string>): ThreatDraft | undefined {
  const { world, random, severity, firstSeen, campaign } = order
  const score = scoreFor(random, severity)
  const wanted = { score, isPage: random.chance(pageShare[severity]) }
  const makeName = () => lookAlikeHost(world, random, severity, campaign)
  const finding = suitableFinding(world, taken, wanted, feedsOfDomains[0], makeName)
  if (!finding) return undefined
  const brand = brandOf(world, finding)
  const threat = threatOfFinding(finding, brand)
  const facts = factsOf(random, severity, finding, false)
  const indicators = completed(random, finding.indicators, wanted, facts)
  const fields: SourceFields = {
    ...threat.fields,
    registrar: facts.registrar,
    address: facts.address,
    registeredOn: new Date(firstSeen.getTime() - facts.ageDays * dayMs).toISOString(),
  }
  const isParked = indicators.some(({ name }) => name === 'Parked page')
  const isEmpty = indicators.some(({ name }) => nothingThere.test(name))
  const isPhishing =
    indicators.some(({ name }) => pageReasons.test(name)) || (!isEmpty && severity !== 'Low' && random.chance(0.7))
  const threatType = isParked
    ? 'Parked look-alike'
    : isPhishing && threat.threatType === 'Look-alike domain'
      ? 'Phishing site'
      : threat.threatType
  return {
    source: 'Domain',
    identity: finding.identity,
    threatType,
    category: isPhishing ? 'Phishing' : 'Impersonation',
    fields,
    url: null,
    brandKey: brand.id,
    class: finding.class,
    indicators,
    feeds: feedsOfDomains,
  }
}

const helplineEvery = 11

/**
 * A phishing page, a fake help page, or a redirect on a host of the client itself.
 *
 * @param hosts look-alike hosts that were already found; half of the pages are on one of them
 * @param taken as for `domainThreat`
 */
export function urlThreat(order: Order, hosts: readonly string[], taken: ReadonlySet<string>): ThreatDraft | undefined {
  const { world, random, severity, campaign } = order
  const score = scoreFor(random, severity)
  const makeName = () => {
    if (severity === 'Low' && random.chance(0.3)) return openRedirect(world, random)
    const isKnown = hosts.length > 0 && random.chance(0.5)
    const host = isKnown ? random.pick(hosts) : lookAlikeHost(world, random, severity, campaign)
    return `https://${host}${lurePath(random, campaign)}`
  }
  const wanted = { score, isPage: random.chance(pageShare[severity]) }
  const urlSource = random.weighted(urlSources)
  const finding = suitableFinding(world, taken, wanted, urlSource, makeName)
  if (!finding) return undefined
  const brand = brandOf(world, finding)
  const threat = threatOfFinding(finding, brand)
  const isRedirect = finding.class === 'lure-url'
  const indicators = completed(random, finding.indicators, wanted, factsOf(random, severity, finding, true))
  const hasNumber = indicators.some(({ name }) => name === 'Fake support number')
  const drawn =
    isRedirect || hasNumber ? null : random.weighted({ 'Phishing page': 7, 'Scam page': 2, 'Malicious redirect': 1 })
  // Every company has some, even if few of its pages show a number.
  const isHelpline = hasNumber || (drawn === 'Phishing page' && finding.identity.length % helplineEvery === 0)
  const threatType = isRedirect ? 'Malicious redirect' : isHelpline ? 'Fake customer care' : required(drawn, 'a type')
  return {
    source: 'URL',
    identity: finding.identity,
    threatType,
    category: threatType === 'Scam page' ? 'Fraud' : 'Phishing',
    fields: { ...threat.fields, ...(isHelpline ? { adURL: finding.identity, urlSource: 'Search ads' } : {}) },
    url: finding.identity,
    brandKey: brand.id,
    class: finding.class,
    indicators,
    feeds: feedsOfPages,
  }
}

/** A hosting company of a name; always the same for a name. */
export function hosterOf(name: string): string {
  const sum = Array.from(name).reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return hosters[sum % hosters.length] ?? hosters[0]
}
