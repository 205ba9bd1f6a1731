import { addressSpecOf } from '../rdap/contact-text.ts'
import type { AbuseFields } from '../rdap/parse-rdap.ts'

/** The data of a domain in a WHOIS response. */
export interface WhoisDomain extends Omit<AbuseFields, 'abuseForm'> {
  domain: string | null
  isRegistered: boolean
  registrar: string | null
  registrarIanaId: string | null
  /** Instants in UTC or with the register's zone; dates if the register gives no time. */
  created: string | null
  updated: string | null
  expires: string | null
  status: string[]
  /** Lower case, without a trailing dot, deduplicated and sorted. */
  nameservers: string[]
  /** The server that has more details, e.g. that of the registrar. */
  referral: string | null
}

const free =
  /^\W*(?:no match|not found|no entries found|no data found|status:\s*(?:free|available)|domain not found)|is free|has not been registered/im
const limited =
  /(?:limit|quota).{0,40}(?:exceeded|reached)|too many (?:requests|queries)|try again later|access (?:temporarily )?denied/i

/**
 * Reads the response of a WHOIS server. Keys are those of the large registries. The first key with a value is used, and values are never
 * searched for keys.
 *
 * @returns null when the text contains no data: a rate limit was reached, or none of its keys is known
 */
export function parseWhois(text: string): WhoisDomain | null {
  const fields = fieldsOf(text)
  const first = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? [])[0] ?? null
  const all = (...names: string[]) => names.flatMap((name) => fields.get(name) ?? [])
  const named = first('domain name', 'domain')?.split(/\s/)[0] ?? null
  const domain = named && isHost(named) ? named.toLowerCase().replace(/\.$/, '') : null
  if (free.test(text) && (domain === null || !first('registrar', 'created', 'creation date', 'nserver'))) {
    return { ...nothing, domain: domain ?? freeName(text) }
  }
  if (domain === null) return null
  // A rate-limited response contains at most the queried domain.
  if (limited.test(text) && fields.size < 4) return null
  return {
    domain,
    isRegistered: true,
    registrar: registrarOf(first('registrar', 'sponsoring registrar')),
    registrarIanaId: first('registrar iana id', 'sponsoring registrar iana id'),
    abuseEmail: all(...abuseEmailKeys).flatMap((value) => addressSpecOf(value) ?? [])[0] ?? null,
    abusePhone: first('registrar abuse contact phone', 'registrar abuse phone', 'abuse contact phone'),
    created: dateOf(
      first(
        'creation date',
        'created',
        'created on',
        'registered on',
        'registration date',
        'registration time',
        'registered',
      ),
    ),
    updated: dateOf(
      first('updated date', 'last updated', 'last updated date', 'changed', 'last-update', 'last modified'),
    ),
    expires: dateOf(
      first(
        'registry expiry date',
        'registrar registration expiration date',
        'registration expiration date',
        'domain expiration date',
        'expiry date',
        'expires on',
        'expires',
        'expire',
        'paid-till',
        'expiration date',
        'expiration time',
        'renewal date',
      ),
    ),
    status: all('domain status', 'status', 'state')
      .map((status) => status.replace(/\s+https?:\S+$/, '').slice(0, 100))
      .slice(0, 20),
    nameservers: [
      ...new Set(
        all('name server', 'name servers', 'nserver', 'nameserver').flatMap((line) => {
          const host = line.split(/\s/)[0]?.toLowerCase().replace(/\.$/, '') ?? ''
          return isHost(host) ? [host] : []
        }),
      ),
    ].toSorted(),
    referral: hostIn(first('registrar whois server', 'whois server', 'refer', 'whois')),
  }
}

const abuseEmailKeys = [
  'registrar abuse contact email',
  'registrar abuse email',
  'abuse contact email',
  'abuse contact',
  'abuse-mailbox',
]

const nothing: WhoisDomain = {
  domain: null,
  isRegistered: false,
  registrar: null,
  registrarIanaId: null,
  abuseEmail: null,
  abusePhone: null,
  created: null,
  updated: null,
  expires: null,
  status: [],
  nameservers: [],
  referral: null,
}

const linesMax = 2000
const valuesMax = 30

/**
 * The fields of a response by their lower-case names. Supported are `Key: value`, `[Key] value`, and a key on a line of its own with its
 * values indented below. Fields after the start of a section about a person, or after a bracketed heading, belong to that section (DENIC).
 */
function fieldsOf(text: string): Map<string, string[]> {
  const fields = new Map<string, string[]>()
  const add = (name: string, value: string) => {
    const values = fields.get(name) ?? []
    if (value !== '' && values.length < valuesMax) fields.set(name, [...values, value])
  }
  let block: { name: string; indent: number } | null = null
  for (const raw of text.split(/\r?\n/).slice(0, linesMax)) {
    const line = raw.trimEnd()
    if (line.trim() === '') {
      block = null
      continue
    }
    if (/^\s*(?:%|#|>>>|--)/.test(line)) continue
    // A section about a person begins; none of its fields describe the domain.
    if (/^\[(?:tech-c|zone-c|admin-c|holder)\]$/i.test(line) || /^contact information:$/i.test(line)) break
    const bracketed = /^\[([A-Za-z][A-Za-z .-]{0,40})\]\s*(.*)$/.exec(line)
    const keyed = /^\s*([A-Za-z][A-Za-z0-9 /'.-]{0,50}?)\s*:(?:\s+|(?=\S)|$)(?!\/\/)(.*)$/.exec(line)
    const indent = line.length - line.trimStart().length
    if (bracketed) add(bracketed[1]?.toLowerCase() ?? '', bracketed[2]?.trim() ?? '')
    else if (keyed && !(block !== null && indent > block.indent && isHost(line.trim()))) {
      const [name, value] = [keyed[1]?.toLowerCase() ?? '', keyed[2]?.trim() ?? '']
      add(name, value)
      if (value === '') block = { name, indent }
      else if (block && indent <= block.indent) block = null
    } else if (block && indent > block.indent) add(block.name, line.trim())
  }
  return fields
}

/** The name without the tag or number that some registries append. */
function registrarOf(text: string | null): string | null {
  return text?.replace(/\s*\[Tag = [^\]]*\]$/i, '').slice(0, 200) || null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** An instant or a day in ISO 8601. */
function dateOf(text: string | null): string | null {
  if (text === null) return null
  const iso = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text)
  if (iso) return `${iso[1]}T${iso[2]}${(iso[3] ?? 'Z').toUpperCase()}`
  const plain = /^(\d{4})[-./](\d{2})[-./](\d{2})(?:\s+(\d{2}:\d{2}:\d{2})\s*(\(JST\)|UTC|GMT)?)?$/.exec(text)
  if (plain) {
    const day = `${plain[1]}-${plain[2]}-${plain[3]}`
    // Of a local time without a zone, only the day is certain.
    return plain[5] ? `${day}T${plain[4]}${plain[5] === '(JST)' ? '+09:00' : 'Z'}` : day
  }
  const [, day = '', name = '', year] = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? []
  const month = months.indexOf(name.toLowerCase()) + 1
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

function isHost(text: string): boolean {
  return text.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+\.?$/i.test(text)
}

function hostIn(text: string | null): string | null {
  const host = text?.replace(/^r?whois:\/\//i, '').split(/[/:\s]/)[0] ?? ''
  return isHost(host) ? host.toLowerCase() : null
}

function freeName(text: string): string | null {
  const name = /no match for "?([\w.-]+?)\.?"?[.\s]*$/im.exec(text)?.[1]
  return name && isHost(name) ? name.toLowerCase() : null
}
