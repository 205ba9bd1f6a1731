import { addressSpecOf } from './contact-text.ts'

/** The data of a domain in an RDAP response. Absent facts are null or empty. */
export interface RdapDomain {
  domain: string | null
  registrar: string | null
  registrarHandle: string | null
  registrarIanaId: string | null
  abuseEmail: string | null
  abusePhone: string | null
  abuseForm: string | null
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
}

/** The data of a network or an autonomous system in an RDAP response. */
export interface RdapNetwork {
  name: string | null
  cidrs: string[]
  asn: number | null
  country: string | null
  holder: string | null
  abuseEmail: string | null
}

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objectsOf = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : [])
const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 500) : null
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((item) => textOf(item) ?? []).slice(0, 50) : []

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
  // The registrar's own abuse contact takes precedence over those of other entities.
  const abuse = (registrar && abuseWithin([registrar])) ?? abuseWithin(entities)
  return {
    domain: hostName(answer['ldhName']),
    registrar: registrar ? (cardOf(registrar).name ?? null) : null,
    registrarHandle: registrar ? textOf(registrar['handle']) : null,
    registrarIanaId: registrar ? ianaIdOf(registrar) : null,
    abuseEmail: abuse?.email ?? null,
    abusePhone: abuse?.phone ?? null,
    abuseForm: abuse?.form ?? null,
    created: eventAt(answer, 'registration'),
    updated: eventAt(answer, 'last changed'),
    expires: eventAt(answer, 'expiration'),
    status: textsOf(answer['status']),
    nameservers: [
      ...new Set(objectsOf(answer['nameservers']).flatMap((server) => hostName(server['ldhName']) ?? [])),
    ].toSorted(),
    registrantOrg: registrant ? (cardOf(registrant).organisation ?? null) : null,
    registrantCountry: registrant ? (cardOf(registrant).country ?? null) : null,
    contactUri: registrant ? (cardOf(registrant).form ?? null) : null,
    redacted: objectsOf(answer['redacted']).flatMap(({ name }) =>
      isObject(name) ? (textOf(name['type']) ?? textOf(name['description']) ?? []) : [],
    ),
    relatedRdap: relatedOf(answer),
  }
}

/** Reads an RDAP response about a network (`ip network`) or an autonomous system (`autnum`); RFC 9083, sections 5.4 and 5.5. */
export function parseRdapNetwork(answer: unknown): RdapNetwork | null {
  if (!isObject(answer) || !['ip network', 'autnum'].includes(String(answer['objectClassName']))) return null
  const entities = objectsOf(answer['entities'])
  const holder = entities.find((entity) => hasRole(entity, 'registrant'))
  const asn = answer['startAutnum']
  return {
    name: textOf(answer['name']),
    cidrs: objectsOf(answer['cidr0_cidrs']).flatMap((cidr) => {
      const prefix = textOf(cidr['v4prefix']) ?? textOf(cidr['v6prefix'])
      return prefix === null ? [] : [`${prefix}/${Number(cidr['length'])}`]
    }),
    asn: typeof asn === 'number' ? asn : null,
    country: textOf(answer['country']),
    holder: holder ? (cardOf(holder).name ?? cardOf(holder).organisation ?? null) : null,
    abuseEmail: abuseWithin(entities)?.email ?? null,
  }
}

/** Reads an RDAP response about a person or company (`entity`); RFC 9083, section 5.1. */
export function parseRdapEntity(
  answer: unknown,
): { name: string | null; email: string | null; ianaId: string | null; roles: string[] } | null {
  if (!isObject(answer) || answer['objectClassName'] !== 'entity') return null
  const { name, email } = cardOf(answer)
  return { name: name ?? null, email: email ?? null, ianaId: ianaIdOf(answer), roles: textsOf(answer['roles']) }
}

function hasRole(entity: Json, role: string): boolean {
  return textsOf(entity['roles']).some((one) => one.toLowerCase() === role)
}

function ianaIdOf(entity: Json): string | null {
  const id = objectsOf(entity['publicIds']).find(({ type }) => textOf(type)?.toLowerCase() === 'iana registrar id')
  return id ? textOf(id['identifier']) : null
}

/** Entities contain entities. Real responses aren't nested deeper than this, and the limit bounds the work for a hostile one. */
const depthMax = 5

