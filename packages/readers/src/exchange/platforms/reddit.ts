import { fieldsIn, idIn, isObject, type Json, listIn, numberIn, textIn } from '../../narrow.ts'
import { decodeHtml } from '../html-entities.ts'

/** A post or comment. */
export interface RedditThing {
  /** With the prefix of its type: `t3_` for posts, `t1_` for comments. */
  id: string
  type: 'post' | 'comment'
  /** Null if the account was deleted. */
  author: string | null
  subreddit: string | null
  /** Null for comments. */
  title: string | null
  /** Null if it was deleted or removed. */
  text: string | null
  /** Where the post leads to: its own page if it is a text. */
  url: string | null
  permalink: string | null
  createdUnix: number | null
  editedUnix: number | null
  /** Who removed it, e.g. `moderator`. */
  removedBy: string | null
}

/** A page of posts or comments. */
export interface RedditListing {
  items: RedditThing[]
  /** Number of accounts, communities and links to more comments, which are not read. */
  others: number
  skipped: number
  /** The page after this one. */
  after: string | null
}

const types = new Map([
  ['t3', 'post'],
  ['t1', 'comment'],
] as const)
const otherTypes = new Set(['t2', 't4', 't5', 't6', 'more'])

const isListing = (answer: unknown) =>
  textIn(answer, 'kind') === 'Listing' && Array.isArray(fieldsIn(answer, 'data')['children'])

/** Whether an answer is a listing, or a post with its comments: two listings. */
export function isReddit(answer: unknown): boolean {
  return Array.isArray(answer) ? answer.length > 0 && answer.slice(0, 4).every(isListing) : isListing(answer)
}

/**
 * Reads a listing, or a post with its comments and their replies.
 *
 * Source: https://www.reddit.com/dev/api/.
 *
 * @param isRaw whether it was requested with `raw_json=1`; without it, `<`, `>` and `&` are escaped
 */
export function readReddit(answer: unknown, { isRaw = false } = {}): RedditListing {
  const listings = Array.isArray(answer) ? answer : [answer]
  const result: RedditListing = { items: [], others: 0, skipped: 0, after: null }
  const decode = isRaw ? (text: string) => text : decodeHtml
  const waiting: unknown[] = listings.toReversed()
  // A stack instead of a recursion: replies are nested as deeply as people answer each other.
  while (waiting.length > 0) {
    const thing = waiting.pop()
    if (isListing(thing))
      for (const child of listIn(fieldsIn(thing, 'data'), 'children').toReversed()) waiting.push(child)
    else {
      readThing(thing, decode, result)
      const replies = fieldsIn(fieldsIn(thing, 'data'), 'replies')
      if (isListing(replies)) waiting.push(replies)
    }
  }
  result.after = textIn(fieldsIn(listings[0], 'data'), 'after')
  return result
}

function readThing(thing: unknown, decode: (text: string) => string, into: RedditListing): void {
  if (otherTypes.has(textIn(thing, 'kind') ?? '')) {
    into.others += 1
    return
  }
  const read = isObject(thing) ? thingOf(thing, decode) : null
  if (read) into.items.push(read)
  else into.skipped += 1
}

function thingOf(thing: Json, decode: (text: string) => string): RedditThing | null {
  const data = fieldsIn(thing, 'data')
  const [type, id] = [typeOf(textIn(thing, 'kind')), idIn(data, 'name')]
  if (type === undefined || id === null) return null
  const decoded = (field: string) => {
    const text = textIn(data, field)
    return text === null ? null : decode(text)
  }
  const [author, permalink] = [textIn(data, 'author'), decoded('permalink')]
  const text = decoded(type === 'post' ? 'selftext' : 'body')
  return {
    id,
    type,
    author: author === '[deleted]' ? null : author,
    subreddit: textIn(data, 'subreddit'),
    title: decoded('title'),
    text: text === '[deleted]' || text === '[removed]' ? null : text,
    url: decoded('url'),
    permalink: permalink && URL.canParse(permalink, origin) ? new URL(permalink, origin).href : null,
    createdUnix: numberIn(data, 'created_utc'),
    // It is `false` for what was never edited.
    editedUnix: numberIn(data, 'edited'),
    removedBy: textIn(data, 'removed_by_category'),
  }
}

const origin = 'https://www.reddit.com'

function typeOf(kind: string | null): RedditThing['type'] | undefined {
  for (const [known, type] of types) if (known === kind) return type
  return undefined
}
