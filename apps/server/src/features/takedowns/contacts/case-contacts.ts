import { keysIn } from '@signet/contract/narrow'
import type {
  CaseContact,
  CaseContacts,
  ContactReason,
  LeftOutReason,
  listTakedownContacts as route,
} from '@signet/contract/takedowns/abuse-contacts'
import { recipientMax, type AttemptStatus } from '@signet/contract/takedowns/attempts'
import type { CaptureVisit } from '@signet/contract/takedowns/captures'
import type { HttpFacts } from '@signet/contract/threats/observations'
import {
  contactsOfHost,
  countriesOfHost,
  isLive,
  isRankedByOutcome,
  orderByOutcome,
  providerOf,
  recipientOf,
  splitName,
  standingOf,
  type FoundContact,
} from '@signet/detection'
import type { Handler } from '../../../app/handler.ts'
import type { Tx } from '../../../db/database.ts'
import { found } from '../../../errors.ts'
import { hostOfThreat } from '../../threats/found/domain-watches.queries.ts'
import { certsOf, contactsForSource, rulesOf, type ContactRow } from '../../abuse-contacts/abuse-contacts.queries.ts'
import { capturesOf } from '../../captures/captures.queries.ts'
import { bouncedAmong } from '../../abuse-contacts/contact-health.queries.ts'
import { statusesOfRecipients } from '../notices/attempts.queries.ts'
import { outcomesOf } from './provider-outcomes.queries.ts'
import { clientDomains, factsOf, hasCheckedPage, threatOfTakedown } from './case-contacts.queries.ts'

type Candidate = FoundContact & { recipient: string; replaces: string | null; seenAt: Date }
type Left = { name: string; recipient: string; why: LeftOutReason }

/**
 * The contacts for the host of the case's threat, then those of its platform, the block lists of browsers, a service that reaches
 * registrars, and the national CERTs;
 * providers that usually act come earlier, and contacts that bounced last.
 *
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 */
export const listTakedownContacts: Handler<typeof route> = ({ tx, company, installation }, { params }) =>
  contactsOfCase({ tx, company, origin: installation.origin }, params.takedownId)

/** What the contacts of a case depend on besides its facts. */
export interface ContactParts {
  tx: Tx
  company: { id: number }
  /** Origin of the portal, which is no contact. */
  origin: string
}

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export async function contactsOfCase(parts: ContactParts, takedownId: string): Promise<CaseContacts> {
  const { tx, company } = parts
  const threat = found(await threatOfTakedown(tx, company.id, takedownId), 'takedown')
  const host = hostOfThreat(threat)
  const { checkedAt, seenAt, ...facts } = await factsOf(tx, company.id, threat.id)
  const isSeen =
    (await hasCheckedPage(tx, company.id, takedownId)) ||
    (await capturesOf(tx, company.id, threat.id)).some(({ visits }) =>
      visits.some((visit) => sawPage(visit, facts.http)),
    )
  const isPage = threat.source === 'URL' || isSeen
  const ofHost = host === null ? [] : contactsOfHost({ host, isPage, firstSeen: threat.first_seen, ...facts })
  const hasPage = threat.source !== 'Domain' || isSeen || (facts.http !== undefined && isLive(facts.http))
  const curated = (await contactsForSource(tx, threat.source)).filter(({ role }) => role === 'platform' || hasPage)
  const countries = host === null ? new Map<string, string>() : countriesOfHost({ host, ...facts })
  const certs = await certsOf(tx, [...countries.keys()])
  const candidates = [
    ...ofHost.flatMap((one) =>
      candidateOf(one, seenAt[one.origin === 'securityTxt' ? 'hosting' : kindOf(one)] ?? null),
    ),
    ...curated.map((row) => fromRow(row, curatedReasons[row.role] ?? 'runsPlatform')),
    ...certs.map((row) => ({ ...fromRow(row, 'nationalCert'), subject: countrySubject(row, countries) })),
  ]
  const { kept, leftOut } = await sorted(parts, candidates, host)
  const attempted = await statusesOfRecipients(tx, company.id, takedownId, kept.map(attemptedAs))
  const bounced = await bouncedAmong(
    tx,
    kept.map(({ recipient }) => recipient),
  )
  // A block list takes nothing offline.
  const acting = kept.filter(({ role }) => role !== 'blockList')
  const outcomes = await outcomesOf(tx, company.id, acting.map(providerOf), new Date())
  const contacts = orderByOutcome(
    kept.map((one) => {
      const outcome = one.role === 'blockList' ? undefined : outcomes.get(providerOf(one))
      const contact = toCaseContact(one, attempted.get(attemptedAs(one)) ?? null, bounced.get(one.recipient) ?? null)
      const isRanked = isRankedByOutcome(one) && !isUnreachable(contact)
      return { ...contact, outcome: outcome ? { ...outcome, standing: isRanked ? standingOf(outcome) : null } : null }
    }),
  ).toSorted((a, b) => Number(isUnreachable(a)) - Number(isUnreachable(b)))
  return { contacts, leftOut, checkedAt: host === null ? null : (checkedAt?.toISOString() ?? null) }
}

/** What a CERT is responsible for: the ending of the domain (`.fr`), or the address of a server with its country (`192.0.2.1 (FR)`). */
function countrySubject({ countries }: ContactRow, ofHost: ReadonlyMap<string, string>): string {
  const [country, of] = [...ofHost].find(([each]) => countries.includes(each)) ?? ['', '']
  return of.startsWith('.') ? of : `${of} (${country})`
}

