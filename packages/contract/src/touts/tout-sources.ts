import { keysIn } from '../narrow.ts'
import {
  everySource,
  fieldOf,
  pageFields,
  sources,
  type AnySource,
  type Kind,
  type SourceField,
  type SourceInfo,
} from '../threats/sources.ts'

/*
 * The 13 sources of touts. They have types of their own, and the same fields and searches as threats of the same source, except for
 * YouTube, URL and Google Maps.
 */

const sellers = ['Unauthorised seller', 'Bulk booking offer', 'Resale at a markup', 'Tip selling'] as const

/** What is sold: the asking price against the face value, how many tickets or tips are offered, and the program that books them. */
const offerFields = [
  { field: 'price', label: 'Price', kind: 'money', inList: true },
  { field: 'faceValue', label: 'Face value', kind: 'money', inList: true },
  { field: 'currency', label: 'Currency' },
  { field: 'quantity', label: 'Quantity', kind: 'number', inList: true },
  { field: 'tool', label: 'Booking tool' },
] as const satisfies readonly SourceField[]

/** The fields of a source with those of the offer. */
const offeredOn = <const F extends readonly SourceField[]>(fields: F) => [...fields, ...offerFields] as const

/** The 13 sources of touts by name, with the fields, searches and types they have for touts. */
export const sourcesOfTouts = {
  APK: {
    ...sources.APK,
    fields: offeredOn(sources.APK.fields),
    types: ['Automatic booking app', 'Unauthorised seller', 'Tip selling'],
  },
  Telegram: { ...sources.Telegram, fields: offeredOn(sources.Telegram.fields), types: sellers },
  Instagram: { ...sources.Instagram, fields: offeredOn(sources.Instagram.fields), types: sellers },
  Twitter: { ...sources.Twitter, fields: offeredOn(sources.Twitter.fields), types: sellers },
  FB: { ...sources.FB, fields: offeredOn(sources.FB.fields), types: sellers },
  YouTube: {
    label: sources.YouTube.label,
    fields: offeredOn([
      { field: 'channelName', label: 'Channel name' },
      { field: 'videoTitle', label: 'Video' },
      { field: 'videoId', label: 'Video ID', kind: 'code' },
      { field: 'channelUrl', label: 'Channel address', kind: 'address' },
      { field: 'channelHandle', label: 'Handle', kind: 'handle' },
      { field: 'isLive', label: 'Live' },
      { field: 'subscribers', label: 'Subscribers', kind: 'number' },
    ]),
    search: [
      { label: 'Channel name', field: 'channelName' },
      { label: 'Video title', field: 'videoTitle' },
      { label: 'Video ID', field: 'videoId' },
    ],
    types: ['Automatic booking guide', 'Unauthorised seller', 'Tip selling'],
  },
  Domain: {
    ...sources.Domain,
    fields: offeredOn(sources.Domain.fields),
    types: ['Unauthorised seller', 'Resale at a markup', 'Tip selling'],
  },
  URL: {
    label: sources.URL.label,
    fields: offeredOn([
      { field: 'link', label: 'Address', kind: 'address' },
      { field: 'title', label: 'Page title' },
      { field: 'domain_name', label: 'Domain name', kind: 'address' },
      { field: 'urlSource', label: 'Found in' },
      ...pageFields,
    ]),
    search: [
      { label: 'Title', field: 'title' },
      { label: 'Link', field: 'link' },
      { label: 'Domain Name', field: 'domain_name' },
      { label: 'Source', field: 'urlSource' },
    ],
    types: ['Unauthorised seller', 'Classified advertisement', 'Resale at a markup', 'Tip selling'],
  },
  DarkWeb: {
    ...sources.DarkWeb,
    fields: offeredOn(sources.DarkWeb.fields),
    types: ['Sale of accounts', 'Sale of booking software'],
  },
  GitHub: {
    ...sources.GitHub,
    fields: offeredOn(sources.GitHub.fields),
    types: ['Booking bot', 'Queue jumping script'],
  },
  GoogleMaps: {
    ...sources.GoogleMaps,
    fields: offeredOn(sources.GoogleMaps.fields),
    search: [{ label: 'Title', field: 'title' }],
    types: ['Unauthorised agency', 'Resale at a markup'],
  },
  WhatsApp: { ...sources.WhatsApp, fields: offeredOn(sources.WhatsApp.fields), types: sellers },
  Extension: { ...everySource.Extension, fields: offeredOn(everySource.Extension.fields) },
} as const satisfies Partial<Record<AnySource, SourceInfo>>

