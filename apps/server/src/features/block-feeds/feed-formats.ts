import { createHash } from 'node:crypto'
import { stringify } from 'csv-stringify/sync'
import type { BlockFeedFile } from '@signet/contract/takedowns/block-feeds'
import { spreadsheetText } from '@signet/contract/reports/spreadsheet-text'
import type { BlockRow } from './block-feeds.queries.ts'

/** The facts that the files of one state of the feeds share. */
export interface FeedHead {
  company: { key: string; name: string; createdAt: Date }
  changedAt: Date
}

/** The entries a format needs, one page at a time. */
export type ReadEntries = (filter: { kind?: 'host'; hasLeft?: boolean }) => AsyncIterable<BlockRow[]>

type Format = (head: FeedHead, read: ReadEntries) => AsyncGenerator<string>

/** The serial number of a state of the feeds: seconds since 1970, which grow with every change. */
export const serialOf = (changedAt: Date) => changedAt.getTime() / 1000

/** What generates each file; the same state results in the same bytes. */
export const formats: Record<BlockFeedFile, Format> = {
  'hosts.txt': writeHosts,
  'rpz.zone': writeZone,
  'stix.json': writeStix,
  'entries.json': writeJson,
  'entries.csv': writeCsv,
}

const about = ({ company, changedAt }: FeedHead) =>
  `Signet block feed of ${company.key}, serial ${serialOf(changedAt)}, ${changedAt.toISOString()}`

async function* writeHosts(head: FeedHead, read: ReadEntries) {
  yield `# ${about(head)}\n`
  for await (const rows of read({ kind: 'host' })) yield rows.map(({ value }) => `0.0.0.0 ${value}\n`).join('')
}

/** The name of a zone is added to each host, and a name has at most 253 characters: one that is too long would invalidate the zone. */
const zoneHostMax = 190

/** A response policy zone (draft-vixie-dnsop-dns-rpz, section 4): `CNAME .` answers that the name doesn't exist. */
async function* writeZone(head: FeedHead, read: ReadEntries) {
  const times = '300 60 604800 300'
  yield `; ${about(head)}\n$TTL 300\n@ IN SOA localhost. hostmaster.localhost. ${serialOf(head.changedAt)} ${times}\n@ IN NS localhost.\n`
  for await (const rows of read({ kind: 'host' })) {
    yield rows
      .filter(({ value }) => value.length <= zoneHostMax)
      .map(({ value, hasSubdomains }) => `${value} CNAME .\n${hasSubdomains ? `*.${value} CNAME .\n` : ''}`)
      .join('')
  }
}

async function* writeJson({ company, changedAt }: FeedHead, read: ReadEntries) {
  const head = { company: company.key, serial: serialOf(changedAt), changedAt: changedAt.toISOString() }
  yield `${JSON.stringify(head).slice(0, -1)},"entries":[`
  yield* joined(read({}), (row) => ({
    kind: row.kind,
    value: row.value,
    listedSince: row.enteredAt.toISOString(),
    threatType: row.threatType,
    takedownId: row.takedownId,
  }))
  yield '\n]}\n'
}

const csvOf = (rows: string[][]) => stringify(rows, { record_delimiter: 'windows' })

async function* writeCsv(_head: FeedHead, read: ReadEntries) {
  yield csvOf([['kind', 'value', 'listed_since', 'threat_type', 'takedown_id']])
  for await (const rows of read({})) {
    yield csvOf(
      rows.map((row) => [
        row.kind,
        spreadsheetText(row.value),
        row.enteredAt.toISOString(),
        spreadsheetText(row.threatType),
        row.takedownId,
      ]),
    )
  }
}

/**
 * A bundle of STIX 2.1 (OASIS, 10 June 2021). An entry that has left the feeds is still included for a while, with the instant it left as
 * `valid_until`, because platforms keep what they once imported.
 */
async function* writeStix({ company, changedAt }: FeedHead, read: ReadEntries) {
  const idOf = (type: string, name: string) => `${type}--${uuidOf(`${company.key}\n${name}`)}`
  const identity = {
    type: 'identity',
    spec_version: '2.1',
    id: idOf('identity', 'company'),
    created: company.createdAt.toISOString(),
    modified: changedAt.toISOString(),
    name: company.name,
    identity_class: 'organization',
  }
  yield `{"type":"bundle","id":"${idOf('bundle', String(serialOf(changedAt)))}","objects":[\n${JSON.stringify(identity)}`
  yield* joined(
    read({ hasLeft: true }),
    (row) => ({
      type: 'indicator',
      spec_version: '2.1',
      id: idOf('indicator', `${row.kind} ${row.value}`),
      created_by_ref: identity.id,
      created: row.createdAt.toISOString(),
      modified: row.modifiedAt.toISOString(),
      name: row.threatType,
      indicator_types: ['malicious-activity'],
      pattern: `[${row.kind === 'host' ? 'domain-name' : 'url'}:value = ${stixText(row.value)}]`,
      pattern_type: 'stix',
      valid_from: row.enteredAt.toISOString(),
      ...(row.leftAt ? { valid_until: endOf(row.enteredAt, row.leftAt).toISOString() } : {}),
      external_references: [{ source_name: 'Signet', external_id: row.takedownId }],
    }),
    ',',
  )
  yield '\n]}\n'
}

/** A text of a STIX pattern: section 9.6.1. */
const stixText = (text: string) => `'${text.replaceAll(/[\\']/g, (mark) => `\\${mark}`)}'`

/** `valid_until` must be later than `valid_from`: section 4.7. */
const endOf = (from: Date, until: Date) => new Date(Math.max(until.getTime(), from.getTime() + 1))

/** The items of a JSON list, one a line. @param before what separates the first from what precedes it */
async function* joined(pages: AsyncIterable<BlockRow[]>, itemOf: (row: BlockRow) => object, before = '') {
  let separator = before
  for await (const rows of pages) {
    yield `${separator}\n${rows.map((row) => JSON.stringify(itemOf(row))).join(',\n')}`
    separator = ','
  }
}

/** The namespace of our ids: a random UUID that never changes. */
const namespace = Buffer.from('5d0e7c1b9a3f4b6e8c2d1f7a6b5c4d3e', 'hex')

/** A UUID of version 5 (RFC 9562, section 5.5): the same name always has the same one. */
function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
