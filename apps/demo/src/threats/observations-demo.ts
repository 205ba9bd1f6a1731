import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type {
  DnsFacts,
  Facts,
  HostingFacts,
  HttpFacts,
  ObservationKind,
  RegistrationFacts,
  TlsFacts,
} from '@signet/contract/threats/observations'
import { fieldOf } from '@signet/contract/threats/sources'
import { dayMs, hourMs } from '@signet/contract/time'
import { changesOf, registrableOf, stateOf, type DomainReason } from '@signet/detection'
import type { Tx } from '@signet/server/db/database'
import type { DemoContext, DemoPart } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import { carriers, hosters, registrars } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'

/**
 * The observations of the demo's domains and of the domains of its pages: each is looked up when it is found, and some become active later.
 */
export const observationsDemo: DemoPart = {
  name: 'observations',
  async load({ program, company, companyId, random, today }: DemoContext): Promise<void> {
    await program.database.inCompanies([companyId], async (tx) => {
      if (await hasDemoRows(tx, companyId, 'domain_observations')) return
      const domains = await namesOf(tx, companyId, 'Domain')
      const pages = pagesOn(domains, await namesOf(tx, companyId, 'URL'))
      const keys = new Map([
        ...waitingCampaign(domains).map(({ id }) => [id, `${company.key} campaign`] as const),
        ...publishedCampaign(domains).map(({ id }) => [id, `${company.key} published campaign`] as const),
      ])
      const campaignOf = (id: string) => keys.get(id) ?? null
      const rows = [
        ...domains.flatMap((domain) => observationsOf(domain, random.fork(domain.id), today, campaignOf(domain.id))),
        ...pages.flatMap(({ domain, as }) => {
          const ids = random.fork(`of ${domain.id}`)
          const seen = observationsOf(domain, random.fork(as), today, campaignOf(as))
          return seen.map((each) => ({ ...each, id: ids.uuid() }))
        }),
      ]
      await sql`insert into domain_observations (company_id, id, threat_id, kind, facts, hash, changes, observed_at, seen_at,
          seen_count, is_settled, is_demo)
        select ${companyId}, id, threat_id, kind, facts, hash, changes, observed_at, seen_at, seen_count, true, true
        from jsonb_populate_recordset(null::domain_observations, ${JSON.stringify(rows)}::jsonb)
        returning 1`.execute(tx)
    })
  },
}

type Domain = Awaited<ReturnType<typeof namesOf>>[number]

function namesOf(tx: Tx, companyId: number, source: 'Domain' | 'URL') {
  return tx
    .selectFrom('threats')
    .select([
      'id',
      'fields',
      'threat_type',
      'severity',
      'first_seen',
      'last_seen',
      'indicators',
      'stage',
      'status',
      'auto_filtered',
    ])
    .where('company_id', '=', companyId)
    .where('source', '=', source)
    .where('kind', '=', 'threat')
    .where('is_demo', '=', true)
    .orderBy('id')
    .execute()
}

/**
 * The domains of pages. A page has the observations of its domain if that is also a threat of its own, and pages on one host have the same
 * observations.
 */
function pagesOn(domains: readonly Domain[], pages: readonly Domain[]): { domain: Domain; as: string }[] {
  const found = new Map(domains.map((domain) => [hostOf(domain), domain]))
  const firstSeen = new Map<string, number>()
  for (const page of pages) {
    const host = hostOf(page)
    firstSeen.set(host, Math.min(firstSeen.get(host) ?? Infinity, page.first_seen.getTime()))
  }
  return pages.map((page) => {
    const host = hostOf(page)
    const known = found.get(host)
    if (known) return { domain: { ...known, id: page.id }, as: known.id }
    const since = firstSeen.get(host) ?? 0
    const registeredOn = new Date(since - (2 + (host.length % 30)) * dayMs).toISOString()
    const registrar = registrars[host.length % registrars.length] ?? registrars[0]
    const fields = { ...page.fields, domain_name: host, registrar, registeredOn }
    const isPage = page.threat_type !== 'Malicious redirect'
    return { domain: { ...page, fields, threat_type: isPage ? 'Phishing site' : page.threat_type }, as: host }
  })
}

const hostOf = ({ fields }: Domain) => fieldOf(fields, 'domain_name') ?? fieldOf(fields, 'host') ?? ''

interface Seen<K extends ObservationKind, F extends Facts> {
  kind: K
  at: Date
  facts: F
}

// Large enough that reviewing them together saves time.
const campaignSize = 4
const publishedPlaces = [6, 13] as const

// Reasons that indicate an inactive name, which is the last choice for a campaign.
const speaksAgainst = /^(?:Web server not responding|Parked page|Page unavailable)/

/** A campaign in the review queue, so that a reviewer sees its threats together. */
const waitingCampaign = (domains: readonly Domain[]): Domain[] =>
  likelyNames(domains.filter(({ stage, auto_filtered: isOut }) => stage === 'queued' && !isOut)).slice(0, campaignSize)

