import { fieldsIn, isObject, type Items, type Json, listIn, numberIn, readItems, textIn } from '../../narrow.ts'
import { decodeHtml } from '../html-entities.ts'

/** A video, channel or playlist that a search found. */
export interface YoutubeResult {
  type: 'video' | 'channel' | 'playlist'
  id: string
  channelId: string | null
  channelTitle: string | null
  title: string
  /** Its beginning. */
  description: string
  publishedAt: string | null
  isLive: boolean
}

/** An answer of `search.list`. */
export interface YoutubeSearch extends Items<YoutubeResult> {
  nextPageToken: string | null
  /** An estimate of at most 1,000,000. */
  total: number | null
}

/** An error of the YouTube Data API. */
export interface YoutubeError {
  /** Its reason, e.g. `quotaExceeded`. */
  error: string
  message: string | null
  code: number | null
  /** When the call can be repeated, if waiting helps. */
  retry: string | null
}

/** Whether an answer is one of `search.list`. */
export function isYoutubeSearch(answer: unknown): boolean {
  return textIn(answer, 'kind') === 'youtube#searchListResponse'
}

/**
 * Reads an answer of `search.list`, whose texts are escaped as HTML.
 *
 * Source: https://developers.google.com/youtube/v3/docs/search/list.
 */
export function readYoutubeSearch(answer: unknown): YoutubeSearch {
  return {
    ...readItems(listIn(answer, 'items'), resultOf),
    nextPageToken: textIn(answer, 'nextPageToken'),
    total: numberIn(fieldsIn(answer, 'pageInfo'), 'totalResults'),
  }
}

function resultOf(item: Json): YoutubeResult | null {
  const snippet = fieldsIn(item, 'snippet')
  const [found, title] = [idOf(fieldsIn(item, 'id')), textIn(snippet, 'title')]
  if (found === null || title === null) return null
  return {
    ...found,
    channelId: textIn(snippet, 'channelId') ?? (found.type === 'channel' ? found.id : null),
    channelTitle: decoded(textIn(snippet, 'channelTitle')),
    title: decodeHtml(title),
    description: decodeHtml(textIn(snippet, 'description') ?? ''),
    publishedAt: textIn(snippet, 'publishedAt'),
    isLive: textIn(snippet, 'liveBroadcastContent') === 'live',
  }
}

const decoded = (text: string | null) => (text === null ? null : decodeHtml(text))

function idOf(id: Json): Pick<YoutubeResult, 'type' | 'id'> | null {
  for (const type of ['video', 'channel', 'playlist'] as const) {
    const value = textIn(id, `${type}Id`)
    if (value && textIn(id, 'kind') === `youtube#${type}`) return { type, id: value }
  }
  return null
}

const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded'])

/** Whether an answer is an error of the YouTube Data API. Its errors have a reason each, those of newer Google APIs have none. */
export function isYoutubeError(answer: unknown): boolean {
  return listIn(fieldsIn(answer, 'error'), 'errors').some((each) => isObject(each) && textIn(each, 'reason') !== null)
}

/**
 * Reads an error. The quota of a day starts at midnight Pacific time.
 *
 * Source: https://developers.google.com/youtube/v3/docs/errors.
 */
export function readYoutubeError(answer: unknown): YoutubeError {
  const error = fieldsIn(answer, 'error')
  const reason = listIn(error, 'errors').flatMap((each) => textIn(each, 'reason') ?? [])[0] ?? 'unknown'
  return {
    error: reason,
    message: textIn(error, 'message'),
    code: numberIn(error, 'code'),
    retry: quotaReasons.has(reason) ? 'after midnight Pacific time' : null,
  }
}
