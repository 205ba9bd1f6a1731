import { fieldsIn, idIn, type Items, type Json, listIn, readItems, textIn, textsIn } from '../../narrow.ts'

/** A range that Meta gives instead of a number. */
export interface AdRange {
  min: number
  /** Null for the highest range, which has no end. */
  max: number | null
}

/** An ad of the Meta Ad Library. */
export interface MetaAd {
  id: string
  pageId: string | null
  /** The name of the page that advertises. */
  advertiser: string | null
  /** The variants of its text. */
  texts: string[]
  titles: string[]
  /** The hosts that the ad names as its destination. */
  domains: string[]
  /** Whether no end of its delivery is known. */
  active: boolean
  startedAt: string | null
  stoppedAt: string | null
  /** The page with the ad, without the access token of the request. */
  snapshotUrl: string | null
  platforms: string[]
  languages: string[]
  currency: string | null
  impressions: AdRange | null
  spend: AdRange | null
}

/** An answer of `ads_archive`. */
export interface MetaAds extends Items<MetaAd> {
  /** The page after this one. The address of that page contains the access token and is not read. */
  after: string | null
}

/** An error of the Graph API. */
export interface MetaError {
  /** Its type, e.g. `OAuthException`. */
  error: string
  code: string | null
  message: string | null
}

const host = /^(?:https?:\/\/)?((?:[a-z0-9\u00a1-\uffff_-]+\.)+[a-z0-9\u00a1-\uffff-]{2,})(?:[:/?#]|$)/i

/** Whether an answer is one of `ads_archive`. */
export function isMetaAds(answer: unknown): boolean {
  const ads = listIn(answer, 'data').slice(0, 20)
  return ads.some((ad) => textIn(ad, 'ad_snapshot_url') !== null || (idIn(ad, 'page_id') !== null && hasCreative(ad)))
}

const hasCreative = (ad: unknown) =>
  listIn(ad, 'ad_creative_bodies').length > 0 || textIn(ad, 'ad_delivery_start_time') !== null

/**
 * Reads an answer of `ads_archive`.
 *
 * Source: https://developers.facebook.com/docs/graph-api/reference/ads_archive/.
 */
export function readMetaAds(answer: unknown): MetaAds {
  const after = textIn(fieldsIn(fieldsIn(answer, 'paging'), 'cursors'), 'after')
  return { ...readItems(listIn(answer, 'data'), adOf), after }
}

function adOf(ad: Json): MetaAd | null {
  const id = idIn(ad, 'id')
  if (id === null) return null
  const stoppedAt = textIn(ad, 'ad_delivery_stop_time')
  const snapshotUrl = textIn(ad, 'ad_snapshot_url')
  return {
    id,
    pageId: idIn(ad, 'page_id'),
    advertiser: textIn(ad, 'page_name'),
    texts: textsIn(ad, 'ad_creative_bodies'),
    titles: textsIn(ad, 'ad_creative_link_titles'),
    domains: [
      ...new Set(textsIn(ad, 'ad_creative_link_captions').flatMap((text) => host.exec(text.trim())?.[1] ?? [])),
    ],
    active: stoppedAt === null,
    startedAt: textIn(ad, 'ad_delivery_start_time'),
    stoppedAt,
    snapshotUrl: snapshotUrl === null ? null : withoutToken(snapshotUrl),
    platforms: textsIn(ad, 'publisher_platforms'),
    languages: textsIn(ad, 'languages'),
    currency: textIn(ad, 'currency'),
    impressions: rangeOf(fieldsIn(ad, 'impressions')),
    spend: rangeOf(fieldsIn(ad, 'spend')),
  }
}

/** An address without what gives access; null if it is no address. */
function withoutToken(text: string): string | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const kept = [...url.searchParams].filter(([name]) => !/token|secret|proof|signature/i.test(name))
  url.search = new URLSearchParams(kept).toString()
  url.username = ''
  url.password = ''
  url.hash = ''
  return url.href
}

function rangeOf(range: Json): AdRange | null {
  const [min, max] = [Number(textIn(range, 'lower_bound') ?? Number.NaN), textIn(range, 'upper_bound')]
  if (!Number.isFinite(min)) return null
  return { min, max: max !== null && Number.isFinite(Number(max)) ? Number(max) : null }
}

/** Whether an answer is an error of the Graph API. */
export function isMetaError(answer: unknown): boolean {
  return textIn(fieldsIn(answer, 'error'), 'fbtrace_id') !== null
}

/** Reads an error. Source: https://developers.facebook.com/docs/graph-api/guides/error-handling. */
export function readMetaError(answer: unknown): MetaError {
  const error = fieldsIn(answer, 'error')
  return {
    error: textIn(error, 'type') ?? 'unknown',
    code: idIn(error, 'code'),
    message: textIn(error, 'message'),
  }
}
