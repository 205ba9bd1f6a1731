import { required } from '@signet/contract/narrow'
import {
  compileAssets,
  findingsOf,
  registrableOf,
  weighDomain,
  type AssetIndex,
  type DomainReason,
  type DomainFacts,
} from '@signet/detection'
import type { Finding, Indicator } from '@signet/contract/threats/findings'
import type { SourceFields } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { threatOfFinding } from '@signet/server/features/threats/found/finding-threat'
import { scoreOfSeverity, severityOfScore } from '@signet/server/features/threats/found/severity-of-score'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandsOf, type DemoWorld } from '../demo-world.ts'
import { hosters, ipAddress, registrars } from '../companies/invented-names.ts'
import { lookAlikeHost, lurePath, openRedirect } from './look-alike-names.ts'
import type { Random } from '../random.ts'
import { sumOf } from './weigh-indicators.ts'

/* Threats of the sources Domain and URL: the names are invented, the verdict on them is the detector's own. */

const compiled = new Map<DemoWorld, AssetIndex>()

/** The brands of a company, compiled for the detector. */
function assetIndexOf(world: DemoWorld): AssetIndex {
  const index =
    compiled.get(world) ?? compileAssets(world.company.brands.map((brand) => ({ ...brand, owner: world.company.key })))
  compiled.set(world, index)
  return index
}

const attemptsMax = 80

/** A name with the facts that its checks gave, and what both say. */
interface JudgedName {
  finding: Finding
  ageDays: number
  address: string
  registrar: string
  indicators: Indicator[]
}

/**
 * Draws names and facts about them until the detector's reasons add up to the wanted severity; the name is not in `taken`.
 *
 * @returns the closest one; undefined if no name is suitable
 */
function judgedName(order: Order, taken: ReadonlySet<string>, feed: string, makeName: () => string) {
  const { world, random, severity, firstSeen } = order
  let closest: { name: JudgedName; distance: number } | undefined
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const [finding] = findingsOf(assetIndexOf(world), { name: makeName(), feed, line: 1 })
    if (!finding || taken.has(finding.identity)) continue
    const isOld = severity === 'Low' && random.chance(0.5)
    const ageDays = isOld ? random.int(740, 3100) : random.int(1, severity === 'Medium' ? 50 : 14)
    const [address, registrar] = [ipAddress(random), random.pick(registrars)]
    const created = new Date(firstSeen.getTime() - ageDays * dayMs).toISOString()
    // The host of an open redirect is the company's own.
    const checked =
      finding.class === 'lure-url'
        ? []
        : weighDomain(inventFacts(random, { world, finding, created, address, registrar, now: firstSeen }))
    const indicators = [...finding.indicators, ...checked].toSorted(
      (one, other) => other.contribution - one.contribution,
    )
    const score = Math.min(100, Math.max(0, sumOf(indicators)))
    const distance = Math.abs(severityOfScore(score) - rankOf(severity))
    if (!closest || distance < closest.distance)
      closest = { name: { finding, ageDays, address, registrar, indicators }, distance }
    if (distance === 0) break
  }
  return closest?.name
}

const rankOf = (severity: Order['severity']) => severityOfScore(scoreOfSeverity[severity])

