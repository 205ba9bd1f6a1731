import type { DnsFacts, RegistrationFacts, TlsFacts } from '@signet/contract/threats/observations'
import type { TraitKind } from '@signet/contract/threats/traits'

/** A trait that a threat may share with others of its campaign. */
export interface Trait {
  kind: TraitKind
  /** At most 500 characters: name servers or paths in order, separated by spaces; an address; a hash; registrar and minute; an account. */
  value: string
}

const valueMax = 500
const addressesMax = 8

/** The known facts of a domain; facts that weren't checked are left out. */
export interface KnownFacts {
  registration?: RegistrationFacts | undefined
  dns?: DnsFacts | undefined
  tls?: TlsFacts | undefined
}

/**
 * The traits that a domain may share with others of a campaign.
 *
 * For the registration, the minute counts: a register that only gives the day, or midnight, gives no useful time. Name servers count
 * together, because a hosting company gives each customer another pair but uses each single server for many customers.
 */
export function traitsOf({ registration, dns, tls }: KnownFacts): Trait[] {
  const traits: Trait[] = []
  const key = tls?.certificate?.keySha256
  if (key) traits.push({ kind: 'certificateKey', value: key })
  const minute = minuteOf(registration?.created ?? null)
  if (registration?.registrar && minute) {
    traits.push({ kind: 'registration', value: `${registration.registrar}, ${minute}` })
  }
  const servers = dns?.ns.length ? dns.ns : (registration?.nameServers ?? [])
  if (servers.length > 0) traits.push({ kind: 'nameServers', value: servers.map(plain).toSorted().join(' ') })
  for (const value of [...(dns?.a ?? []), ...(dns?.aaaa ?? [])].slice(0, addressesMax)) {
    traits.push({ kind: 'address', value })
  }
  return traits.filter(({ value }) => value.length <= valueMax)
}

const plain = (host: string) => host.toLowerCase().replace(/\.$/, '')

/** `2026-11-01 10:03`, in UTC; null for a date without a time, for midnight and for an invalid instant. */
function minuteOf(created: string | null): string | null {
  const at = created === null || created.length <= 10 ? null : new Date(created)
  if (!at || Number.isNaN(at.getTime())) return null
  const text = at.toISOString()
  return text.slice(11, 19) === '00:00:00' ? null : text.slice(0, 16).replace('T', ' ')
}

/** A shared trait in words, e.g. `same name servers ns1.x.example, ns2.x.example`. */
export function traitText({ kind, value }: Trait): string {
  switch (kind) {
    case 'certificateKey':
      return `same certificate key ${value.slice(0, 16)}…`
    case 'registration':
      return `registered in the same minute: ${value} UTC`
    case 'nameServers':
      return value.includes(' ') ? `same name servers ${value.replaceAll(' ', ', ')}` : `same name server ${value}`
    case 'address':
      return `same address ${value}`
    case 'paymentAccount':
      return `same payment account ${value}`
    case 'analyticsId':
      return `same analytics account ${value}`
    case 'phone':
      return `same phone number +${value}`
    case 'messenger':
      return `same messenger account ${value}`
    case 'pageStructure':
      return 'page built alike'
    case 'kitPath':
      return `same files ${value.replaceAll(' ', ', ')}`
    case 'favicon':
      return 'same icon'
    default:
      return kind satisfies never
  }
}
