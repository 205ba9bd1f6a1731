import type { SourceFields, ThreatSource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { brandKeyIn, profileName, type ProfileTheme } from '../demo-world.ts'
import { handleOf, personName, phoneNumber, places } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'
import { scoreFor, weighReasons, type Reason } from './weigh-indicators.ts'

/* Profiles, pages, videos and posts that impersonate the client. */

const feeds = ['social search', 'user report', 'brand mention search', 'profile photo match'] as const

interface Profile {
  theme: ProfileTheme
  name: string
  handle: string
  followers: number
  ageDays: number
  createdOn: string
  flagged: string
}

const themeOfType: Record<string, ProfileTheme> = {
  'Fake support account': 'support',
  'Fake support group': 'support',
  'Fake giveaway': 'rewards',
  'Fake job offer': 'work',
  'Fake livestream': 'rewards',
  'Scam video': 'money',
}

function inventProfile(order: Order, threatType: string): Profile {
  const { random, severity, firstSeen, campaign } = order
  const usual: ProfileTheme = themeOfType[threatType] ?? random.weighted({ support: 4, money: 4, rewards: 3 })
  const theme = campaign === 'fake-helpline' ? 'support' : campaign === 'reward-lures' ? 'rewards' : usual
  const name = profileName(order.world, random, theme, places)
  const ageDays = severity === 'Low' && random.chance(0.4) ? random.int(400, 1900) : random.int(1, 40)
  return {
    theme,
    name,
    handle: handleOf(random, name),
    followers: Math.round(10 ** (1.2 + random.next() * 2.8)),
    ageDays,
    createdOn: new Date(firstSeen.getTime() - ageDays * dayMs).toISOString(),
    flagged: order.flagged(random),
  }
}

function reasonsOf(random: Random, profile: Profile): Reason[] {
  const reasons: Reason[] = [
    { name: `Name match 0.${random.int(88, 99)}`, value: profile.name, weight: 30 },
    { name: `Logo match ${random.int(86, 98)}%`, value: 'Client logo as profile photo', weight: 26 },
    { name: 'Copied profile photo', value: 'Same photo as the official account', weight: 24 },
    { name: `${random.int(2, 9)} user reports`, value: 'Reported by customers', weight: 18 },
    { name: 'Links to a known threat', value: profile.flagged, weight: 20 },
    { name: 'Asks for card details', value: 'In replies to customers', weight: 24 },
    { name: 'Running paid ads', value: `${random.int(2, 14)} in the last week`, weight: 14 },
    { name: 'Unverified account', weight: -6 },
    { name: 'Few followers', value: String(profile.followers), weight: -8 },
  ]
  if (profile.theme === 'support') reasons.push({ name: 'Fake support number', value: phoneNumber(random), weight: 22 })
  if (profile.theme === 'money')
    reasons.push({ name: 'Promises fixed returns', value: `${random.int(4, 30)}% a week`, weight: 20 })
  if (profile.ageDays <= 40)
    reasons.push({ name: `Created ${profile.ageDays} ${profile.ageDays === 1 ? 'day' : 'days'} ago`, weight: 16 })
  else reasons.push({ name: `Account older than ${Math.floor(profile.ageDays / 365)} years`, weight: -10 })
  return reasons
}

/** Fields that connect a profile with a domain it leads to. */
function linkOf(profile: Profile, isLinked: boolean): SourceFields {
  return isLinked ? { registrable_domain: profile.flagged } : {}
}

function draftOf(
  order: Order,
  source: ThreatSource,
  threatType: string,
  profile: Profile,
  rest: { fields: SourceFields; identity: string; url: string | null; category?: string },
): ThreatDraft {
  const { random, severity } = order
  const indicators = weighReasons(random, scoreFor(random, severity), reasonsOf(random, profile))
  const isLinked = indicators.some(({ name }) => name === 'Links to a known threat')
  return {
    source,
    identity: rest.identity,
    threatType,
    category: rest.category ?? (/Scam|giveaway/i.test(threatType) ? 'Fraud' : 'Impersonation'),
    fields: { ...rest.fields, ...linkOf(profile, isLinked) },
    url: rest.url,
    brandKey: brandKeyIn(order.world, profile.name),
    class: null,
    indicators,
    feeds,
  }
}

function addressOf(network: string, handle: string, random: Random): string {
  return `https://social.example/${network}/${handle}${random.chance(0.3) ? `?p=${random.int(100, 999)}` : ''}`
}

/** A profile on Instagram, Reddit or TikTok. */
export function profileThreat(order: Order, source: 'Instagram' | 'Reddit' | 'TikTok'): ThreatDraft {
  const { random } = order
  const threatType = random.weighted({
    'Impersonating profile': 5,
    'Scam post': 2,
    'Fake support account': order.campaign === 'fake-helpline' ? 8 : 3,
    'Fake giveaway': order.campaign === 'reward-lures' ? 8 : 2,
  })
  const profile = inventProfile(order, threatType)
  const username = `${source === 'Reddit' ? 'u/' : '@'}${profile.handle}`
  const url = addressOf(source.toLowerCase(), profile.handle, random)
  return draftOf(order, source, threatType, profile, {
    identity: `${url}#${random.hex(6)}`,
    url,
    fields: {
      Username: username,
      ProfileName: profile.name,
      ProfileUrl: url,
      followers: profile.followers,
      createdOn: profile.createdOn,
    },
  })
}

/** A handle or a post on Twitter. */
export function twitterThreat(order: Order): ThreatDraft {
  const { random } = order
  const threatType = random.weighted({
    'Impersonating handle': 5,
    'Scam post': 2,
    'Fake support account': order.campaign === 'fake-helpline' ? 8 : 3,
    'Fake giveaway': order.campaign === 'reward-lures' ? 6 : 2,
  })
  const profile = inventProfile(order, threatType)
  const url = addressOf('twitter', profile.handle, random)
  return draftOf(order, 'Twitter', threatType, profile, {
    identity: `${url}#${random.hex(6)}`,
    url,
    fields: {
      Name: profile.name,
      Handle: `@${profile.handle}`,
      ProfileUrl: url,
      followers: profile.followers,
      createdOn: profile.createdOn,
    },
  })
}

/** A page, group, post, listing or person on Facebook. */
export function facebookThreat(order: Order): ThreatDraft {
  const { random } = order
  const subtype = random.weighted({ Pages: 6, Groups: 3, Posts: 3, MarketPlace: 1, People: 2 })
  const threatType = {
    Pages: 'Impersonating page',
    Groups: 'Fake support group',
    Posts: 'Scam post',
    MarketPlace: 'Fake marketplace listing',
    People: 'Impersonating page',
  }[subtype]
  const profile = inventProfile(order, threatType)
  const url = addressOf('facebook', profile.handle, random)
  const titles: Record<typeof subtype, SourceFields> = {
    Pages: { PageName: profile.name },
    Groups: { GroupName: `${profile.name} ${random.pick(['Members', 'Group', 'Community'])}` },
    Posts: { postOwnerName: profile.name },
    MarketPlace: { Title: random.pick(order.world.listings), ProfileName: personName(random) },
    People: { ProfileName: `${personName(random)} (${profile.name})` },
  }
  return draftOf(order, 'FB', threatType, profile, {
    identity: `${url}#${random.hex(6)}`,
    url,
    fields: { subtype, ...titles[subtype], ProfileUrl: url },
  })
}

/** A channel or a video. */
export function youTubeThreat(order: Order): ThreatDraft {
  const { random } = order
  const threatType = random.weighted({ 'Impersonating channel': 4, 'Fake livestream': 2, 'Scam video': 3 })
  const profile = inventProfile(order, threatType)
  const url = addressOf('youtube', profile.handle, random)
  return draftOf(order, 'YouTube', threatType, profile, {
    identity: `${url}#${random.hex(6)}`,
    url,
    fields: {
      channelName: profile.name,
      videoTitle: random.pick(order.world.videoTitles[threatType] ?? [order.world.company.name]),
      channelUrl: url,
      subscribers: profile.followers,
    },
  })
}

/** A person, a page or a job on LinkedIn. */
export function linkedInThreat(order: Order): ThreatDraft {
  const { random } = order
  const threatType = random.weighted({ 'Fake employee': 5, 'Fake job offer': 4, 'Impersonating page': 2 })
  const profile = inventProfile(order, threatType)
  const isPerson = threatType === 'Fake employee'
  const job = random.pick(order.world.jobs)
  const postedBy = isPerson ? `${personName(random)}, ${order.world.company.name}` : profile.name
  const url = addressOf('linkedin', isPerson ? `in-${random.hex(6)}` : profile.handle, random)
  const headline =
    threatType === 'Fake job offer'
      ? `${order.world.company.name} hires: ${job} (${random.pick(places)}), fee of ${random.int(20, 90)} for the check`
      : `${job} at ${order.world.company.name}`
  return draftOf(order, 'LinkedIn', threatType, profile, {
    identity: `${url}#${random.hex(6)}`,
    url,
    category: threatType === 'Fake job offer' ? 'Fraud' : 'Impersonation',
    fields: { postedBy, postLink: `${url}/posts/${random.int(10_000, 99_999)}`, profileLink: url, headline },
  })
}