/** A campaign that clients see. Not of the first rows of their lists, which stay threats of different actors. */
const publishedCampaign = (domains: readonly Domain[]): Domain[] =>
  likelyNames(domains.filter(({ stage, status }) => stage === 'published' && status === 'open')).slice(
    ...publishedPlaces,
  )

/** The names that respond, the most severe and newest first. */
function likelyNames(domains: readonly Domain[]): Domain[] {
  const isDoubtful = ({ indicators }: Domain) => Number(indicators.some(({ name }) => speaksAgainst.test(name)))
  return domains
    .filter((domain) => !isGone(domain))
    .toSorted(
      (a, b) =>
        isDoubtful(a) - isDoubtful(b) ||
        b.severity - a.severity ||
        b.first_seen.getTime() - a.first_seen.getTime() ||
        (a.id < b.id ? -1 : 1),
    )
}

/** @param key the input of the certificate's key hash, for threats that share a key */
function observationsOf(domain: Domain, random: Random, today: Date, key: string | null) {
  const host = fieldOf(domain.fields, 'domain_name')
  if (host === null) return []
  const found = domain.first_seen
  // For names with a page: the page did not exist on the first day.
  const untilNow = today.getTime() - found.getTime()
  const cameAt = new Date(found.getTime() + Math.min(random.int(2, 9) * hourMs, Math.floor(untilNow / 2)))
  const isPage = gave(domain, 'Password field') || domain.threat_type === 'Phishing site'
  const hasCome = isPage && !isSilent(domain)
  const until = new Date(Math.min(today.getTime(), Math.max(domain.last_seen.getTime(), cameAt.getTime()) + dayMs))
  const dns = dnsOf(domain, host, random)
  const parked = pageOf(host, { isParked: true, title: `${registrableOf(host)} may be for sale` }, random)
  const live = pageOf(
    host,
    {
      isParked: false,
      title: reasonOf(domain, 'Brand in the page title')?.value ?? 'Sign in',
      hasPasswordField: gave(domain, 'Password field'),
    },
    random,
  )
  const reached = dns.state === 'found'
  // The number is drawn as before, so that the following ones stay the same.
  random.next()
  const hasMail = gave(domain, 'Mail records found')
  const states: Seen<ObservationKind, Facts>[][] = [
    [{ kind: 'registration', at: found, facts: registrationOf(domain, host, random) }],
    [
      { kind: 'dns', at: found, facts: { ...dns, mx: hasMail && !hasCome ? mailOf(host) : [] } },
      ...(hasMail && hasCome ? [{ kind: 'dns', at: cameAt, facts: { ...dns, mx: mailOf(host) } } as const] : []),
    ],
    reached ? [{ kind: 'tls', at: hasCome ? cameAt : found, facts: certificateOf(domain, host, random, key) }] : [],
    reached
      ? [
          { kind: 'http', at: found, facts: hasCome ? parked : withoutPage(domain, parked) },
          ...(hasCome ? [{ kind: 'http', at: cameAt, facts: live } as const] : []),
        ]
      : [],
    // The last one, so that the ids of the others stay the same.
    reached ? [{ kind: 'hosting', at: found, facts: hostingOf(host, dns) }] : [],
  ]
  return states.flatMap((ofKind) =>
    ofKind.map(({ kind, at, facts }, index) => {
      const [before, after] = [ofKind[index - 1], ofKind[index + 1]]
      const seenAt = after ? after.at : until
      return {
        id: random.uuid(),
        threat_id: domain.id,
        kind,
        facts,
        hash: createHash('sha256').update(stateOf(kind, facts)).digest('hex'),
        changes: before ? changesOf(kind, before.facts, facts) : [],
        observed_at: at,
        seen_at: seenAt,
        seen_count: 1 + Math.max(1, Math.round((seenAt.getTime() - at.getTime()) / (6 * hourMs))),
      }
    }),
  )
}

const reasonOf = ({ indicators }: Domain, reason: DomainReason) => indicators.find(({ name }) => name === reason)
const gave = (domain: Domain, reason: DomainReason) => reasonOf(domain, reason) !== undefined
const isGone = (domain: Domain) => gave(domain, 'Does not resolve')
const isSilent = (domain: Domain) => gave(domain, 'Web server not responding') || gave(domain, 'Page unavailable')

/** What a server answers that doesn't show a page of its own. */
function withoutPage(domain: Domain, parked: HttpFacts): HttpFacts {
  if (gave(domain, 'Web server not responding'))
    return { ...parked, status: null, isParked: false, title: null, problem: 'noResponse' }
  if (gave(domain, 'Page unavailable')) return { ...parked, status: 404, isParked: false, title: 'Not found' }
  return gave(domain, 'Parked page') ? parked : { ...parked, isParked: false, title: null }
}

