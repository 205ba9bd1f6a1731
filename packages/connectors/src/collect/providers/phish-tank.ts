import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import type { SourceObservation } from '@signet/contract/collection/source-observations'
import { hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { UnreadableFile } from '@signet/readers/file-kind'
import { entriesOf } from '@signet/readers/rows/json'
import { textsOf } from '@signet/readers/rows/texts'
import { ConnectorError } from '../../connector-error.ts'
import { guardedFetch } from '../../guarded-fetch.ts'
import { jsonIn } from '../call-api.ts'
import type { Access, Connector } from '../connector.ts'
import { beginningOfList, ListPosition, readList, type OpenedList } from '../lists/read-list.ts'
import { readRecords, timeIn, type ReadRecords } from '../read-records.ts'

const Entry = z.object({
  phish_id: z.union([z.string(), z.number()]),
  url: z.url({ protocol: /^https?$/ }),
  phish_detail_url: z.nullish(z.string()),
  submission_time: z.nullish(z.string()),
  /** The brand it imitates, as voters chose it; `Other` if it is none of theirs. */
  target: z.nullish(z.string()),
})

const path = '/online-valid.json'
/** The list had 60 MB at most so far. */
const sizeMax = 256 * 1024 * 1024
/** The time includes our work on each batch. */
const totalTimeoutMs = 40 * minuteMs
const batchSize = 1000
/** An answer that has more blanks before its list has no end. */
const blanksMax = 1024 * 1024
/** A record has some hundred characters. */
const entryMax = 256 * 1024

/** Too many downloads are refused with a status of their own, for the seconds of a header. */
const overLimit = 509
const intervalHeader = 'x-request-limit-interval'

function failureOf(answer: { statusCode: number; headers: IncomingHttpHeaders }, host: string): ConnectorError | null {
  if (answer.statusCode !== overLimit) return null
  const [, seconds] = /^(\d{1,6}) seconds?$/i.exec(String(answer.headers[intervalHeader] ?? '')) ?? []
  const retryAt = seconds === undefined ? undefined : new Date(Date.now() + Number(seconds) * secondMs)
  return new ConnectorError('SERVER_THROTTLES', { host, status: overLimit }, { retryAt, status: overLimit })
}

async function open(access: Access, known: { etag?: string; lastModified?: string }): Promise<OpenedList | null> {
  await access.before()
  const answer = await guardedFetch(access.base + path, {
    ...known,
    // The list itself is on another host, to which the address leads.
    headers: { 'user-agent': 'phishtank/signet' },
    sizeMax,
    totalTimeoutMs,
    failureOf,
    ...(access.allowAddress ? { allowAddress: access.allowAddress } : {}),
    ...(access.lookup ? { lookup: access.lookup } : {}),
    ...(access.signal ? { signal: access.signal } : {}),
  })
  if (answer.isNotModified) return null
  const { etag, lastModified, body } = answer
  return { etag, lastModified, batches: batchesOf(access, body) }
}

/** @throws ConnectorError `API_ANSWER_CHANGED` if it isn't a list, or none of its first records is as documented */
async function* batchesOf(access: Access, body: AsyncIterable<Buffer>): AsyncGenerator<ReadRecords> {
  const { host } = new URL(access.base)
  let waiting: unknown[] = []
  try {
    for await (const { text } of entriesOf(asList(host, textsOf(body)), entryMax)) {
      waiting.push(jsonIn(Buffer.from(text ?? '')))
      if (waiting.length < batchSize) continue
      yield readRecords(access, waiting, Entry, observe)
      waiting = []
    }
  } catch (cause) {
    if (!(cause instanceof UnreadableFile)) throw cause
    throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'list' }, { cause })
  }
  if (waiting.length > 0) yield readRecords(access, waiting, Entry, observe)
}

/** The texts of a JSON list, from its bracket on. */
async function* asList(host: string, texts: AsyncIterable<string>): AsyncGenerator<string> {
  let isList = false
  let blanks = 0
  for await (const text of texts) {
    if (isList) {
      yield text
      continue
    }
    const start = text.trimStart()
    blanks += text.length - start.length
    if (blanks > blanksMax) throw new ConnectorError('RESPONSE_TOO_LARGE', { host, max: blanksMax })
    if (start === '') continue
    if (!start.startsWith('[')) throw new ConnectorError('API_ANSWER_CHANGED', { host, field: 'list' })
    isList = true
    yield start
  }
}

/** Addresses of phishing pages that volunteers have confirmed and that answer: the whole database of PhishTank, read as a stream. */
export const phishTank: Connector = {
  isList: true,
  base: 'https://data.phishtank.com/data',
  everyMs: 12 * hourMs,
  spacingMs: minuteMs,
  quota: null,
  api: {
    calls: ['GET /online-valid.json'],
    documentation: 'https://phishtank.org/developer_info.php',
    permission: '',
    checked: '2026-11-25',
    unconfirmed: 'how many downloads without a key are "a few per day"; the header that says for how long; ETag',
  },
  async check(access) {
    const opened = await open(access, {})
    // Its first records say that it is the list; leaving the loop ends the download.
    for await (const { observations } of opened?.batches ?? []) if (observations.length > 0) return 'OK'
    return '[]'
  },
  async *collect(access, _search, cursor) {
    for await (const { batch, position } of readList((known) => open(access, known), positionIn(cursor))) {
      yield { ...batch, cursor: JSON.stringify(position) }
    }
  },
}

function positionIn(cursor: string | null): ListPosition {
  const read = z.safeParse(ListPosition, cursor === null ? null : jsonIn(Buffer.from(cursor)))
  return read.success ? read.data : beginningOfList
}

function observe(entry: z.output<typeof Entry>): SourceObservation {
  const { phish_id: id, url, phish_detail_url: report, submission_time: submitted, target } = entry
  return {
    source: 'URL',
    kind: 'address',
    id: String(id),
    at: timeIn(submitted),
    url,
    fields: {
      link: url,
      host: new URL(url).hostname,
      urlSource: 'PhishTank',
      ...(report ? { report } : {}),
    },
    names: [],
    handle: null,
    text: ['phishing', target].filter(Boolean).join(' '),
    links: [],
    phones: [],
    account: null,
    pictureUrl: null,
  }
}
