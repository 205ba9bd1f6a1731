import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, secondMs } from '@signet/contract/time'
import { ConnectorError } from '../../connector-error.ts'
import { newFeedReport, type FeedReport } from '../../feed/collected.ts'
import { openFeed, readOpened } from '../../feed/read-feed.ts'
import { jsonIn, storable } from '../call-api.ts'
import type { Access, Batch, Connector, SkippedRecord } from '../connector.ts'
import { readFeedAddresses, type FeedAddress } from '../lists/feed-addresses.ts'
import { beginningOfList, ListPosition, readList, type OpenedList } from '../lists/read-list.ts'
import type { ReadRecords } from '../read-records.ts'

/** The position in each feed by `keyOf`, and until when its server wants to be left alone. */
const Cursor = z.record(z.string(), z.extend(ListPosition, { notBefore: z.nullable(z.string()) }))
type Cursor = z.output<typeof Cursor>

/** Skipped lines of one batch that are counted one by one; a list with more of them says nothing new. */
const skippedMax = 10_000

/** Lists of what is new are smaller; whole archives are read once, by a scan. */
const sizeMax = 96 * 1024 * 1024

/** An address may contain a key, and the cursor isn't encrypted. */
const keyOf = ({ url }: FeedAddress) => createHash('sha256').update(url).digest('base64url').slice(0, 10)

/** @throws ConnectorError `FEEDS_NOT_SET` */
function feedsOf({ credentials: { feeds = '' } }: Access): FeedAddress[] {
  const read = readFeedAddresses(feeds)
  if (!Array.isArray(read) || read.length === 0) throw new ConnectorError('FEEDS_NOT_SET', {})
  return read
}

/** Feeds by their addresses: any list of names or addresses that `npx signet scan --feed` reads. */
export const feeds: Connector = {
  base: '',
  everyMs: hourMs,
  spacingMs: secondMs,
  quota: null,
  api: {
    calls: ['GET the address'],
    documentation: '../README.md#command-line',
    permission:
      'the addresses of up to 20 feeds, one per line; a key goes after the address as a header, e.g. `X-Api-Key: …`',
    checked: '2026-11-25',
    unconfirmed: '',
  },
  async check(access) {
    const all = feedsOf(access)
    for (const feed of all) {
      const opened = await open(access, feed, {})
      for await (const { observations } of opened?.batches ?? []) if (observations.length > 0) break
    }
    return `${all.length} × OK`
  },
  collect: collectFeeds,
}

/** The same for the feeds that the operator has set for the installation. */
export const sharedFeeds: Connector = {
  ...feeds,
  isList: true,
  api: { ...feeds.api, permission: 'the operator sets `SIGNET_FEEDS`' },
}

/** Reads all feeds one after the other. One that fails doesn't keep the others from being read; the run then ends with its failure. */
async function* collectFeeds(
  access: Access,
  _search: unknown,
  cursor: string | null,
): AsyncGenerator<Batch, void, undefined> {
  const all = feedsOf(access)
  const known = positionsIn(cursor)
  const next: Cursor = Object.fromEntries(
    all.map((feed): [string, Cursor[string]] => [
      keyOf(feed),
      known[keyOf(feed)] ?? { ...beginningOfList, notBefore: null },
    ]),
  )
  let failure: ConnectorError | null = null
  for (const feed of all) {
    const key = keyOf(feed)
    const from = next[key] ?? { ...beginningOfList, notBefore: null }
    try {
      assertFree(feed, from.notBefore)
      for await (const { batch, position } of readList((version) => open(access, feed, version), from)) {
        next[key] = { ...position, notBefore: null }
        yield { ...batch, cursor: JSON.stringify(next) }
      }
    } catch (error) {
      if (!(error instanceof ConnectorError) || access.signal?.aborted || error.reason === 'API_QUOTA_USED') throw error
      const { retryAt } = error
      if (retryAt && all.length > 1) {
        next[key] = { ...from, ...next[key], notBefore: retryAt.toISOString() }
        yield { observations: [], skipped: [], cursor: JSON.stringify(next) }
      }
      failure ??= error
    }
  }
  if (failure === null) return
  // The others are read at the usual time, however long one server wants to be left alone.
  const { reason, parameters, retryAt } = failure
  throw all.length === 1 || !retryAt ? failure : withoutTime(reason, parameters, failure)
}

const withoutTime = (reason: ConnectorError['reason'], parameters: ConnectorError['parameters'], cause: unknown) =>
  new ConnectorError(reason, parameters, { cause })

/** @throws ConnectorError `SERVER_THROTTLES` before the time that the server named */
function assertFree({ url }: FeedAddress, notBefore: string | null): void {
  if (notBefore === null || Date.parse(notBefore) <= Date.now()) return
  const { host } = new URL(url)
  throw new ConnectorError('SERVER_THROTTLES', { host, status: 429 }, { retryAt: new Date(notBefore) })
}

function positionsIn(cursor: string | null): Cursor {
  const read = z.safeParse(Cursor, cursor === null ? null : jsonIn(Buffer.from(cursor)))
  return read.success ? read.data : {}
}

async function open(
  access: Access,
  { url, headers }: FeedAddress,
  version: { etag?: string; lastModified?: string },
): Promise<OpenedList | null> {
  await access.before()
  const report = newFeedReport()
  const { allowAddress, lookup, signal, base } = access
  const { host, pathname, search } = new URL(url)
  const opened = await openFeed(base === '' ? url : `${base}${pathname}${search}`, {
    ...version,
    headers,
    report,
    feed: host,
    sizeMax,
    ...(allowAddress ? { allowAddress } : {}),
    ...(lookup ? { lookup } : {}),
    ...(signal ? { signal } : {}),
  })
  if (opened === null) return null
  return { etag: report.etag, lastModified: report.lastModified, batches: batchesOf(opened, report) }
}

const batchSize = 1000

async function* batchesOf(
  opened: Parameters<typeof readOpened>[0],
  report: FeedReport,
): AsyncGenerator<ReadRecords, void, undefined> {
  let counted = 0
  const skips = (): SkippedRecord[] => {
    const known = report.skips.slice(counted).map(({ line, reason }) => ({ at: String(line), field: reason }))
    const more = Math.min(report.skipped - counted - known.length, skippedMax)
    counted = report.skipped
    return [...known, ...Array.from({ length: Math.max(0, more) }, () => ({ at: '…', field: 'name' }))]
  }
  for await (const names of readOpened(opened, { report, batchMax: batchSize })) {
    const seen = new Map(names.map(({ name, feed }) => [name, observe(storable(name), feed)]))
    yield { observations: [...seen.values()], skipped: skips() }
  }
  const skipped = skips()
  if (skipped.length > 0) yield { observations: [], skipped }
}

/** A name with a path is an address, any other a domain, as in a scan. */
function observe(name: string, feed: string): SourceObservation {
  const url = /^https?:\/\//i.test(name) ? URL.parse(name) : null
  const isAddress = url !== null && (url.pathname !== '/' || url.search !== '' || url.username !== '')
  const host = url?.hostname ?? name.toLowerCase()
  const usual = { at: null, names: [], handle: null, links: [], phones: [], account: null, pictureUrl: null }
  return isAddress
    ? {
        ...usual,
        source: 'URL',
        kind: 'address',
        id: name,
        url: name,
        fields: { link: name, host, urlSource: feed },
        text: '',
      }
    : {
        ...usual,
        source: 'Domain',
        kind: 'address',
        id: host,
        url: null,
        fields: { domain_name: host },
        text: '',
      }
}