function registrationOf({ fields }: Domain, host: string, random: Random): RegistrationFacts {
  const registrar = fieldOf(fields, 'registrar') ?? 'Harbor Registrar'
  const word = registrar.split(' ')[0]?.toLowerCase() ?? 'registrar'
  const created = new Date(fieldOf(fields, 'registeredOn') ?? '2026-01-01T00:00:00Z')
  const expires = new Date(created)
  while (expires.getTime() < created.getTime() + 360 * dayMs) expires.setUTCFullYear(expires.getUTCFullYear() + 1)
  return {
    domain: registrableOf(host),
    isRegistered: true,
    via: 'rdap',
    server: `rdap.${word}.example`,
    registrar,
    registrarIanaId: String(9900 + (word.length % 9)),
    created: created.toISOString(),
    updated: new Date(created.getTime() + random.int(1, 40) * hourMs).toISOString(),
    expires: expires.toISOString(),
    status: ['client transfer prohibited'],
    nameServers: nameServersOf(word),
    abuse: {
      email: `abuse@${word}.example`,
      phone: random.chance(0.6) ? '+44.2079460112' : null,
      form: random.chance(0.3) ? `https://${word}.example/abuse` : null,
    },
    registryAbuse: { email: 'abuse@registry.example', phone: null, form: null },
    registrantOrganisation: null,
    registrantCountry: null,
    redacted: ['Registrant Name', 'Registrant Email'],
  }
}

const nameServersOf = (word: string) => [`ns1.${word}.example`, `ns2.${word}.example`]
const mailOf = (host: string) => [`10 mx.${registrableOf(host)}`]

function dnsOf(domain: Domain, host: string, random: Random): DnsFacts {
  const registrar = fieldOf(domain.fields, 'registrar') ?? 'Harbor Registrar'
  const found = !isGone(domain)
  return {
    host,
    state: found ? 'found' : 'absent',
    a: found ? [fieldOf(domain.fields, 'address') ?? '203.0.113.10'] : [],
    aaaa: [],
    cname: [],
    ns: found ? nameServersOf(registrar.split(' ')[0]?.toLowerCase() ?? 'registrar') : [],
    mx: [],
    txt: found && random.chance(0.3) ? ['v=spf1 a mx -all'] : [],
    isWildcard: false,
    catchesAll: found && random.chance(0.15),
  }
}

/** Each address belongs to one of a few invented hosting companies, whose network is connected by a carrier. */
function hostingOf(host: string, dns: DnsFacts): HostingFacts {
  return {
    host,
    addresses: dns.a.map((address) => {
      const last = Number(address.split('.').at(-1)) || 0
      const holder = hosters[last % hosters.length] ?? hosters[0]
      const word = holder.split(' ')[0]?.toLowerCase() ?? 'hosting'
      const record = (path: string, email: string, cidrs: string[]) => ({
        name: `${word.toUpperCase()}-NET`,
        cidrs,
        // No country, because its real authorities have nothing to do with invented networks.
        country: null,
        holder,
        abuse: { email, phone: null, form: null },
        record: `https://rdap.registry.example/${path}`,
      })
      const asn = 64500 + (last % hosters.length)
      const carrier = carriers[last % carriers.length] ?? carriers[0]
      const carrierWord = carrier.split(' ')[0]?.toLowerCase() ?? 'carrier'
      return {
        address,
        network: record(`ip/${address}`, `abuse@${word}.example`, [`${address.split('.').slice(0, 3).join('.')}.0/24`]),
        asn,
        system: {
          ...record(`autnum/${asn}`, `abuse@${carrierWord}.example`, []),
          name: `${carrierWord.toUpperCase()}-AS`,
          holder: carrier,
        },
      }
    }),
    cdn: null,
    siteContacts: null,
    hops: [],
  }
}

function certificateOf(domain: Domain, host: string, random: Random, key: string | null): TlsFacts {
  const from = new Date(domain.first_seen.getTime() - random.int(1, 6) * hourMs)
  const certificate = {
    subject: `CN=${host}`,
    issuer: `CN=${random.pick(['R11', 'E7'])}, O=Free Certificates`,
    names: [host, `www.${host}`],
    notBefore: from.toISOString(),
    notAfter: new Date(from.getTime() + 90 * dayMs).toISOString(),
    sha256: random.hex(64),
    keySha256: random.hex(64),
  }
  // The value is also drawn when it is replaced, so that the following random numbers stay the same.
  if (key !== null) certificate.keySha256 = createHash('sha256').update(key).digest('hex')
  return { host, certificate, isTrusted: true, problem: null }
}

function pageOf(
  host: string,
  page: Pick<HttpFacts, 'isParked' | 'title'> & { hasPasswordField?: boolean },
  random: Random,
): HttpFacts {
  return {
    host,
    address: `https://${host}/`,
    status: 200,
    redirects: [`http://${host}/`],
    server: random.pick(['nginx', 'Apache', 'LiteSpeed']),
    contentSketch: random.hex(16),
    hasPasswordField: false,
    problem: null,
    ...page,
  }
}
