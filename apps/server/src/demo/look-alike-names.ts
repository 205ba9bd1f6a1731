import { domainToASCII } from 'node:url'
import type { Severity } from '@signet/contract/severities'
import type { Campaign } from './demo-data.ts'
import { reservedSuffix } from './invented-names.ts'
import type { Random } from './random.ts'

/*
 * Host names as squatters and phishers put them together. Every one ends in a reserved suffix.
 */

const risky = [
  'secure',
  'login',
  'verify',
  'kyc',
  'wallet',
  'help',
  'support',
  'rewards',
  'cards',
  'claim',
  'refund',
  'alerts',
  'update',
  'access',
  'online',
  'bonus',
  'otp',
  'unlock',
  'confirm',
  'account',
] as const
const harmless = [
  'tours',
  'garden',
  'homes',
  'studio',
  'coffee',
  'travel',
  'dental',
  'fitness',
  'music',
  'school',
  'golf',
  'kitchen',
  'yoga',
  'cycling',
  'hotel',
  'farm',
] as const
const banking = [
  'loans',
  'savings',
  'mortgage',
  'statement',
  'debit',
  'branch',
  'insurance',
  'direct',
  'private',
  'cashback',
  'transfer',
  'limit',
] as const
const names = ['meridianbank', 'meridianpay', 'meridian', 'mymeridian', 'meridian-bank', 'meridian-pay'] as const
const misspelt = [
  'meridan',
  'merdian',
  'meridain',
  'merridian',
  'meridiann',
  'merideanbank',
  'meridanbank',
  'meridianbnak',
  'merdianpay',
  'meridianpey',
  'meridiampay',
  'meridianbannk',
] as const
const respelled = [
  'rneridian',
  'rneridianbank',
  'm3ridian',
  'merid1an',
  'm3ridianbank',
  'merid1anpay',
  'meri-dianbank',
  'meridian-p-ay',
] as const
// Cyrillic е, і, а and Latin letters with accents: what a browser shows looks like the brand.
const accented = [
  'm\u0435ridian',
  'mer\u0456dianbank',
  'meridi\u0430npay',
  'meridi\u00e1nbank',
  'mer\u00eddian',
] as const

/** Domains of groups that run many names at once: the brand stands left of them. */
const kitDomains = [
  'cards-update.test',
  'secure-session.invalid',
  'account-desk.test',
  'kyc-renewal.invalid',
  'rewards-hub.example',
  'care-desk.invalid',
  'signin-check.test',
  'refund-portal.example',
] as const

const styles = {
  combined: (random: Random) => `${random.pick(names)}-${random.pick(risky)}${numberOrNothing(random)}`,
  prefixed: (random: Random) => `${random.pick(risky)}-${random.pick(names)}${numberOrNothing(random)}`,
  misspelt: (random: Random) => random.pick(misspelt),
  misspeltCombined: (random: Random) => `${random.pick(misspelt)}-${random.pick(risky)}${numberOrNothing(random)}`,
  respelled: (random: Random) => random.pick(respelled),
  respelledCombined: (random: Random) => `${random.pick(respelled)}-${random.pick(risky)}${numberOrNothing(random)}`,
  accented: (random: Random) => random.pick(accented),
  accentedCombined: (random: Random) => `${random.pick(accented)}-${random.pick(risky)}`,
  otherSuffix: (random: Random) => random.pick(['meridianbank', 'meridianpay', 'meridian']),
  banking: (random: Random) =>
    `${random.pick(names)}${random.pick(['', '-'])}${random.pick(banking)}${numberOrNothing(random)}`,
  misspeltBanking: (random: Random) => `${random.pick(misspelt)}-${random.pick(banking)}${numberOrNothing(random)}`,
  harmless: (random: Random) => `meridian${random.pick(['', '-'])}${random.pick(harmless)}`,
  misspeltHarmless: (random: Random) => `${random.pick(misspelt)}-${random.pick(harmless)}`,
} as const
type Style = keyof typeof styles | 'leftOfKit' | 'spelledOut'

const styleWeights: Record<Severity, Partial<Record<Style, number>>> = {
  Critical: {
    combined: 4,
    prefixed: 2,
    respelledCombined: 3,
    accentedCombined: 2,
    accented: 2,
    leftOfKit: 3,
    spelledOut: 3,
  },
  High: { combined: 5, prefixed: 3, misspeltCombined: 6, leftOfKit: 3, accented: 2, respelled: 2, otherSuffix: 1 },
  Medium: { banking: 6, misspeltBanking: 4, combined: 2, prefixed: 1, misspeltCombined: 3, misspelt: 2, leftOfKit: 2 },
  Low: { harmless: 7, misspelt: 2, misspeltHarmless: 4, misspeltBanking: 2, combined: 1 },
}

/** A host that imitates the bank, ASCII and lower case, as a feed would list it. */
export function lookAlikeHost(random: Random, severity: Severity, campaign: Campaign | null): string {
  if (campaign === 'reward-lures' && severity !== 'Low' && random.chance(0.7)) return rewardLure(random)
  const style = random.weighted(styleWeights[severity] as Record<Style, number>)
  if (style === 'leftOfKit') return `${random.pick(names)}.${leftPart(random)}${random.pick(kitDomains)}`
  if (style === 'spelledOut') {
    const official = random.pick(['meridianbank.example', 'meridianpay.example'])
    return `${official}.${random.pick(kitDomains)}`
  }
  return domainToASCII(`${styles[style](random)}.${reservedSuffix(random)}`)
}

function rewardLure(random: Random): string {
  const lure = random.pick(['rewards', 'bonus', 'claim', 'refund', 'cashback'])
  if (random.chance(0.3)) return `meridianpay.${lure}${random.int(1, 40)}.rewards-hub.example`
  return `meridianpay-${lure}${random.int(2, 99)}.${reservedSuffix(random)}`
}

function leftPart(random: Random): string {
  return random.chance(0.5) ? `${random.pick(risky)}${random.int(1, 30)}.` : ''
}

function numberOrNothing(random: Random): string {
  return random.chance(0.45) ? String(random.int(2, 99)) : ''
}

/** The path of a phishing page, with its leading slash. */
export function lurePath(random: Random, campaign: Campaign | null): string {
  const number = random.int(100, 9899)
  if (campaign === 'reward-lures') return `/${random.pick(['rewards', 'bonus', 'claim', 'cashback'])}/${number}`
  const paths = [
    `/kyc/${number}`,
    '/login',
    `/verify/card/${number}`,
    `/alerts/session?id=${random.hex(8)}`,
    `/support/${number}`,
    `/account/unlock/${number}`,
    `/secure/otp?ref=${random.hex(6)}`,
    `/pay/request/${number}`,
    `/update/device/${number}`,
  ]
  return random.pick(paths)
}

/** An address on a host of the bank that passes the visitor on to a foreign one. */
export function openRedirect(random: Random): string {
  const target = `https://${random.pick(risky)}-${random.int(10, 99)}.invalid/${random.pick(['start', 'session', 'm'])}`
  const host = random.pick(['meridianbank.example', 'news.meridianbank.example', 'meridianpay.example'])
  return `https://${host}/${random.pick(['go', 'out', 'link'])}?url=${encodeURIComponent(target)}`
}