/** A source of touts: a key of `sourcesOfTouts`. */
export type ToutSource = keyof typeof sourcesOfTouts
/** Every source of touts, in the order menus show them. */
export const toutSources = keysIn(sourcesOfTouts)

const byKind: Record<Kind, Partial<Record<AnySource, SourceInfo>>> = { threat: sources, tout: sourcesOfTouts }

/** The label, fields, searches and types of a source for a kind of record; if the kind doesn't have the source, those of the other kind. */
export function sourceInfoOf(kind: Kind, source: AnySource): SourceInfo {
  return byKind[kind][source] ?? everySource[source]
}

/** Every field that a search among records of a kind can be limited to. */
export function searchFieldsOf(kind: Kind): ReadonlySet<string> {
  return new Set(Object.values(byKind[kind]).flatMap(({ search }) => search.map(({ field }) => field)))
}

/** The facts that a list shows of touts in addition to those of threats. */
export const toutFacts = ['seller', 'offer', 'contact', 'reach'] as const
/** One of `toutFacts`. */
export type ToutFact = (typeof toutFacts)[number]

const profile = { seller: ['ProfileName', 'Username'], contact: ['ProfileUrl'], reach: ['followers'] } as const

/** The fields that hold the seller, the offer with its price, the contact and the reach; the first one with a value counts. */
const factFields: { [S in AnySource]?: Partial<Record<ToutFact, readonly string[]>> } = {
  APK: { seller: ['store'] },
  Telegram: {
    seller: ['channel_data.title', 'channel_data.channel_name'],
    offer: ['message_content'],
    contact: ['channel_data.entity_user_name'],
    reach: ['channel_data.participants_count'],
  },
  Instagram: profile,
  Twitter: { seller: ['Name'], contact: ['Handle', 'ProfileUrl'], reach: ['followers'] },
  FB: { seller: ['ProfileName', 'postOwnerName', 'PageName', 'GroupName'], offer: ['Title'], contact: ['ProfileUrl'] },
  YouTube: { seller: ['channelName'], offer: ['videoTitle'], contact: ['channelUrl'], reach: ['subscribers'] },
  Domain: {},
  URL: { seller: ['domain_name'] },
  DarkWeb: { seller: ['author_username'], offer: ['post_title'], contact: ['email'] },
  GitHub: { contact: ['repositoryLink'] },
  GoogleMaps: { seller: ['title', 'ProfileName'], contact: ['phone', 'website'] },
  WhatsApp: { seller: ['ProfileName'], offer: ['message'], contact: ['Profile', 'inviteLink'] },
  Extension: { seller: ['publisher'], reach: ['installs'] },
}

/** The facts that the records of a source can have, of those that every list of touts shows; all of them for mixed sources. */
export function toutFactsOf(source: AnySource | undefined): readonly ToutFact[] {
  if (source === undefined) return toutFacts
  const fields = factFields[source] ?? {}
  return toutFacts.filter((fact) => fields[fact] !== undefined)
}

/** The seller, offer, contact or reach of a tout, as stored; null if its source doesn't have it. */
export function toutFactOf(
  source: AnySource,
  fields: Readonly<Record<string, unknown>>,
  fact: ToutFact,
): string | null {
  const names = factFields[source]?.[fact] ?? []
  for (const name of names) {
    const value = fieldOf(fields, name)
    if (value) return value
  }
  return null
}
