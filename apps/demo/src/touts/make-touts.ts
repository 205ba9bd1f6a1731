import { required } from '@signet/contract/narrow'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import type { Severity } from '@signet/contract/threats/severities'
import { fieldOf, type SourceFields } from '@signet/contract/threats/sources'
import { dayMs } from '@signet/contract/time'
import { toutSources, type ToutSource } from '@signet/contract/touts/tout-sources'
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
import { judgedTout, logoAgreement, observed } from '../threats/judged-observation.ts'

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
  /** What is offered, and on which terms. */
  line: string
  pitch: string
  reach: number
  createdOn: string
}

/** What a source shows of an offer. */
type Shown = Pick<SourceObservation<ToutSource>, 'kind' | 'id' | 'fields' | 'url' | 'names' | 'text'> &
  Partial<Pick<SourceObservation<ToutSource>, 'handle' | 'phones' | 'links'>>

/** All touts, oldest first; identities are unique within a source. */
export function makeTouts(world: DemoWorld, trade: ToutTrade, random: Random, today: Date): MadeThreat[] {
  const slots = random.shuffled(toutSources.flatMap((source) => Array<ToutSource>(countsBySource[source]).fill(source)))
  const moments = timelineOf(random.fork('timeline'), today, slots.length)
  const taken = new Set<string>()
  return moments.flatMap(({ at }, index) => {
    const source = required(slots[index], 'a source')
    const draft = draftOf(world, trade, random.fork(`tout ${index}`), source, at)
    if (!draft || taken.has(`${source} ${draft.identity}`)) return []
    taken.add(`${source} ${draft.identity}`)
    return [finished(random.fork(`id ${index}`), draft, at, 'tout')]
  })
}

function draftOf(
  world: DemoWorld,
  trade: ToutTrade,
  random: Random,
  source: ToutSource,
  firstSeen: Date,
): ThreatDraft | undefined {
  const { main, second } = brandsOf(world)
  const name = random.chance(0.25)
    ? second.name
    : random.pick([main.name, required(world.company.name.split(' ')[0], 'a name')])
  const say = (text: string) => text.replaceAll('{Name}', name).replaceAll('{word}', world.company.word)
  const seller = `${say(random.pick(trade.sellers))}${random.chance(0.4) ? ` ${random.pick([...places, '2', 'Official', 'HQ'])}` : ''}`
  const { word } = world.company
  const severity = random.weighted(severityWeights)
  const offer = {
    say,
    trade,
    word,
    seller,
    handle: handleOf(random, seller),
    host: `${word}-${random.pick(trade.hostWords)}${random.int(1, 99)}.${reservedSuffix(random)}`,
    phone: phoneNumber(random),
    reach: Math.round(10 ** (1.4 + random.next() * 3)),
    createdOn: new Date(firstSeen.getTime() - random.int(1, 500) * dayMs).toISOString(),
  }
  const judged = judgedTout({ world, random: random.fork('judged'), severity, firstSeen }, (own) => {
    const line = say(own.pick(trade.offers))
    const pitch = pitchOf(own, programs.has(source) ? trade.programs : trade.terms, severity)
    const shown = shownBy[source]({ ...offer, random: own, line: `${line}. ${pitch}`, pitch })
    return { observation: observed({ source, ...shown }), agreement: logoAgreement(own) }
  })
  if (!judged) return undefined
  const { observation, verdict } = judged
  const { threatType, indicators, fields } = verdict
  const feeds = feedsOf[source]
  return {
    source: verdict.source,
    identity: observation.id,
    fields,
    url: observation.url,
    feeds: typeof feeds === 'function' ? feeds(fields) : feeds,
    threatType,
    category: threatType.startsWith('Tip') ? 'Tips' : random.weighted(trade.goods),
    brandKey: verdict.brandId ?? brandKeyIn(world, seller),
    class: null,
    indicators,
  }
}

/** Sources of programs that book or play, rather than of tickets. */
const programs: ReadonlySet<ToutSource> = new Set(['APK', 'Extension', 'GitHub'])

/** How many terms an offer names at least and at most. */
const termCounts: Readonly<Record<Severity, readonly [number, number]>> = {
  Low: [0, 1],
  Medium: [0, 2],
  High: [1, 3],
  Critical: [2, 4],
}

