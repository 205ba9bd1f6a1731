import { abuseReportServices } from '@signet/contract/takedowns/abuse-report-services'
import type { ContactReason } from '@signet/contract/takedowns/abuse-contacts'
import { splitName } from '../names/split-name.ts'

/**
 * Names the provider behind a recipient of notices, so that what became of earlier notices can be counted however it was contacted.
 *
 * @param contact.recipient an email address, the address or name of a form, or the label of a service, e.g. `abuse@mail.host.example`
 * @param contact.link the address of a form
 * @returns the registrable domain, e.g. `host.example`; the recipient in lower case if it has none
 */
export function providerOf({ recipient, link = null }: { recipient: string; link?: string | null }): string {
  const service = Object.values(abuseReportServices).find(({ label }) => label === recipient)
  const address = link ?? recipient
  // The name of a form may look like an address, e.g. `Google: Safe Browsing`, but has no host.
  const host = URL.canParse(address) ? new URL(address).hostname : address.slice(address.lastIndexOf('@') + 1)
  const plain = (service?.domain ?? (host || recipient)).toLowerCase()
  return splitName(plain).registrable || plain
}

/** What became of the targets that a provider was notified about; those that are still open and recent aren't counted. */
export interface ProviderOutcome {
  total: number
  /** Targets that went offline after the notice. */
  removed: number
}

/** Fewer targets say nothing about a provider. */
const targetsMin = 5
const actsShare = 0.5
const seldomShare = 0.2

/**
 * How a provider acted on earlier notices.
 *
 * @returns null if it had too few notices, or acts neither often nor seldom
 */
export function standingOf({ total, removed }: ProviderOutcome): 'acts' | 'seldom' | null {
  if (total < targetsMin) return null
  return removed / total >= actsShare ? 'acts' : removed / total < seldomShare ? 'seldom' : null
}

/** Reasons of contacts that are all right to be asked first; the others are asked only if these don't act, or don't remove anything. */
const firstReasons: ReadonlySet<ContactReason> = new Set([
  'servesPage',
  'registeredName',
  'nothingServed',
  'hidesHost',
  'redirectTarget',
])
const order = { acts: 0, none: 1, seldom: 2 }

/** Whether the place of a contact depends on how its provider acted on earlier notices. */
export const isRankedByOutcome = ({ reason }: { reason: ContactReason }): boolean => firstReasons.has(reason)

/**
 * Puts providers that usually act first, and those that seldom do last, among the contacts that may be asked first. All others keep their
 * places, which follow from the attack.
 */
export function orderByOutcome<T extends { reason: ContactReason; outcome: ProviderOutcome | null }>(
  contacts: readonly T[],
): T[] {
  const rank = ({ outcome }: T) => order[(outcome && standingOf(outcome)) ?? 'none']
  const sorted = contacts.filter(isRankedByOutcome).toSorted((a, b) => rank(a) - rank(b))
  return contacts.map((one) => (isRankedByOutcome(one) ? (sorted.shift() ?? one) : one))
}
