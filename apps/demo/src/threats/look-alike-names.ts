import { domainToASCII } from 'node:url'
import { required } from '@signet/contract/narrow'
import type { Severity } from '@signet/contract/threats/severities'
import type { Campaign } from '../demo-data.ts'
import { brandsOf, type DemoWorld } from '../demo-world.ts'
import { reservedSuffix } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'

/* Host names in the style of squatters and phishers. All have a reserved suffix. */

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
/** Domains of groups that use many names at once: the brand is in a subdomain. */
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

type Hosts = DemoWorld['hosts']
const styles = {
  combined: (random: Random, { names }: Hosts) =>
    `${random.pick(names)}-${random.pick(risky)}${numberOrNothing(random)}`,
  prefixed: (random: Random, { names }: Hosts) =>
    `${random.pick(risky)}-${random.pick(names)}${numberOrNothing(random)}`,
  misspelt: (random: Random, { misspelt }: Hosts) => random.pick(misspelt),
  misspeltCombined: (random: Random, { misspelt }: Hosts) =>
    `${random.pick(misspelt)}-${random.pick(risky)}${numberOrNothing(random)}`,
  respelled: (random: Random, { respelled }: Hosts) => random.pick(respelled),
  respelledCombined: (random: Random, { respelled }: Hosts) =>
    `${random.pick(respelled)}-${random.pick(risky)}${numberOrNothing(random)}`,
  accented: (random: Random, { accented }: Hosts) => random.pick(accented),
  accentedCombined: (random: Random, { accented }: Hosts) => `${random.pick(accented)}-${random.pick(risky)}`,
  otherSuffix: (random: Random, { names }: Hosts) => random.pick(names.slice(0, 3)),
  trade: (random: Random, { names, trade }: Hosts) =>
    `${random.pick(names)}${random.pick(['', '-'])}${random.pick(trade)}${numberOrNothing(random)}`,
  misspeltTrade: (random: Random, { misspelt, trade }: Hosts) =>
    `${random.pick(misspelt)}-${random.pick(trade)}${numberOrNothing(random)}`,
  harmless: (random: Random, { names }: Hosts) => `${names[2] ?? ''}${random.pick(['', '-'])}${random.pick(harmless)}`,
  misspeltHarmless: (random: Random, { misspelt }: Hosts) => `${random.pick(misspelt)}-${random.pick(harmless)}`,
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
  Medium: { trade: 6, misspeltTrade: 4, combined: 2, prefixed: 1, misspeltCombined: 3, misspelt: 2, leftOfKit: 2 },
  Low: { harmless: 7, misspelt: 2, misspeltHarmless: 4, misspeltTrade: 2, combined: 1 },
}

/** A host that imitates the client, ASCII and lower case, as a feed would list it. */
export function lookAlikeHost(world: DemoWorld, random: Random, severity: Severity, campaign: Campaign | null): string {
  const { hosts } = world
  if (campaign === 'reward-lures' && severity !== 'Low' && random.chance(0.7)) return rewardLure(world, random)
  const style = random.weighted(styleWeights[severity])
  if (style === 'leftOfKit') return `${random.pick(hosts.names)}.${leftPart(random)}${random.pick(kitDomains)}`
  if (style === 'spelledOut') return `${random.pick(officialHosts(world))}.${random.pick(kitDomains)}`
  return domainToASCII(`${styles[style](random, hosts)}.${reservedSuffix(random)}`)
}

function officialHosts(world: DemoWorld): string[] {
  const { main, second } = brandsOf(world)
  return [main, second].map(({ official }) => required(official[0], 'an official domain'))
}

function rewardLure(world: DemoWorld, random: Random): string {
  const lure = random.pick(['rewards', 'bonus', 'claim', 'refund', 'cashback'])
  const [, second = ''] = world.hosts.names
  if (random.chance(0.3)) return `${second}.${lure}${random.int(1, 40)}.rewards-hub.example`
  return `${second}-${lure}${random.int(2, 99)}.${reservedSuffix(random)}`
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

/** An address on a host of the client that redirects visitors to a foreign one. */
export function openRedirect(world: DemoWorld, random: Random): string {
  const target = `https://${random.pick(risky)}-${random.int(10, 99)}.invalid/${random.pick(['start', 'session', 'm'])}`
  const [main = '', second = ''] = officialHosts(world)
  const host = random.pick([main, `news.${main}`, second])
  return `https://${host}/${random.pick(['go', 'out', 'link'])}?url=${encodeURIComponent(target)}`
}
