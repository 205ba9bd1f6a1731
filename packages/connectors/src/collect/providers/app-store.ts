import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { callApi, type FailureOf } from '../call-api.ts'
import type { StoreListing } from '../../stores/store-listing.ts'
import { appAddressOf } from '../../stores/app-address.ts'
import type { Access, Connector, LookUpAnswer, LookUpRecord } from '../connector.ts'
import { eachPage } from '../each-page.ts'
import { lookUpAnswer } from '../look-up-answer.ts'
import { readRecords, valueAt } from '../read-records.ts'

const App = z.object({
  trackId: z.int(),
  trackName: z.string(),
  bundleId: z.string(),
  sellerName: z.optional(z.string()),
  sellerUrl: z.optional(z.string()),
  trackViewUrl: z.string(),
  artworkUrl512: z.optional(z.string()),
  description: z.optional(z.string()),
  version: z.optional(z.string()),
  currentVersionReleaseDate: z.optional(z.string()),
})

/** The largest number that one answer may have. */
const limit = 200
const allCountries = ['US'] as const

const search = (access: Access, term: string, country: string) =>
  callApi(access, { path: '/search', query: { term, country, entity: 'software', limit } }, failureOf)

/** Too many calls are answered with 403, which names no time. */
const failureOf: FailureOf = ({ status }, host) =>
  status === 403
    ? new ConnectorError('SERVER_THROTTLES', { host, status }, { status, retryAt: new Date(Date.now() + minuteMs) })
    : null

/** Apps in the App Store of each country, by the search that its web pages use. It doesn't say who signed an app. */
export const appStore: Connector = {
  base: 'https://itunes.apple.com',
  everyMs: 12 * hourMs,
  spacingMs: 3 * secondMs,
  quota: { calls: 20, perMs: minuteMs },
  api: {
    calls: ['GET /search', 'GET /lookup'],
    documentation: 'https://developer.apple.com/library/archive/documentation/AudioVideo/Conceptual/iTuneSearchAPI/',
    permission: '',
    checked: '2026-11-23',
    unconfirmed: 'the status of an answer to too many calls',
  },
  async check(access) {
    await search(access, 'test', 'US')
    return 'OK'
  },
  collect(access, { terms, countries }, cursor) {
    const stores = countries.length > 0 ? countries : allCountries
    const searches = stores.flatMap((country) => terms.map((term) => `${country} ${term}`))
    return eachPage(searches, cursor, async (each) => {
      const { json } = await search(access, each.slice(3), each.slice(0, 2))
      return { ...readRecords(access, valueAt(json, 'results'), App, observe), next: null }
    })
  },
  lookUp: { kinds: { listing: /^https?:\/\/(?:apps|itunes)\.apple\.com\/\S{1,500}$/i }, ask },
}

async function ask(access: Access, { value }: LookUpRecord): Promise<LookUpAnswer | null> {
  const address = appAddressOf(value)
  const listing = address?.kind === 'appStore' ? await readAppStore(access, address) : null
  if (!listing) return null
  const { names, at, text } = listing.observation
  const facts = { name: names[0], publisher: names[1], description: text, lastSeen: at }
  return lookUpAnswer(listing.url, facts, listing.document.text)
}

/**
 * Looks up one app of the App Store that a person named.
 *
 * @returns null if the store of the country has no such app
 * @throws ConnectorError
 */
export async function readAppStore(
  access: Access,
  { id, country }: { id: string; country: string },
): Promise<StoreListing | null> {
  const { host } = new URL(access.base)
  const { json } = await callApi(access, { path: '/lookup', query: { id, country, entity: 'software' } }, failureOf)
  const { observations, skipped } = readRecords(access, valueAt(json, 'results'), App, observe)
  const [observation] = observations
  if (observation) {
    return { url: observation.url, document: { type: 'text/plain', text: JSON.stringify(json, null, 2) }, observation }
  }
  if (skipped[0]) throw new ConnectorError('API_ANSWER_CHANGED', { host, field: skipped[0].field })
  return null
}

function observe(app: z.output<typeof App>): SourceObservation {
  const { trackName, bundleId, sellerName, sellerUrl, trackViewUrl, description, version } = app
  return {
    source: 'APK',
    kind: 'app',
    id: String(app.trackId),
    at: app.currentVersionReleaseDate ?? null,
    url: trackViewUrl,
    fields: {
      appName: trackName,
      packageName: bundleId,
      store: 'App Store',
      ...(version === undefined ? {} : { versionName: version }),
      ...(sellerName === undefined ? {} : { publisher: sellerName }),
    },
    names: sellerName === undefined ? [trackName] : [trackName, sellerName],
    handle: bundleId,
    text: description ?? '',
    links: sellerUrl === undefined ? [] : [sellerUrl],
    phones: [],
    account: null,
    pictureUrl: app.artworkUrl512 ?? null,
  }
}
