import type { AbuseContact } from '@signet/contract/threats/observations'
import { cardOf, type ContactCard } from './contact-card.ts'
import { isObject, objectsOf, type Json } from '@signet/readers/narrow'
import { shortTextOf, shortTextsOf, webOf } from './json-values.ts'

/** An abuse contact as the records of registrations name its fields. */
export interface AbuseFields {
  abuseEmail: string | null
  abusePhone: string | null
  abuseForm: string | null
}

/** The data of a domain in an RDAP response. Absent facts are null or empty. */
export interface RdapDomain extends AbuseFields {
  domain: string | null
  registrar: string | null
  registrarHandle: string | null
  registrarIanaId: string | null
  /** The abuse contact of the registry, if it names one in addition to the registrar's. */
  registryAbuse: AbuseContact | null
  created: string | null
  updated: string | null
  expires: string | null
  /** As in the response, in words or as EPP status codes. */
  status: string[]
  /** Lower case, without a trailing dot, deduplicated and sorted. */
  nameservers: string[]
  registrantOrg: string | null
  registrantCountry: string | null
  /** The address of a form for contacting the registrant. */
  contactUri: string | null
  /** Names of the redacted fields (RFC 9537). */
  redacted: string[]
  /** The address of the registrar's RDAP response about the same domain. */
  relatedRdap: string | null
  /** The address of the registrar's own record, if the response only refers to it. */
  registrarRdap: string | null
}

/** The data of a network or an autonomous system in an RDAP response. */
export interface RdapNetwork extends AbuseFields {
  name: string | null
  cidrs: string[]
  asn: number | null
  /** Autonomous systems that announce the network, if the registry lists them (ARIN). */
  originAsns: number[]
  country: string | null
  holder: string | null
}

/**
 * Reads an RDAP response about a domain. It never throws: missing and invalid values are null, because registries omit many of them.
 *
 * Source: RFC 9083, sections 4 and 5.3; jCard: RFC 7095; redaction: RFC 9537.
 *
 * @returns null when the response is about another kind of object
 */
export function parseRdapDomain(answer: unknown): RdapDomain | null {
  if (!isObject(answer) || (answer['objectClassName'] ?? 'domain') !== 'domain') return null
  if (answer['errorCode'] !== undefined) return null
  const entities = objectsOf(answer['entities'])
  const registrar = entities.find((entity) => hasRole(entity, 'registrar'))
  const registrant = entities.find((entity) => hasRole(entity, 'registrant'))
  const { registrar: abuse, registry: registryAbuse } = domainAbuse(entities)
  return {
    domain: hostName(answer['ldhName']),
    registrar: registrar ? (cardOf(registrar).name ?? null) : null,
    registrarHandle: registrar ? shortTextOf(registrar['handle']) : null,
    registrarIanaId: registrar ? ianaIdOf(registrar) : null,
    ...abuseFields(abuse),
    registryAbuse: registryAbuse && abuseContact(registryAbuse),
    created: eventAt(answer, 'registration'),
    updated: eventAt(answer, 'last changed'),
    expires: eventAt(answer, 'expiration'),
    status: shortTextsOf(answer['status']),
    nameservers: [
      ...new Set(objectsOf(answer['nameservers']).flatMap((server) => hostName(server['ldhName']) ?? [])),
    ].toSorted(),
    registrantOrg: registrant ? (cardOf(registrant).organisation ?? null) : null,
    registrantCountry: registrant ? (cardOf(registrant).country ?? null) : null,
    contactUri: registrant ? (cardOf(registrant).form ?? null) : null,
    redacted: objectsOf(answer['redacted']).flatMap(({ name }) =>
      isObject(name) ? (shortTextOf(name['type']) ?? shortTextOf(name['description']) ?? []) : [],
    ),
    relatedRdap: relatedOf(answer),
    registrarRdap: registrar && cardOf(registrar).name === undefined ? linkOf(registrar, 'self') : null,
  }
}

/** Reads an RDAP response about a network (`ip network`) or an autonomous system (`autnum`); RFC 9083, sections 5.4 and 5.5. */
export function parseRdapNetwork(answer: unknown): RdapNetwork | null {
  if (!isObject(answer) || !['ip network', 'autnum'].includes(String(answer['objectClassName']))) return null
  const entities = objectsOf(answer['entities'])
  const holder = entities.find((entity) => hasRole(entity, 'registrant'))
  const asn = answer['startAutnum']
  const origins = answer['arin_originas0_originautnums']
  const abuse = abuseIn(entities)[0]?.card
  return {
    name: shortTextOf(answer['name']),
    cidrs: objectsOf(answer['cidr0_cidrs']).flatMap((cidr) => {
      const prefix = shortTextOf(cidr['v4prefix']) ?? shortTextOf(cidr['v6prefix'])
      return prefix === null ? [] : [`${prefix}/${Number(cidr['length'])}`]
    }),
    asn: typeof asn === 'number' ? asn : null,
    originAsns: Array.isArray(origins)
      ? origins.filter((one): one is number => Number.isInteger(one)).slice(0, 20)
      : [],
    country: shortTextOf(answer['country']),
    holder: holder ? (cardOf(holder).name ?? cardOf(holder).organisation ?? null) : null,
    ...abuseFields(abuse),
  }
}

