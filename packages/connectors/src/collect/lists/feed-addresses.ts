/** A feed, and what its server wants to see before it hands it out. */
export interface FeedAddress {
  url: string
  /** A key, as a header of the request. */
  headers: Record<string, string>
}

/** How many feeds one connector reads: the position in each has to fit into the cursor. */
export const feedsMax = 20

const line = /^(https?:\/\/\S+)(?:\s+([\w-]{1,60}):[ \t]*([\x21-\x7e][\x20-\x7e]{0,1000}))?$/i
/** What the product says itself. */
const ownHeaders = /^(?:host|connection|content-.*|transfer-encoding|accept-encoding|if-.*)$/i

/**
 * Reads addresses of feeds: one per line, each with at most one header after it, `https://feeds.example/list.csv X-Api-Key: abc`. Lines may
 * be separated by `; ` as well.
 *
 * @returns the feeds, each address once; or the first line that is none, and an empty one if there are too many
 */
export function readFeedAddresses(text: string): FeedAddress[] | { refused: string } {
  const feeds = new Map<string, FeedAddress>()
  for (const written of text.split(/\r?\n|;\s/)) {
    const entry = written.trim()
    if (entry === '') continue
    const [, url = '', name, value] = line.exec(entry) ?? []
    if (!URL.canParse(url) || new URL(url).password !== '' || (name !== undefined && ownHeaders.test(name))) {
      return { refused: entry }
    }
    feeds.set(url, { url, headers: name === undefined ? {} : { [name.toLowerCase()]: (value ?? '').trim() } })
  }
  return feeds.size > feedsMax ? { refused: '' } : [...feeds.values()]
}