/** The abuse contact nearest to the top level. */
function abuseWithin(entities: readonly Json[]): Card | null {
  let level = [...entities]
  for (let depth = 0; depth < depthMax && level.length > 0; depth += 1) {
    const cards = level.filter((entity) => hasRole(entity, 'abuse')).map(cardOf)
    const usable = cards.find(({ email, phone, form }) => email ?? phone ?? form)
    if (usable) return usable
    level = level.flatMap((entity) => objectsOf(entity['entities']))
  }
  return null
}

interface Card {
  name?: string | undefined
  organisation?: string | undefined
  country?: string | undefined
  email?: string | undefined
  phone?: string | undefined
  form?: string | undefined
}

type Row = [name: string, params: Json, value: unknown]

/** The fields of a jCard; invalid rows are skipped, and a missing card is empty. */
function cardOf(entity: Json): Card {
  const [, listed] = Array.isArray(entity['vcardArray']) ? (entity['vcardArray'] as unknown[]) : []
  const rows = (Array.isArray(listed) ? listed : []).flatMap((row): Row[] =>
    Array.isArray(row) && typeof row[0] === 'string'
      ? [[row[0].toLowerCase(), isObject(row[1]) ? row[1] : {}, row[3]]]
      : [],
  )
  const all = (name: string) => rows.filter((row) => row[0] === name).toSorted((a, b) => prefOf(a) - prefOf(b))
  const first = (name: string) => all(name).flatMap(([, , value]) => textOf(flat(value)) ?? [])[0]
  const address = all('adr')[0]
  const country =
    textOf(address?.[1]['cc']) ?? textOf(Array.isArray(address?.[2]) ? (address[2] as unknown[])[6] : null) ?? undefined
  return {
    name: first('fn'),
    organisation: first('org'),
    country,
    email: all('email').flatMap(([, , value]) => addressSpecOf(value) ?? [])[0],
    phone: all('tel').flatMap(([, params, value]) => (isFax(params) ? [] : (phoneOf(value) ?? [])))[0],
    form: [...all('contact-uri'), ...all('url')].flatMap(([, , value]) => webOf(value) ?? [])[0],
  }
}

const flat = (value: unknown): unknown => (Array.isArray(value) ? value.filter((item) => item !== '').join(' ') : value)

/** RFC 6350, section 5.3: 1 is the highest preference; without a value it is the lowest. */
const prefOf = ([, params]: Row): number => Number(params['pref'] ?? 101) || 101

const isFax = (params: Json) => [params['type']].flat().some((type) => String(type).toLowerCase() === 'fax')

/** A phone number from text, or from a `tel:` address without its parameters. */
function phoneOf(value: unknown): string | null {
  const text = textOf(value)?.replace(/^tel:/i, '').split(';')[0]?.trim()
  return text && /^[+\d][\d .()-]{3,30}$/.test(text) ? text : null
}

function webOf(value: unknown): string | null {
  const text = textOf(value)
  return text !== null && /^https?:\/\/\S+$/i.test(text) && URL.canParse(text) ? text : null
}

function eventAt(answer: Json, action: string): string | null {
  const event = objectsOf(answer['events']).find(({ eventAction }) => textOf(eventAction)?.toLowerCase() === action)
  return event ? instantOf(event['eventDate']) : null
}

/** An instant in UTC; without a zone it is read as UTC, and a date without a time stays a date. */
function instantOf(value: unknown): string | null {
  const text = textOf(value)
  if (text === null) return null
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const hasZone = /(?:z|[+-]\d{2}:?\d{2})$/i.test(text)
  const at = new Date(hasZone ? text : `${text}Z`)
  return Number.isNaN(at.getTime()) ? null : at.toISOString().replace('.000Z', 'Z')
}

/** A host in lower case without a trailing dot. */
function hostName(value: unknown): string | null {
  return textOf(value)?.toLowerCase().replace(/\.$/, '') ?? null
}

function relatedOf(answer: Json): string | null {
  const link = objectsOf(answer['links']).find(
    ({ rel, type, href }) =>
      textOf(rel)?.toLowerCase() === 'related' &&
      textOf(type)?.toLowerCase() === 'application/rdap+json' &&
      webOf(href),
  )
  return link ? webOf(link['href']) : null
}