/** The data of a person or company in an RDAP response. */
export interface RdapEntity extends Omit<AbuseFields, 'abuseForm'> {
  name: string | null
  email: string | null
  ianaId: string | null
  roles: string[]
}

/** Reads an RDAP response about a person or company (`entity`); RFC 9083, section 5.1. */
export function parseRdapEntity(answer: unknown): RdapEntity | null {
  if (!isObject(answer) || answer['objectClassName'] !== 'entity') return null
  const { name, email } = cardOf(answer)
  const abuse = abuseIn([answer])[0]?.card
  return {
    name: name ?? null,
    email: email ?? null,
    ianaId: ianaIdOf(answer),
    roles: rolesOf(answer),
    abuseEmail: abuse?.email ?? null,
    abusePhone: abuse?.phone ?? null,
  }
}

/** In lower case; some registries write one role as text. */
function rolesOf(entity: Json): string[] {
  return shortTextsOf([entity['roles']].flat()).map((role) => role.toLowerCase())
}

const hasRole = (entity: Json, role: string) => rolesOf(entity).includes(role)

function ianaIdOf(entity: Json): string | null {
  const id = objectsOf(entity['publicIds']).find(({ type }) => shortTextOf(type)?.toLowerCase() === 'iana registrar id')
  return id ? shortTextOf(id['identifier']) : null
}

/** Entities contain entities. Real responses aren't nested deeper than this, and the limits bound the work for a hostile one. */
const depthMax = 6
const entitiesMax = 300

/** An abuse contact with the roles of the entities that contain it, from the outermost. */
interface FoundAbuse {
  card: ContactCard
  roles: string[]
}

/**
 * All abuse contacts in entities, nearest to the top first; those with an email address come before those with only a phone or a form.
 *
 * Source: RFC 9083, section 5.1 (entities contain entities) and section 10.2.4 (roles).
 */
function abuseIn(entities: readonly Json[]): FoundAbuse[] {
  const found: FoundAbuse[] = []
  let level = entities.map((entity): { entity: Json; roles: string[] } => ({ entity, roles: [] }))
  let left = entitiesMax
  for (let depth = 0; depth < depthMax && level.length > 0 && left > 0; depth += 1) {
    const read = level.slice(0, left)
    left -= read.length
    level = []
    for (const { entity, roles } of read) {
      const own = rolesOf(entity)
      const below = [...roles, ...own]
      const card = own.includes('abuse') ? cardOf(entity) : null
      if (card && (card.email ?? card.phone ?? card.form)) found.push({ card, roles: below })
      level.push(
        ...objectsOf(entity['entities'])
          .slice(0, left)
          .map((one) => ({ entity: one, roles: below })),
      )
    }
  }
  return found.toSorted((a, b) => Number(!a.card.email) - Number(!b.card.email))
}

/**
 * The abuse contacts for a domain: the registrar's, and that of the registry. The registrant and its own contacts are left out: they are
 * the people a complaint is about. A top-level abuse contact is the registrar's if the registrar names none itself.
 */
function domainAbuse(entities: readonly Json[]): { registrar: ContactCard | null; registry: ContactCard | null } {
  const found = abuseIn(entities).filter(({ roles }) => !roles.includes('registrant'))
  const own = found.find(({ roles }) => roles.includes('registrar'))
  const other = found.find(({ roles }) => !roles.includes('registrar'))
  return { registrar: (own ?? other)?.card ?? null, registry: (own && other?.card) ?? null }
}

const abuseFields = (card: ContactCard | null | undefined): AbuseFields => ({
  abuseEmail: card?.email ?? null,
  abusePhone: card?.phone ?? null,
  abuseForm: card?.form ?? null,
})

const abuseContact = ({ email, phone, form }: ContactCard): AbuseContact => ({
  email: email ?? null,
  phone: phone ?? null,
  form: form ?? null,
})

function eventAt(answer: Json, action: string): string | null {
  const event = objectsOf(answer['events']).find(
    ({ eventAction }) => shortTextOf(eventAction)?.toLowerCase() === action,
  )
  return event ? instantOf(event['eventDate']) : null
}

/** An instant in UTC; without a zone it is read as UTC, and a date without a time stays a date. */
function instantOf(value: unknown): string | null {
  const text = shortTextOf(value)
  if (text === null) return null
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text)
  const at = new Date(hasZone ? text : `${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString().replace('.000Z', 'Z')
}

/** A host in lower case without a trailing dot. */
function hostName(value: unknown): string | null {
  return shortTextOf(value)?.toLowerCase().replace(/\.$/, '') ?? null
}

/** The registrar's response about the domain; a link to its start page or terms isn't one. */
function relatedOf(answer: Json): string | null {
  const links = linksOf(answer, 'related')
  return links.find((href) => /\/domain\//i.test(href)) ?? links[0] ?? null
}

const linkOf = (object: Json, rel: string) => linksOf(object, rel)[0] ?? null

function linksOf(object: Json, rel: string): string[] {
  return objectsOf(object['links'])
    .filter((link) => shortTextOf(link['rel'])?.toLowerCase().split(/\s+/).includes(rel))
    .filter((link) => shortTextOf(link['type'])?.toLowerCase().startsWith('application/rdap+json'))
    .flatMap(({ href }) => webOf(href) ?? [])
}
