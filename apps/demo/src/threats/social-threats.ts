import type { SourceObservationKind } from '@signet/contract/collection/source-observations'
import type { SourceFields, ThreatSource } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import type { Order, ThreatDraft } from '../demo-data.ts'
import { profileName, type ProfileTheme } from '../demo-world.ts'
import { handleOf, personName, places } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'
import { draftOf, judgedVersion, logoAgreement, luringContacts, luringText, observed } from './judged-observation.ts'

/* Profiles, pages, videos and posts that impersonate the client. */

const feeds = ['social search', 'user report', 'brand mention search', 'profile photo match'] as const

interface Profile {
  theme: ProfileTheme
  name: string
  handle: string
  followers: number
  createdOn: string
}

function inventProfile(order: Order, usual?: ProfileTheme): Profile {
  const { random, severity, firstSeen, campaign } = order
  const drawn: ProfileTheme = usual ?? random.weighted({ support: 4, money: 4, rewards: 3 })
  const theme = campaign === 'fake-helpline' ? 'support' : campaign === 'reward-lures' ? 'rewards' : drawn
  const name = profileName(order.world, random, theme, places)
  const ageDays = severity === 'Low' && random.chance(0.4) ? random.int(400, 1900) : random.int(1, 40)
  return {
    theme,
    name,
    handle: handleOf(random, name),
    followers: Math.round(10 ** (1.2 + random.next() * 2.8)),
    createdOn: new Date(firstSeen.getTime() - ageDays * dayMs).toISOString(),
  }
}

/** What a profile or post of a network shows. */
interface Shown {
  source: ThreatSource
  kind: SourceObservationKind
  url: string
  names: readonly string[]
  handle: string | null
  fields: SourceFields
  /** The first words of its text. */
  text: string
}

function profileDraft(order: Order, { followers, createdOn }: Profile, shown: Shown): ThreatDraft | undefined {
  const { text, fields, ...parts } = shown
  const flagged = order.flagged(order.random)
  const judged = judgedVersion(order, (random) => {
    const { links, phones, domain } = luringContacts(flagged, random)
    return {
      observation: observed({
        ...parts,
        id: shown.url,
        text: luringText(order, random, text),
        links,
        phones,
        fields: { ...fields, ...(domain === null ? {} : { registrable_domain: domain }) },
        account: { createdAt: createdOn, followers, following: null, isVerified: false },
      }),
      agreement: logoAgreement(random),
    }
  })
  return (
    judged &&
    draftOf(order, judged, {
      identity: `${shown.url}#${order.random.hex(6)}`,
      category: /Scam|giveaway|job offer/i.test(judged.verdict.threatType) ? 'Fraud' : 'Impersonation',
      feeds,
    })
  )
}

function addressOf(network: string, handle: string, random: Random): string {
  return `https://social.example/${network}/${handle}${random.chance(0.3) ? `?p=${random.int(100, 999)}` : ''}`
}

/** Profiles impersonate; posts of any account lead to them. */
const kindOf = (random: Random): SourceObservationKind => (random.chance(0.75) ? 'profile' : 'post')

/** The text of a post names the company; that of a profile needn't. */
const firstWords = ({ world, random }: Order, kind: SourceObservationKind) =>
  kind === 'post' ? random.pick(world.adLines) : random.chance(0.3) ? `Page of ${world.company.name}.` : ''

