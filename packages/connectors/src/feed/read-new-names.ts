import type { NameObservation } from '@signet/contract/findings'
import { type FeedReport, newFeedReport } from './collected.ts'
import { NameSet } from './name-set.ts'
import { type FeedOptions, readFeed } from './read-feed.ts'

/**
 * Reads what a feed names and an earlier reading of it did not: of two days of a zone file the new domains. Both may have any format
 * and order; of the earlier one at most 32 bytes a name are held, of the other nothing.
 *
 * @param earlier a file, an http(s) address or `bundled`; with at most 33 million names
 * @returns as `readFeed`; the report counts every name of the feed, those that were known as well
 * @throws ConnectorError as `readFeed`, for both; `refused` when the earlier one has too many names
 */
export async function* readNewNames(
  location: string,
  earlier: string,
  options: FeedOptions = {},
): AsyncGenerator<NameObservation[], FeedReport, undefined> {
  const { feed: _feed, report = newFeedReport(), etag: _etag, ...shared } = options
  const known = new NameSet()
  for await (const batch of readFeed(earlier, { ...shared, report: newFeedReport() })) {
    for (const { name } of batch) known.add(name)
  }
  for await (const batch of readFeed(location, { ...options, report })) {
    const fresh = batch.filter(({ name }) => !known.has(name))
    if (fresh.length > 0) yield fresh
  }
  return report
}