const doubts = ['Not an official shop.', 'Do you need one more?', 'We are independent.'] as const

/** The terms of an offer, or what speaks against it. */
function pitchOf(random: Random, terms: readonly string[], severity: Severity): string {
  const count = random.int(...termCounts[severity])
  const faceValue = random.int(4, 60) * 5
  const price = Math.round(faceValue * (1.1 + random.next() * 1.5))
  const against = count < 2 && random.chance(0.3) ? [random.pick(doubts)] : []
  return [...random.shuffled(terms).slice(0, count), ...against]
    .join(' ')
    .replaceAll('{price}', String(price))
    .replaceAll('{faceValue}', String(faceValue))
    .replaceAll('{n}', String(random.int(6, 60)))
    .replaceAll('{percent}', String(random.int(2, 16) * 5))
}

const social = ['social search', 'user report', 'seller search'] as const
const addressOf = (network: string, { handle }: Offer) => `https://social.example/${network}/${handle}`

/** Where the offers of a source were found. */
const feedsOf: Readonly<Record<ToutSource, readonly string[] | ((fields: SourceFields) => readonly string[])>> = {
  Telegram: ['chat search', 'user report'],
  WhatsApp: ['user report', 'messaging honeypot'],
  Instagram: social,
  Twitter: social,
  FB: social,
  YouTube: ['video search', 'user report'],
  URL: (fields) => [fieldOf(fields, 'urlSource') ?? 'search results'],
  Domain: ['new domains', 'certificate transparency'],
  DarkWeb: ['forum crawl'],
  GitHub: ['code search'],
  GoogleMaps: ['map search'],
  APK: ['app store scan', 'user report'],
  Extension: ['extension store scan', 'user report'],
}

/** A profile on a network; these networks use the same field names. */
function profile(network: string, offer: Offer, fields: SourceFields): Shown {
  const url = addressOf(network, offer)
  return {
    kind: 'profile',
    id: `${url}#${offer.random.hex(6)}`,
    url,
    names: [offer.seller],
    handle: offer.handle,
    text: offer.line,
    fields: { ...fields, ProfileUrl: url, followers: offer.reach, createdOn: offer.createdOn },
  }
}

