import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { UnreadableFile } from '../file-kind.ts'
import { SourceFile } from '../source-file.ts'
import { exchangeKinds } from './kinds.ts'

/** A small file of each format. */
const files: Record<string, string> = {
  'url-list': 'https://a.example/\nhttps://b.example/x y\n',
  phishtank: 'phish_id,url,online,target\n1,"https://a.example/x,y",yes,Other\n',
  urlhaus: JSON.stringify({ 9: [{ url: 'https://a.example/', url_status: 'online', tags: ['a'] }] }),
  stix: JSON.stringify({
    type: 'bundle',
    id: 'bundle--1',
    objects: [
      {
        type: 'indicator',
        id: 'indicator--1',
        modified: '2025-01-02T03:04:05Z',
        pattern: "[a:b[0].c IN ('x', 1) AND NOT (url:value = 'y')] WITHIN 5 SECONDS",
        object_marking_refs: ['marking-definition--1'],
      },
      { type: 'marking-definition', id: 'marking-definition--1', definition: { tlp: 'red' } },
    ],
  }),
  misp: JSON.stringify({
    Event: {
      uuid: 'u',
      info: 'i',
      threat_level_id: '1',
      Tag: [{ name: 'tlp:red' }],
      Attribute: [{ type: 'domain|ip', value: 'a|b', to_ids: true, deleted: false }],
      Object: [{ name: 'o', Attribute: [{ type: 'url', value: 'x' }] }],
    },
  }),
  xarf: JSON.stringify({
    xarf_version: '4.2.0',
    report_id: 'r',
    timestamp: '2025-01-02T03:04:05Z',
    reporter: { org: 'o', contact: 'c', domain: 'd' },
    sender: { org: 'o', contact: 'c', domain: 'd' },
    source_identifier: 'a.example',
    category: 'content',
    type: 'phishing',
    evidence: [{ content_type: 'text/plain', payload: 'YQ==', hash: 'md5:0cc175b9c0f1b6a831c399e269772661' }],
  }),
  taxii: JSON.stringify({ more: true, objects: [{ type: 'identity', id: 'identity--1' }] }),
  ecs: JSON.stringify({
    'threat.indicator': { type: 'url', url: { full: 'https://a.example/' }, marking: { tlp: 'RED' } },
  }),
  cef: 'x CEF:0|a\\|b|c|d|e|f|High|msg=a\\nb c=d\\=e\n',
  'reports-csv': 'platform;profile;note\nWhatsApp;x;"a ""b"""\n',
  'telegram-export': JSON.stringify({
    type: 'public_channel',
    id: 1,
    messages: [{ id: 1, type: 'message', text: ['a', { type: 'link', text: 'b' }], file: 'a/b' }],
  }),
  'telegram-bot-updates': JSON.stringify({
    ok: true,
    result: [
      {
        update_id: 1,
        message: {
          message_id: 1,
          chat: { id: 1 },
          text: 'see a',
          entities: [{ type: 'url', offset: 4, length: 1 }],
          forward_origin: { chat: { title: 'x' } },
        },
      },
    ],
  }),
  'telegram-mtproto': JSON.stringify([
    {
      _: 'Message',
      id: 1,
      peer_id: { channel_id: 5 },
      message: 'see a',
      entities: [{ _: 'MessageEntityUrl', offset: 4, length: 1 }],
      media: { document: { id: 1, attributes: [{ file_name: 'x' }] } },
    },
  ]),
  'youtube-search': JSON.stringify({
    kind: 'youtube#searchListResponse',
    items: [{ id: { kind: 'youtube#video', videoId: 'v' }, snippet: { title: 'a &amp; b' } }],
  }),
  'youtube-error': JSON.stringify({ error: { code: 403, errors: [{ reason: 'quotaExceeded' }] } }),
  reddit: JSON.stringify({
    kind: 'Listing',
    data: { children: [{ kind: 't3', data: { name: 't3_1', permalink: '/r/a/', selftext: '&lt;' } }] },
  }),
  'x-search': JSON.stringify({
    data: [{ id: '1', author_id: '2', text: 'x', entities: { urls: [{ expanded_url: 'https://a.example/' }] } }],
    includes: { users: [{ id: '2', username: 'u' }] },
  }),
  'meta-ads': JSON.stringify({
    data: [{ id: '1', ad_snapshot_url: 'https://a.example/?access_token=x', impressions: { lower_bound: '1' } }],
  }),
  'google-places': JSON.stringify({ places: [{ id: 'p', displayName: { text: 'x' } }] }),
  'github-code-search': JSON.stringify({
    total_count: 1,
    incomplete_results: false,
    items: [
      {
        path: 'a',
        html_url: 'b',
        repository: { id: 1, full_name: 'o/r' },
        text_matches: [{ matches: [{ text: 'x' }] }],
      },
    ],
  }),
  'empty-answer': '{}',
}

/** What the kind of a file says about it; null if it is of no kind, or unreadable. */
async function readBytes(bytes: Buffer): Promise<{ kind: string; records: readonly object[] } | null> {
  const file = new SourceFile('file', bytes)
  const kind = exchangeKinds.find((each) => each.recognizes(file))
  if (!kind) return null
  try {
    const read = await kind.read(file)
    return { kind: kind.name, records: Array.isArray(read) ? read : [read] }
  } catch (error) {
    if (error instanceof UnreadableFile) return null
    throw error
  }
}

test('each file is recognized as its own format', async () => {
  for (const [name, text] of Object.entries(files)) {
    const read = await readBytes(Buffer.from(text))
    expect(read?.kind).toBe(name)
    expect(read?.records.length, name).toBeGreaterThan(0)
  }
})

const changed = fc
  .record({
    text: fc.constantFrom(...Object.values(files)),
    edits: fc.array(fc.tuple(fc.nat(4000), fc.integer({ min: 0, max: 255 })), { maxLength: 8 }),
    length: fc.option(fc.nat(4000)),
  })
  .map(({ text, edits, length }) => {
    const bytes = Buffer.from(text)
    for (const [at, byte] of edits) bytes[at % bytes.length] = byte
    return length === null ? bytes : bytes.subarray(0, length)
  })

test('a file with changed or missing bytes is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(changed, async (bytes) => {
      await readBytes(bytes)
    }),
    { numRuns: 300 },
  )
})

/** JSON whose fields are as expected, but hold anything. */
const otherValue = fc.oneof(
  fc.constantFrom(null, true, 0, -1.5, '', 'x', '9007199254740993', {}, []),
  fc.jsonValue({ maxDepth: 2 }),
)
const changedJson = fc
  .tuple(
    fc.constantFrom(...Object.values(files).filter((text) => /^[{[]/.test(text))),
    fc.array(otherValue, { minLength: 3, maxLength: 3 }),
    fc.nat(40),
  )
  .map(([text, values, from]) => {
    let count = 0
    return JSON.stringify(JSON.parse(text), (_key, value: unknown) => {
      count += 1
      return count > 1 && count >= from && count < from + values.length ? values[count - from] : value
    })
  })

test('a file whose fields hold other values is read or refused', async () => {
  await fc.assert(
    fc.asyncProperty(changedJson, async (text) => {
      await readBytes(Buffer.from(text))
    }),
    { numRuns: 300 },
  )
})