/** A profile on Instagram, Reddit or TikTok. */
export function profileThreat(order: Order, source: 'Instagram' | 'Reddit' | 'TikTok'): ThreatDraft | undefined {
  const { random } = order
  const profile = inventProfile(order)
  const username = `${source === 'Reddit' ? 'u/' : '@'}${profile.handle}`
  const url = addressOf(source.toLowerCase(), profile.handle, random)
  const kind = kindOf(random)
  return profileDraft(order, profile, {
    source,
    kind,
    url,
    names: [profile.name],
    handle: profile.handle,
    text: firstWords(order, kind),
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
export function twitterThreat(order: Order): ThreatDraft | undefined {
  const { random } = order
  const profile = inventProfile(order)
  const url = addressOf('twitter', profile.handle, random)
  const kind = kindOf(random)
  return profileDraft(order, profile, {
    source: 'Twitter',
    kind,
    url,
    names: [profile.name],
    handle: profile.handle,
    text: firstWords(order, kind),
    fields: {
      Name: profile.name,
      Handle: `@${profile.handle}`,
      ProfileUrl: url,
      followers: profile.followers,
      createdOn: profile.createdOn,
    },
  })
}

const facebookKinds = {
  Pages: 'profile',
  Groups: 'group',
  Posts: 'post',
  MarketPlace: 'post',
  People: 'profile',
} as const

/** A page, group, post, listing or person on Facebook. */
export function facebookThreat(order: Order): ThreatDraft | undefined {
  const { random, world } = order
  const subtype = random.weighted({ Pages: 6, Groups: 3, Posts: 3, MarketPlace: 1, People: 2 })
  const profile = inventProfile(order, subtype === 'Groups' ? 'support' : undefined)
  const url = addressOf('facebook', profile.handle, random)
  const listing = random.pick(world.listings)
  const titles: Record<typeof subtype, SourceFields> = {
    Pages: { PageName: profile.name },
    Groups: { GroupName: `${profile.name} ${random.pick(['Members', 'Group', 'Community'])}` },
    Posts: { postOwnerName: profile.name },
    MarketPlace: { Title: listing, ProfileName: personName(random) },
    People: { ProfileName: `${personName(random)} (${profile.name})` },
  }
  const kind = facebookKinds[subtype]
  return profileDraft(order, profile, {
    source: 'FB',
    kind,
    url,
    names: Object.values(titles[subtype]).map(String),
    handle: profile.handle,
    text: subtype === 'MarketPlace' ? listing : firstWords(order, kind),
    fields: { subtype, ...titles[subtype], ProfileUrl: url },
  })
}

/** A channel or a video. */
export function youTubeThreat(order: Order): ThreatDraft | undefined {
  const { random, world } = order
  const titles = random.weighted({ 'Impersonating channel': 4, 'Fake livestream': 2, 'Scam video': 3 })
  const profile = inventProfile(order, titles === 'Fake livestream' ? 'rewards' : undefined)
  const url = addressOf('youtube', profile.handle, random)
  const videoTitle = random.pick(world.videoTitles[titles] ?? [world.company.name])
  return profileDraft(order, profile, {
    source: 'YouTube',
    kind: titles === 'Impersonating channel' ? 'profile' : 'post',
    url,
    names: [profile.name],
    handle: profile.handle,
    text: `${videoTitle}.`,
    fields: { channelName: profile.name, videoTitle, channelUrl: url, subscribers: profile.followers },
  })
}

/** A person, a page or a job on LinkedIn. */
export function linkedInThreat(order: Order): ThreatDraft | undefined {
  const { random, world } = order
  const shown = random.weighted({ person: 5, job: 4, page: 2 })
  const profile = inventProfile(order, shown === 'job' ? 'work' : undefined)
  const job = random.pick(world.jobs)
  const postedBy = shown === 'person' ? `${personName(random)}, ${world.company.name}` : profile.name
  const url = addressOf('linkedin', shown === 'person' ? `in-${random.hex(6)}` : profile.handle, random)
  const headline =
    shown === 'job'
      ? `${world.company.name} hires: ${job} (${random.pick(places)}), fee of ${random.int(20, 90)} for the check`
      : `${job}, ${world.company.name}`
  return profileDraft(order, profile, {
    source: 'LinkedIn',
    kind: shown === 'person' ? 'profile' : 'post',
    url,
    names: [postedBy],
    handle: null,
    text: `${headline}.${shown === 'job' ? ' We are hiring.' : ''}`,
    fields: { postedBy, postLink: `${url}/posts/${random.int(10_000, 99_999)}`, profileLink: url, headline },
  })
}