const shownBy: Record<ToutSource, (offer: Offer) => Shown> = {
  Telegram(offer) {
    const url = `https://chat.example/${offer.handle}`
    return {
      kind: 'post',
      id: `${url}#${offer.random.hex(6)}`,
      url,
      names: [offer.seller],
      handle: offer.handle,
      text: offer.line,
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
    kind: 'post',
    id: `${phone}\n${seller}\n${random.hex(4)}`,
    url: null,
    names: [seller],
    text: line,
    phones: [phone],
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
    const { random, seller, say, trade, line } = offer
    const subtype = random.weighted({ Groups: 5, Pages: 4, MarketPlace: 4, Posts: 2, People: 2 })
    const listing = say(random.pick(trade.pages))
    const titles: Record<typeof subtype, SourceFields> = {
      Groups: { GroupName: `${seller} ${random.pick(['Group', 'Members', 'Buy & Sell'])}` },
      Pages: { PageName: seller },
      MarketPlace: { Title: listing, ProfileName: personName(random) },
      Posts: { postOwnerName: seller },
      People: { ProfileName: `${personName(random)} (${seller})` },
    }
    const url = addressOf('facebook', offer)
    return {
      kind: subtype === 'Groups' ? 'group' : subtype === 'Posts' || subtype === 'MarketPlace' ? 'post' : 'profile',
      id: `${url}#${random.hex(6)}`,
      url,
      names: [subtype === 'MarketPlace' ? listing : seller],
      text: line,
      fields: { subtype, ...titles[subtype], ProfileUrl: url },
    }
  },
  YouTube(offer) {
    const url = addressOf('youtube', offer)
    const videoId = offer.random.hex(11)
    const video = offer.say(offer.random.pick(offer.trade.videos))
    return {
      kind: 'post',
      id: videoId,
      url,
      names: [video, offer.seller],
      text: offer.line,
      fields: {
        channelName: offer.seller,
        videoTitle: video,
        videoId,
        channelUrl: url,
        subscribers: offer.reach,
      },
    }
  },
  URL({ random, say, trade, host, pitch }) {
    const urlSource = random.pick(['classified adverts', 'search results', 'forum crawl', 'user report'])
    const link = `https://${host}/${random.pick(['offer', 'ad', 'shop', 'item'])}/${random.int(1000, 99_999)}`
    const title = say(random.pick(trade.pages))
    const fields = { link, title, domain_name: host, urlSource }
    return { kind: 'address', id: link, url: link, names: [title], text: pitch, fields }
  },
  Domain({ random, say, trade, host, word, pitch }) {
    const name = random.chance(0.5) ? host : `${random.pick(['buy', 'get', 'my', 'go'])}-${host}`
    return {
      kind: 'address',
      id: name,
      url: null,
      names: [say(random.pick(trade.pages))],
      text: pitch,
      links: [`https://${name}/`],
      fields: { domain_name: name, registrable_domain: name, brand: word },
    }
  },
  DarkWeb({ random, say, trade, word, pitch }) {
    const post = say(random.pick(trade.posts))
    return {
      kind: 'claim',
      id: random.hex(16),
      url: null,
      names: [post],
      text: pitch,
      fields: {
        author_username: `${word}_${random.pick(['seats', 'vendor', 'trader', 'desk'])}_${random.int(1, 99)}`,
        email: `${word}.${random.pick(['deals', 'sales', 'shop'])}${random.int(1, 99)}@mail.example`,
        forum: random.pick(forums),
        post_title: post,
      },
    }
  },
  GitHub({ random, say, trade, handle, pitch }) {
    const repository = `${handle.replaceAll('.', '-')}/${say(random.pick(trade.repositories))}`
    const url = `https://code.example/${repository}`
    return {
      kind: 'code',
      id: `${url}#${random.hex(4)}`,
      url,
      names: [repository],
      handle,
      text: pitch,
      fields: {
        repositoryName: repository,
        repositoryId: String(random.int(10_000_000, 99_999_999)),
        repositoryLink: url,
        path: random.pick(['src/book.py', 'main.js', 'bot/queue.ts', 'README.md']),
      },
    }
  },
  GoogleMaps({ random, say, trade, phone, host, pitch }) {
    const title = `${say(random.pick(trade.agencies))} ${random.pick(places)}`
    return {
      kind: 'place',
      id: `${title}\n${phone}\n${random.hex(4)}`,
      url: null,
      names: [title],
      text: pitch,
      phones: [phone],
      links: [`https://${host}/`],
      fields: {
        title,
        ProfileName: personName(random),
        phone,
        placeAddress: streetAddress(random),
        website: `https://${host}/`,
      },
    }
  },
  APK({ random, say, trade, word, pitch }) {
    const sha256 = random.hex(64)
    const store = random.pick(appStores)
    const appName = say(random.pick(trade.tools))
    // Drawn apart, so that the other values of the record stay the same.
    const publisher = `${personName(random.fork('publisher'))} Apps`
    return {
      kind: 'app',
      id: sha256,
      url: `https://${store.toLowerCase().replaceAll(' ', '-')}.example/app/${word}-${random.hex(4)}`,
      names: [appName, publisher],
      text: pitch,
      fields: {
        appName,
        packageName: `example.${word}.${random.pick(['agent', 'quick', 'helper', 'pro'])}`,
        versionName: `${random.int(1, 5)}.${random.int(0, 9)}`,
        store,
        publisher,
        md5: random.hex(32),
        sha256,
      },
    }
  },
  Extension({ random, say, trade, reach, word, pitch }) {
    const extensionId = random.hex(32).replaceAll(/\d/g, (digit) => required('ghijklmnop'[Number(digit)], digit))
    const extensionName = say(random.pick(trade.tools))
    return {
      kind: 'app',
      id: extensionId,
      url: `https://extensions.example/${word}/${extensionId}`,
      names: [extensionName],
      text: pitch,
      fields: {
        extensionName,
        extensionId,
        store: random.pick(['Extension Shelf', 'AddOn Bazaar']),
        publisher: personName(random),
        installs: reach,
      },
    }
  },
}