/** What checks of a name found. */
function inventFacts(
  random: Random,
  of: { world: DemoWorld; finding: Finding; created: string; address: string; registrar: string; now: Date },
): DomainFacts {
  const { world, finding, created, address, registrar, now } = of
  const host = finding.source === 'URL' ? new URL(finding.identity).hostname : finding.identity
  const { aliases, official, name } = brandOf(world, finding)
  const page = random.weighted({ live: 6, titled: 4, empty: 3, parked: 2, gone: 1, silent: 2, absent: 1 })
  const isAbsent = page === 'absent'
  const isLive = page === 'live' || page === 'titled'
  return {
    aliases,
    official,
    isKeyShared: false,
    now,
    registration: {
      domain: host,
      isRegistered: true,
      via: 'rdap',
      server: 'rdap.registry.example',
      registrar,
      registrarIanaId: null,
      created,
      updated: null,
      expires: null,
      status: [],
      nameServers: [],
      abuse: { email: null, phone: null, form: null },
      registrantOrganisation: null,
      registrantCountry: null,
      redacted: [],
    },
    dns: {
      host,
      state: isAbsent ? 'absent' : 'found',
      a: isAbsent ? [] : [address],
      aaaa: [],
      cname: [],
      ns: [],
      mx: !isAbsent && random.chance(0.4) ? [`10 mx.${registrableOf(host)}`] : [],
      txt: [],
      isWildcard: false,
      catchesAll: false,
    },
    http: {
      host,
      address: `https://${host}/`,
      status: page === 'silent' || isAbsent ? null : page === 'gone' ? 404 : 200,
      redirects: [],
      server: null,
      title:
        page === 'titled'
          ? `${name}: sign in`
          : page === 'parked'
            ? `${registrableOf(host)} may be for sale`
            : 'Sign in',
      isParked: page === 'parked',
      hasPasswordField: isLive,
      contentSketch: null,
      problem: page === 'silent' ? 'noResponse' : null,
    },
  }
}

const feedsOfDomains = [
  'certificate transparency',
  'newly registered domains',
  'look-alike scan',
  'phishing feed',
] as const
const feedsOfPages = ['phishing feed', 'user report', 'certificate transparency', 'mail gateway report']
const urlSources = { 'Phishing feed': 5, 'Search ads': 2, 'SMS report': 3, 'Mail report': 2, 'Certificate log': 2 }

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
  const makeName = () => lookAlikeHost(world, random, severity, campaign)
  const judged = judgedName(order, taken, feedsOfDomains[0], makeName)
  if (!judged) return undefined
  const { finding, ageDays, address, registrar, indicators } = judged
  const brand = brandOf(world, finding)
  const threat = threatOfFinding(finding, brand)
  const fields: SourceFields = {
    ...threat.fields,
    registrar,
    address,
    registeredOn: new Date(firstSeen.getTime() - ageDays * dayMs).toISOString(),
  }
  const has = (reason: DomainReason) => indicators.some(({ name }) => name === reason)
  const isEmpty = has('Parked page') || has('Web server not responding') || has('Does not resolve')
  const isPhishing = has('Password field') || (!isEmpty && severity !== 'Low' && random.chance(0.7))
  const threatType = has('Parked page')
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

/** Some pages are those of a fake helpline. */
const helplineEvery = 11

/**
 * A phishing page, a fake help page, or a redirect on a host of the client itself.
 *
 * @param hosts look-alike hosts that were already found; half of the pages are on one of them
 * @param taken as for `domainThreat`
 */
export function urlThreat(order: Order, hosts: readonly string[], taken: ReadonlySet<string>): ThreatDraft | undefined {
  const { world, random, severity, campaign } = order
  const isOnOwnHost = severity === 'Low' && random.chance(0.3)
  const makeName = () => {
    if (isOnOwnHost) return openRedirect(world, random)
    const isKnown = hosts.length > 0 && random.chance(0.5)
    const host = isKnown ? random.pick(hosts) : lookAlikeHost(world, random, severity, campaign)
    return `https://${host}${lurePath(random, campaign)}`
  }
  const urlSource = random.weighted(urlSources)
  const judged = judgedName(order, taken, urlSource, makeName)
  if (!judged) return undefined
  const { finding, indicators } = judged
  const brand = brandOf(world, finding)
  const threat = threatOfFinding(finding, brand)
  const isRedirect = finding.class === 'lure-url'
  const drawn = isRedirect ? null : random.weighted({ 'Phishing page': 7, 'Scam page': 2, 'Malicious redirect': 1 })
  const isHelpline = drawn === 'Phishing page' && finding.identity.length % helplineEvery === 0
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