/** Whether a visitor of a capture got a page. The placeholder of a domain seller is none; it asks nobody for a password. */
function sawPage({ hops, passwordFields }: CaptureVisit, http: HttpFacts | undefined): boolean {
  const status = hops.findLast((hop) => hop.status !== null)?.status ?? 0
  return status >= 200 && status < 400 && (passwordFields > 0 || !http?.isParked)
}

/** Whether messages to it are returned, in this case or in one of another company. */
const isUnreachable = ({ attempted, bouncedAt }: Pick<CaseContact, 'attempted' | 'bouncedAt'>) =>
  attempted === 'bounced' || bouncedAt !== null

/** The recipient as attempts name it, without its case. */
const attemptedAs = ({ recipient }: Candidate) => recipient.slice(0, recipientMax).toLowerCase()

/** The observation that a contact was found in. */
const kindOf = ({ role }: FoundContact) => (role === 'registrar' || role === 'registry' ? 'registration' : 'hosting')

function candidateOf(one: FoundContact, seenAt: Date | null): Candidate[] {
  const recipient = recipientOf(one)
  return recipient === null || seenAt === null ? [] : [{ ...one, recipient, replaces: null, seenAt }]
}

const curatedReasons: Partial<Record<ContactRow['role'], ContactReason>> = {
  blockList: 'warnsVisitors',
  registrar: 'reachesRegistrar',
}

function fromRow(row: ContactRow, reason: ContactReason): Candidate {
  const { recipient, role, name, email, phone, form, origin, record, seen_at: seenAt } = row
  return { recipient, role, name, email, phone, form, origin, record, reason, subject: name, replaces: null, seenAt }
}

/** Applies what the staff decided, and leaves out every address of the client, of this installation and of the suspect. */
async function sorted(
  { tx, company, origin }: ContactParts,
  candidates: readonly Candidate[],
  host: string | null,
): Promise<{ kept: Candidate[]; leftOut: Left[] }> {
  const rules = await rulesOf(
    tx,
    candidates.map(({ recipient }) => recipient),
  )
  const replaced = candidates.map((one) => withReplacement(one, rules.get(one.recipient)))
  const hosts = replaced.flatMap(({ recipient }) => hostIn(recipient) ?? [])
  const clients = await clientDomains(tx, company.id, [...new Set(hosts.flatMap(parentsOf))])
  const own = new URL(origin).hostname
  const suspect = host === null ? null : suspectDomain(host)
  const seen = new Set<string>()
  const [kept, leftOut]: [Candidate[], Left[]] = [[], []]
  for (const one of replaced) {
    const { name, recipient, role } = one
    if (seen.has(recipient)) continue
    seen.add(recipient)
    const parents = parentsOf(hostIn(recipient) ?? '')
    const reasons: Record<LeftOutReason, boolean> = {
      ignored: rules.get(one.replaces ?? recipient)?.rule === 'ignore',
      client: parents.some((parent) => clients.has(parent)),
      ownAddress: parents.includes(own),
      suspect: suspect !== null && parents.includes(suspect) && role !== 'siteOwner',
    }
    const why = keysIn(reasons).find((reason) => reasons[reason])
    if (!why) kept.push(one)
    else leftOut.push({ name, recipient, why })
  }
  return { kept, leftOut }
}

function withReplacement(one: Candidate, row: ContactRow | undefined): Candidate {
  if (row?.rule !== 'replace' || row.replacement === null) return one
  const isForm = row.replacement.startsWith('https://')
  // As the other addresses: delivery reports and earlier notices are found by it.
  const replacement = isForm ? row.replacement : row.replacement.toLowerCase()
  return {
    ...one,
    recipient: replacement,
    replaces: one.recipient,
    email: isForm ? null : replacement,
    form: isForm ? replacement : null,
    phone: null,
  }
}

/** The domain that belongs to the suspect: on a hosting platform only the subdomain. */
function suspectDomain(host: string): string {
  const { registrable, hostedAt } = splitName(host)
  return hostedAt === '' && registrable !== '' ? registrable : host
}

/** The host of an email address or of a form; null for a phone number. */
function hostIn(recipient: string): string | null {
  if (/^https?:/i.test(recipient)) return URL.canParse(recipient) ? new URL(recipient).hostname : null
  return recipient.includes('@') ? recipient.slice(recipient.lastIndexOf('@') + 1).toLowerCase() : null
}

/** A host and the domains above it, e.g. `a.b.example`, `b.example` and `example`. */
function parentsOf(host: string): string[] {
  const labels = host.split('.')
  return host === '' ? [] : labels.map((_, index) => labels.slice(index).join('.'))
}

function toCaseContact(
  one: Candidate,
  attempted: AttemptStatus | null,
  bouncedAt: Date | null,
): Omit<CaseContact, 'outcome'> {
  const { role, name, email, phone, form, origin, record, recipient, reason, subject, replaces, seenAt } = one
  const about = { role, name, email, phone, form, origin, record }
  const times = { seenAt: seenAt.toISOString(), bouncedAt: bouncedAt?.toISOString() ?? null }
  return { ...about, ...times, recipient, reason, subject, replaces, attempted }
}
