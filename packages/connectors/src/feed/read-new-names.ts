import type { NameObservation } from '@signet/contract/threats/findings'
import { type FeedReport, newFeedReport } from './collected.ts'
import { NameSet } from './name-set.ts'
import { type FeedOptions, readFeed } from './read-feed.ts'

/**
 * Reads the names in a feed that are not in an earlier version of it, e.g. the new domains between two days of a zone file. Both may have
 * any format and order; for the earlier one at most 32 bytes per name are held in memory, for the other nothing.
 *
 * @param earlier a file, an http(s) address or `bundled`; with at most 33 million names
 * @returns as `readFeed`; the report counts every name of the feed, including known ones
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
