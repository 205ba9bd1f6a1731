import { required } from '@signet/contract/narrow'
import type { Severity } from '@signet/contract/threats/severities'
import type { SourceFields } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { sourcesOfTouts, toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'
import type { ThreatDraft } from '../demo-data.ts'
import { brandKeyIn, brandsOf, type DemoWorld } from '../demo-world.ts'
import {
  appStores,
  forums,
  handleOf,
  personName,
  phoneNumber,
  places,
  reservedSuffix,
  streetAddress,
} from '../companies/invented-names.ts'
import { finished, type MadeThreat } from '../threats/make-threats.ts'
import type { Random } from '../random.ts'
import { timelineOf } from '../threats/timeline.ts'
import type { ToutTrade } from './tout-trades.ts'
import { scoreFor, weighReasons, type Reason } from '../threats/weigh-indicators.ts'

/* Touts of an invented company: unauthorised sellers of the company's products. */

const countsBySource: Readonly<Record<ToutSource, number>> = {
  Telegram: 120,
  FB: 80,
  WhatsApp: 70,
  Instagram: 60,
  URL: 60,
  Domain: 50,
  Twitter: 45,
  YouTube: 40,
  Extension: 30,
  APK: 25,
  GoogleMaps: 20,
  GitHub: 18,
  DarkWeb: 15,
}

const severityWeights: Record<Severity, number> = { Critical: 4, High: 18, Medium: 44, Low: 34 }

/** An offer, independent of the source that shows it. */
interface Offer {
  random: Random
  /** Inserts the company's name, or that of its second brand, into a text. */
  say: (text: string) => string
  trade: ToutTrade
  word: string
  seller: string
  handle: string
  host: string
  phone: string
  line: string
  reach: number
  createdOn: string
}

interface Shown {
  identity: string
  fields: SourceFields
  url: string | null
  feeds: readonly string[]
}

/** All touts, oldest first; identities are unique within a source. */
export function makeTouts(world: DemoWorld, trade: ToutTrade, random: Random, today: Date): MadeThreat[] {
  const slots = random.shuffled(toutSources.flatMap((source) => Array<ToutSource>(countsBySource[source]).fill(source)))
  const moments = timelineOf(random.fork('timeline'), today, slots.length)
  const taken = new Set<string>()
  return moments.flatMap(({ at }, index) => {
    const source = required(slots[index], 'a source')
    const draft = draftOf(world, trade, random.fork(`tout ${index}`), source, at)
    if (taken.has(`${source} ${draft.identity}`)) return []
    taken.add(`${source} ${draft.identity}`)
    return [finished(random.fork(`id ${index}`), draft, at, 'tout')]
  })
}

function draftOf(world: DemoWorld, trade: ToutTrade, random: Random, source: ToutSource, firstSeen: Date): ThreatDraft {
  const { main, second } = brandsOf(world)
  const name = random.chance(0.25)
    ? second.name
    : random.pick([main.name, required(world.company.name.split(' ')[0], 'a name')])
  const say = (text: string) => text.replaceAll('{Name}', name).replaceAll('{word}', world.company.word)
  const seller = `${say(random.pick(trade.sellers))}${random.chance(0.4) ? ` ${random.pick([...places, '2', 'Official', 'HQ'])}` : ''}`
  const { word } = world.company
  const ageDays = random.int(1, 500)
  const offer: Offer = {
    random,
    say,
    trade,
    word,
    seller,
    handle: handleOf(random, seller),
    host: `${word}-${random.pick(trade.hostWords)}${random.int(1, 99)}.${reservedSuffix(random)}`,
    phone: phoneNumber(random),
    line: say(random.pick(trade.offers)),
    reach: Math.round(10 ** (1.4 + random.next() * 3)),
    createdOn: new Date(firstSeen.getTime() - ageDays * dayMs).toISOString(),
  }
  const types: readonly string[] = sourcesOfTouts[source].types.filter((type) => !trade.without.test(type))
  const threatType = random.pick(types.slice(0, 3))
  const score = scoreFor(random, random.weighted(severityWeights))
  const indicators = weighReasons(random, score, reasonsOf(offer, threatType, ageDays))
  const shown = shownBy[source](offer)
  return {
    ...shown,
    fields: { ...shown.fields, ...pricesOf(random.fork('price'), indicators) },
    source,
    threatType,
    category: threatType.startsWith('Tip') ? 'Tips' : random.weighted(trade.goods),
    brandKey: brandKeyIn(world, seller),
    class: null,
    indicators,
  }
}

/** The face value and the asking price of an offer that is above it, as its reason says; nothing for other offers. */
function pricesOf(random: Random, indicators: ThreatDraft['indicators']): SourceFields {
  const reason = indicators.find(({ name }) => name === 'Sells above face value')?.value
  if (!reason) return {}
  const faceValue = random.int(4, 180) * 5
  return {
    price: Math.round(faceValue * (1 + Number.parseInt(reason, 10) / 100)),
    faceValue,
    currency: 'EUR',
    quantity: random.int(1, 40),
  }
}

function reasonsOf({ random, seller, phone, reach }: Offer, threatType: string, ageDays: number): Reason[] {
  const first: Reason = /Automatic|bot|script|Queue/i.test(threatType)
    ? { name: 'Uses a booking bot', value: 'Faster than a person can', weight: 30 }
    : /Tip/.test(threatType)
      ? { name: 'Sells tips', value: 'Promises a sure win', weight: 30 }
      : { name: 'Unlicensed seller', value: 'Not a listed agent', weight: 28 }
  return [
    first,
    { name: 'Sells above face value', value: `${random.int(10, 160)}% over the fare or price`, weight: 20 },
    { name: 'Bulk offer', value: `${random.int(6, 80)} at once`, weight: 18 },
    { name: `Name match 0.${random.int(86, 99)}`, value: seller, weight: 16 },
    { name: `Logo match ${random.int(86, 97)}%`, value: 'Client logo next to the offer', weight: 16 },
    { name: `${random.int(2, 9)} user reports`, value: 'Reported by customers', weight: 18 },
    { name: 'Shares a phone number', value: phone, weight: 16 },
    { name: 'Few followers', value: String(reach), weight: -7 },
    ageDays <= 40
      ? { name: `Created ${ageDays} ${ageDays === 1 ? 'day' : 'days'} ago`, weight: 12 }
      : { name: 'Old account', weight: -6 },
  ]
}

const social = ['social search', 'user report', 'seller search'] as const
const addressOf = (network: string, { handle }: Offer) => `https://social.example/${network}/${handle}`

/** A profile on a network; these networks use the same field names. */
function profile(network: string, offer: Offer, fields: SourceFields): Shown {
  const url = addressOf(network, offer)
  const own = { ...fields, ProfileUrl: url, followers: offer.reach, createdOn: offer.createdOn }
  return { identity: `${url}#${offer.random.hex(6)}`, fields: own, url, feeds: social }
}

const shownBy: Record<ToutSource, (offer: Offer) => Shown> = {
  Telegram(offer) {
    const url = `https://chat.example/${offer.handle}`
    return {
      identity: `${url}#${offer.random.hex(6)}`,
      url,
      feeds: ['chat search', 'user report'],
      fields: {
        channel_data: {
          entity_user_name: `@${offer.handle}`,
          channel_name: offer.handle,
          title: offer.seller,
          participants_count: offer.reach,
        },
        message_content: offer.line,
      },
    }
  },
  WhatsApp: ({ random, phone, seller, line }) => ({
    identity: `${phone}\n${seller}\n${random.hex(4)}`,
    url: null,
    feeds: ['user report', 'messaging honeypot'],
    fields: {
      Profile: phone,
      ProfileName: seller,
      inviteLink: `https://chat.example/join/${random.hex(12)}`,
      message: line,
    },
  }),
  Instagram: (offer) => profile('instagram', offer, { Username: `@${offer.handle}`, ProfileName: offer.seller }),
  Twitter: (offer) => profile('twitter', offer, { Name: offer.seller, Handle: `@${offer.handle}` }),
  FB(offer) {
    const { random, seller, say, trade } = offer
    const subtype = random.weighted({ Groups: 5, Pages: 4, MarketPlace: 4, Posts: 2, People: 2 })
    const titles: Record<typeof subtype, SourceFields> = {
      Groups: { GroupName: `${seller} ${random.pick(['Group', 'Members', 'Buy & Sell'])}` },
      Pages: { PageName: seller },
      MarketPlace: { Title: say(random.pick(trade.pages)), ProfileName: personName(random) },
      Posts: { postOwnerName: seller },
      People: { ProfileName: `${personName(random)} (${seller})` },
    }
    const url = addressOf('facebook', offer)
    return {
      identity: `${url}#${random.hex(6)}`,
      url,
      feeds: social,
      fields: { subtype, ...titles[subtype], ProfileUrl: url },
    }
  },
  YouTube(offer) {
    const url = addressOf('youtube', offer)
    const videoId = offer.random.hex(11)
    return {
      identity: videoId,
      url,
      feeds: ['video search', 'user report'],
      fields: {
        channelName: offer.seller,
        videoTitle: offer.say(offer.random.pick(offer.trade.videos)),
        videoId,
        channelUrl: url,
        subscribers: offer.reach,
      },
    }
  },
  URL({ random, say, trade, host }) {
    const urlSource = random.pick(['classified adverts', 'search results', 'forum crawl', 'user report'])
    const link = `https://${host}/${random.pick(['offer', 'ad', 'shop', 'item'])}/${random.int(1000, 99_999)}`
    const fields = { link, title: say(random.pick(trade.pages)), domain_name: host, urlSource }
    return { identity: link, url: link, feeds: [urlSource], fields }
  },
  Domain({ random, host, word }) {
    const name = random.chance(0.5) ? host : `${random.pick(['buy', 'get', 'my', 'go'])}-${host}`
    return {
      identity: name,
      url: null,
      feeds: ['new domains', 'certificate transparency'],
      fields: { domain_name: name, registrable_domain: name, brand: word },
    }
  },
  DarkWeb: ({ random, say, trade, word }) => ({
    identity: random.hex(16),
    url: null,
    feeds: ['forum crawl'],
    fields: {
      author_username: `${word}_${random.pick(['seats', 'vendor', 'trader', 'desk'])}_${random.int(1, 99)}`,
      email: `${word}.${random.pick(['deals', 'sales', 'shop'])}${random.int(1, 99)}@mail.example`,
      forum: random.pick(forums),
      post_title: say(random.pick(trade.posts)),
    },
  }),
  GitHub({ random, say, trade, handle }) {
    const repository = `${handle.replaceAll('.', '-')}/${say(random.pick(trade.repositories))}`
    const url = `https://code.example/${repository}`
    return {
      identity: `${url}#${random.hex(4)}`,
      url,
      feeds: ['code search'],
      fields: {
        repositoryName: repository,
        repositoryId: String(random.int(10_000_000, 99_999_999)),
        repositoryLink: url,
        path: random.pick(['src/book.py', 'main.js', 'bot/queue.ts', 'README.md']),
      },
    }
  },
  GoogleMaps({ random, say, trade, phone, host }) {
    const title = `${say(random.pick(trade.agencies))} ${random.pick(places)}`
    return {
      identity: `${title}\n${phone}\n${random.hex(4)}`,
      url: null,
      feeds: ['map search'],
      fields: {
        title,
        ProfileName: personName(random),
        phone,
        placeAddress: streetAddress(random),
        website: `https://${host}/`,
      },
    }
  },
  APK({ random, say, trade, word }) {
    const sha256 = random.hex(64)
    const store = random.pick(appStores)
    return {
      identity: sha256,
      url: `https://${store.toLowerCase().replaceAll(' ', '-')}.example/app/${word}-${random.hex(4)}`,
      feeds: ['app store scan', 'user report'],
      fields: {
        appName: say(random.pick(trade.tools)),
        packageName: `example.${word}.${random.pick(['agent', 'quick', 'helper', 'pro'])}`,
        versionName: `${random.int(1, 5)}.${random.int(0, 9)}`,
        store,
        md5: random.hex(32),
        sha256,
      },
    }
  },
  Extension({ random, say, trade, reach, word }) {
    const extensionId = random.hex(32).replaceAll(/\d/g, (digit) => required('ghijklmnop'[Number(digit)], digit))
    return {
      identity: extensionId,
      url: `https://extensions.example/${word}/${extensionId}`,
      feeds: ['extension store scan', 'user report'],
      fields: {
        extensionName: say(random.pick(trade.tools)),
        extensionId,
        store: random.pick(['Extension Shelf', 'AddOn Bazaar']),
        publisher: personName(random),
        installs: reach,
      },
    }
  },
}
