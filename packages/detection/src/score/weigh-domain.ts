import type { IndicatorName } from './indicators.ts'
import { hostOf } from '../names/host-of.ts'
import { lettersAndDigits } from '@signet/contract/letters-and-digits'
import type { Indicator } from '@signet/contract/threats/findings'
import {
  observationProblemLabels,
  type DnsFacts,
  type HttpFacts,
  type RegistrationFacts,
  type TlsFacts,
} from '@signet/contract/threats/observations'
import { dayMs } from '@signet/contract/time'
import { resolves, takesMail } from '../visits/domain-changes.ts'

/** What is known about a domain and about the brand it may imitate. */
export interface DomainFacts {
  registration?: RegistrationFacts | undefined
  dns?: DnsFacts | undefined
  tls?: TlsFacts | undefined
  http?: HttpFacts | undefined
  /** The brand's aliases. */
  aliases: readonly string[]
  /** Domains that belong to the brand. */
  official: readonly string[]
  /** Another threat of the company shows a certificate with the same key. */
  isKeyShared: boolean
  /** The instant up to which ages are counted. */
  now: Date
}

/** The names of the reasons that checks of a domain add. */
export type DomainReason = Extract<
  IndicatorName,
  | 'Not registered'
  | 'Registered recently'
  | 'Registered years ago'
  | 'Does not resolve'
  | 'Wildcard DNS'
  | 'Mail records found'
  | 'No mail records'
  | 'Web server not responding'
  | 'Redirects to an official host'
  | 'Parked page'
  | 'Page unavailable'
  | 'Password field'
  | 'Brand in the page title'
  | 'Certificate from a free CA'
  | 'Reused certificate key'
>

/** Points of 100, set manually: observations of a domain adjust the verdict on its name but don't determine it. */
export const points = {
  freshDays: [
    [7, 10],
    [30, 8],
    [90, 4],
  ],
  oldYears: [
    [5, -10],
    [2, -5],
  ],
  notRegistered: -15,
  doesNotResolve: -12,
  wildcard: -6,
  mail: 6,
  noMail: -3,
  noPage: -6,
  pageGone: -6,
  parked: -8,
  password: 10,
  brandInTitle: 8,
  leadsHome: -12,
  freeCertificate: 2,
  sharedKey: 6,
} as const

const freeAuthorities = /let'?s encrypt|zerossl|google trust services|buypass|free certificates/i

/** Reasons for and against a threat that checks from outside add to the verdict on a name. */
export function weighDomain(facts: DomainFacts): Indicator[] {
  return [...weighRegistration(facts), ...weighDns(facts), ...weighPage(facts), ...weighCertificate(facts)]
}

function weighRegistration({ registration, now }: DomainFacts): Indicator[] {
  if (!registration) return []
  if (!registration.isRegistered) return [reason('Not registered', points.notRegistered, registration.domain)]
  if (registration.created === null) return []
  const days = (now.getTime() - Date.parse(registration.created)) / dayMs
  const value = [registration.created.slice(0, 10), registration.registrar].filter(Boolean).join(', ')
  const fresh = points.freshDays.find(([upTo]) => days <= upTo)
  if (fresh) return [reason('Registered recently', fresh[1], value)]
  const old = points.oldYears.find(([from]) => days >= from * 365)
  return old ? [reason('Registered years ago', old[1], value)] : []
}

function weighDns({ registration, dns }: DomainFacts): Indicator[] {
  if (!dns || registration?.isRegistered === false) return []
  const found: Indicator[] = []
  if (!resolves(dns)) found.push(reason('Does not resolve', points.doesNotResolve, 'No address record'))
  if (dns.isWildcard) found.push(reason('Wildcard DNS', points.wildcard, 'Every name in the zone resolves'))
  if (takesMail(dns)) found.push(reason('Mail records found', points.mail, dns.mx[0]))
  else if (dns.state === 'found') found.push(reason('No mail records', points.noMail, 'Cannot receive email'))
  return found
}

function weighPage({ dns, http, aliases, official }: DomainFacts): Indicator[] {
  if (!http || (dns && !resolves(dns))) return []
  if (http.status === null) {
    const why = http.problem ? observationProblemLabels[http.problem] : 'No response on ports 80 and 443'
    return [reason('Web server not responding', points.noPage, why)]
  }
  const end = hostOf(http.address)
  if (end !== null && end !== http.host && official.some((domain) => end === domain || end.endsWith(`.${domain}`))) {
    return [reason('Redirects to an official host', points.leadsHome, end)]
  }
  if (http.isParked) return [reason('Parked page', points.parked, http.title ?? 'Placeholder')]
  if (http.status >= 400) return [reason('Page unavailable', points.pageGone, `HTTP status ${http.status}`)]
  const found: Indicator[] = []
  if (http.hasPasswordField) found.push(reason('Password field', points.password, end ?? http.host))
  const title = lettersAndDigits(http.title ?? '')
  const named = aliases.find((alias) => lettersAndDigits(alias).length >= 4 && title.includes(lettersAndDigits(alias)))
  if (named !== undefined) found.push(reason('Brand in the page title', points.brandInTitle, http.title ?? named))
  return found
}

function weighCertificate({ tls, isKeyShared }: DomainFacts): Indicator[] {
  if (!tls?.certificate) return []
  const found: Indicator[] = []
  if (tls.isTrusted && freeAuthorities.test(tls.certificate.issuer)) {
    found.push(reason('Certificate from a free CA', points.freeCertificate, tls.certificate.notBefore.slice(0, 10)))
  }
  if (isKeyShared) {
    found.push(reason('Reused certificate key', points.sharedKey, 'Also used by another threat'))
  }
  return found
}

const reason = (name: DomainReason, contribution: number, value: string | undefined): Indicator => ({
  name,
  ...(value === undefined ? {} : { value: value.slice(0, 200) }),
  contribution,
})
