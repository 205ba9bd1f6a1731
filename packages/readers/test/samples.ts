import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  onePage,
  packageOf,
  paragraph,
  pdfOf,
  relations,
  wordOf,
  workbookOf,
  zipOf,
} from '../src/documents/document-fixtures.ts'
import { Zip } from '../src/zip.ts'
import { makeBundle, makeIpa } from './make-apps.ts'
import { makeZip } from './make-zip.ts'

/** A small file that was made for the tests. */
export interface Sample {
  kind: string
  name: string
  bytes: Buffer
  /** Some of what its reader finds: of one record, or of each. */
  facts: object | readonly object[]
}

const text = (kind: string, content: string, facts: Sample['facts'], name = kind): Sample => ({
  kind,
  name,
  bytes: Buffer.from(content),
  facts,
})
const json = (kind: string, value: unknown, facts: Sample['facts']) => text(kind, JSON.stringify(value), facts)
const lines = (...values: readonly object[]) => values.map((value) => JSON.stringify(value)).join('\n')

const app = readFileSync(path.join(import.meta.dirname, 'apk/northwind-official.apk'))
const base = { package: 'com.northwindbank.mobile', signature: { verifies: true } }
const manifest = (() => {
  const zip = new Zip(app)
  const entry = zip.entry('AndroidManifest.xml')
  return entry ? zip.read(entry, 1e6) : Buffer.alloc(0)
})()

const apps: readonly Sample[] = [
  { kind: 'apk', name: 'northwind.apk', bytes: app, facts: { ...base, flags: [] } },
  {
    kind: 'xapk',
    name: 'contoso.xapk',
    bytes: readFileSync(path.join(import.meta.dirname, 'apk/app.xapk')),
    facts: { package: 'com.contosorail.app', splits: ['config.arm64_v8a', 'config.xxhdpi'], contradictions: [] },
  },
  {
    kind: 'apkm',
    name: 'northwind.apkm',
    bytes: makeZip([
      { name: 'base.apk', bytes: app },
      { name: 'info.json', bytes: Buffer.from('{"pname":"com.northwindbank.mobile"}') },
    ]),
    facts: { package: base.package, splits: [] },
  },
  {
    kind: 'apks',
    name: 'northwind.apks',
    bytes: makeZip([
      { name: 'splits/base-master.apk', bytes: app },
      { name: 'toc.pb', bytes: Buffer.from('x') },
    ]),
    facts: { package: base.package },
  },
  { kind: 'aab', name: 'northwind.aab', bytes: makeBundle(), facts: { ...base, flags: [] } },
  { kind: 'ipa', name: 'northwind.ipa', bytes: makeIpa(), facts: { ...base, flags: [] } },
  { kind: 'axml', name: 'AndroidManifest.xml', bytes: manifest, facts: { package: base.package } },
]

const port = '<port protocol="tcp" portid="443"><state state="open"/><service name="https"/></port>'
const scans: readonly Sample[] = [
  text(
    'nmap',
    `<?xml version="1.0"?><nmaprun scanner="nmap" start="1735786000"><host><status state="up"/><address addr="192.0.2.1" addrtype="ipv4"/><ports>${port}</ports></host><runstats><finished time="1735786001" exit="success"/><hosts up="1" down="0" total="1"/></runstats></nmaprun>`,
    { isComplete: true, hostsUp: 1, openPorts: 1, hosts: [{ ip: '192.0.2.1', ports: [{ port: 443 }] }] },
  ),
  text('masscan', '#masscan\nopen tcp 443 192.0.2.1 1735786000\n# end\n', {
    hosts: 1,
    ip: '192.0.2.1',
    openPorts: [443],
  }),
  text(
    'nuclei',
    lines({
      'template-id': 'git-config',
      info: { name: 'Git', severity: 'medium' },
      host: 'https://a.example',
      'matched-at': 'https://a.example/.git/config',
    }),
    [{ templateId: 'git-config', severity: 'medium', hostName: 'a.example' }],
  ),
  text(
    'httpx',
    lines({ url: 'https://a.example', input: 'a.example', port: '443', status_code: 200, title: 'Login' }),
    [{ url: 'https://a.example', port: 443, status: 200, title: 'Login' }],
  ),
  text(
    'subfinder',
    lines(
      { host: 'a.x.example', input: 'x.example', source: 'crtsh' },
      { host: 'a.x.example', input: 'x.example', source: 'anubis' },
    ),
    { uniqueHosts: ['a.x.example'], hosts: [{ sources: ['crtsh', 'anubis'] }] },
  ),
  json('internetdb', { detail: 'No information available' }, [{ known: false, services: null }]),
]

const party = { org: 'Northwind Bank', contact: 'abuse@bank.example', domain: 'bank.example' }
const indicators: readonly Sample[] = [
  json(
    'stix',
    {
      type: 'bundle',
      id: 'bundle--1',
      objects: [
        {
          type: 'indicator',
          id: 'indicator--1',
          modified: '2025-01-02T03:04:05Z',
          pattern_type: 'stix',
          pattern: "[a:b[0].c IN ('x', 1) AND NOT (url:value = 'y')] OR [domain-name:value = 'a.example']",
          object_marking_refs: ['marking-definition--1'],
        },
        { type: 'marking-definition', id: 'marking-definition--1', definition: { tlp: 'red' } },
      ],
    },
    [{ id: 'indicator--1', values: ['a.example'], observableType: 'domain', tlp: 'red', objects: 2, skipped: 0 }],
  ),
  json(
    'misp',
    {
      Event: {
        uuid: 'u',
        info: 'Phishing',
        threat_level_id: '1',
        Tag: [{ name: 'tlp:red' }],
        Attribute: [{ type: 'domain|ip', value: 'a.example|192.0.2.1', to_ids: true, deleted: false }],
        Object: [{ name: 'page', Attribute: [{ type: 'url', value: 'https://a.example/' }] }],
      },
    },
    [
      {
        uuid: 'u',
        threatLevel: 'high',
        attributes: [{ parts: ['a.example', '192.0.2.1'] }, { fromObject: 'page', value: 'https://a.example/' }],
      },
    ],
  ),
  json(
    'xarf',
    {
      xarf_version: '4.2.0',
      report_id: 'r',
      timestamp: '2025-01-02T03:04:05Z',
      reporter: party,
      sender: party,
      source_identifier: 'a.example',
      category: 'content',
      type: 'phishing',
      evidence: [{ content_type: 'text/plain', payload: 'YQ==', hash: 'md5:0cc175b9c0f1b6a831c399e269772661' }],
    },
    { type: 'phishing', retired: false, evidence: [{ isHashRight: true, bytes: 1 }] },
  ),
  json(
    'taxii',
    { more: true, next: 'n', objects: [{ type: 'identity', id: 'identity--1' }] },
    { more: true, next: 'n', objects: 1, skipped: 0 },
  ),
  json('ecs', { 'threat.indicator': { type: 'url', url: { full: 'https://a.example/' }, marking: { tlp: 'RED' } } }, [
    { type: 'url', value: 'https://a.example/', tlp: 'red' },
  ]),
  text('cef', 'host CEF:0|a\\|b|c|d|e|f|High|msg=a\\nb c=d\\=e\n', [
    { vendor: 'a|b', severity: 'High', ext: { msg: 'a\nb', c: 'd=e' } },
  ]),
  text('reports-csv', 'platform;profile;note\nWhatsApp;Northwind help;"a ""b"""\n', {
    skipped: 0,
  }),
]

const feeds: readonly Sample[] = [
  text('url-list', '# today\nhttps://a.example/\nhttps://b.example/x y\n', {
    urls: 2,
    list: ['https://a.example/', 'https://b.example/x y'],
  }),
  text('phishtank', 'phish_id,url,online,target\n1,"https://a.example/x,y",yes,Other\n', {
    rows: 1,
    online: 1,
    urlsWithComma: 1,
  }),
  json(
    'urlhaus',
    { 9: [{ url: 'https://a.example/', url_status: 'online', tags: ['a'] }] },
    { rows: 1, online: 1, list: [{ id: '9', tags: ['a'] }] },
  ),
]

const telegram: readonly Sample[] = [
  json(
    'telegram-export',
    {
      name: 'Shop',
      type: 'public_channel',
      id: 15,
      messages: [
        {
          id: 1,
          type: 'message',
          date_unixtime: '5',
          text: ['see ', { type: 'link', text: 'a.example' }],
          file: 'a/b',
        },
      ],
    },
    [
      {
        channelId: -1_000_000_000_015,
        messages: [{ id: 1, text: 'see a.example', urls: ['a.example'], fileName: 'b' }],
      },
    ],
  ),
  json(
    'telegram-bot-updates',
    {
      ok: true,
      result: [
        {
          update_id: 1,
          message: {
            message_id: 1,
            chat: { id: 1 },
            text: '🔥 a.example',
            entities: [{ type: 'url', offset: 3, length: 9 }],
            forward_origin: { chat: { title: 'Shop' } },
          },
        },
      ],
    },
    { messages: [{ urls: ['a.example'], forwardedFrom: 'Shop' }], nextUpdateId: 2 },
  ),
  json(
    'telegram-mtproto',
    [
      {
        _: 'Message',
        id: 1,
        peer_id: { channel_id: 5 },
        message: 'see a',
        entities: [{ _: 'MessageEntityUrl', offset: 4, length: 1 }],
        media: { document: { id: 1, attributes: [{ file_name: 'x.apk' }] } },
      },
    ],
    { messages: [{ channelId: -1_000_000_000_005, urls: ['a'], fileName: 'x.apk' }] },
  ),
  json(
    'telegram-bot-error',
    { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 7 } },
    { code: 429, retryAfter: 7 },
  ),
]

const platforms: readonly Sample[] = [
  json(
    'youtube-search',
    {
      kind: 'youtube#searchListResponse',
      items: [{ id: { kind: 'youtube#video', videoId: 'v' }, snippet: { channelId: 'c', title: 'a &amp; b' } }],
    },
    { items: [{ type: 'video', id: 'v', title: 'a & b' }] },
  ),
  json(
    'youtube-error',
    { error: { code: 403, errors: [{ reason: 'quotaExceeded' }] } },
    { error: 'quotaExceeded', retry: 'after midnight Pacific time' },
  ),
  json(
    'reddit',
    {
      kind: 'Listing',
      data: { children: [{ kind: 't3', data: { name: 't3_1', permalink: '/r/a/', selftext: '&lt;' } }] },
    },
    { items: [{ id: 't3_1', type: 'post', text: '<' }] },
  ),
  json(
    'x-search',
    {
      data: [{ id: '1', author_id: '2', text: 'x', entities: { urls: [{ expanded_url: 'https://a.example/' }] } }],
      includes: { users: [{ id: '2', username: 'u' }] },
    },
    { items: [{ username: 'u', urls: ['https://a.example/'] }] },
  ),
  json(
    'x-error',
    { title: 'Too Many Requests', detail: 'wait', type: 'about:blank', status: 429 },
    { error: 'Too Many Requests', status: 429 },
  ),
  json(
    'meta-ads',
    {
      data: [{ id: '1', ad_snapshot_url: 'https://a.example/?id=1&access_token=x', impressions: { lower_bound: '1' } }],
    },
    { items: [{ snapshotUrl: 'https://a.example/?id=1', impressions: { min: 1, max: null } }] },
  ),
  json(
    'meta-error',
    { error: { message: 'expired', type: 'OAuthException', code: 190, fbtrace_id: 'x' } },
    { error: 'OAuthException', code: '190' },
  ),
  json(
    'google-places',
    { places: [{ id: 'p', displayName: { text: 'x' } }] },
    { items: [{ placeId: 'p', title: 'x' }] },
  ),
  json(
    'google-error',
    { error: { code: 429, message: 'wait', status: 'RESOURCE_EXHAUSTED' } },
    { error: 'RESOURCE_EXHAUSTED', code: 429 },
  ),
  json(
    'github-code-search',
    {
      total_count: 1,
      incomplete_results: false,
      items: [
        {
          path: 'a',
          html_url: 'https://github.com/o/r/blob/1/a',
          repository: { id: 1, full_name: 'o/r' },
          text_matches: [{ fragment: 'KEY=1', matches: [{ text: 'KEY' }] }],
        },
      ],
    },
    { total: 1, items: [{ repositoryId: 1, matched: 'KEY' }] },
  ),
  text('empty-answer', '{}', {}),
]

const slide = '<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>Plan</a:t></a:r></a:p></p:sld>'
const openDocument = (type: string) =>
  zipOf({
    mimetype: `application/vnd.oasis.opendocument.${type}`,
    'content.xml':
      '<office:document-content xmlns:office="o" xmlns:text="t"><text:p>Plan</text:p></office:document-content>',
  })
const document = (kind: string, bytes: Buffer, facts: object = { text: 'Plan' }): Sample => ({
  kind,
  name: `plan.${kind}`,
  bytes,
  facts: { type: kind, ...facts },
})
const documents: readonly Sample[] = [
  document('pdf', pdfOf(onePage('BT /F1 12 Tf 50 700 Td (Plan) Tj ET')), { text: 'Plan', pages: 1 }),
  document('docx', wordOf(paragraph('Plan'))),
  document('xlsx', workbookOf([{ name: 'Plan', rows: '<row><c><v>5</v></c></row>' }]), {
    sheets: [{ name: 'Plan', rows: 1 }],
  }),
  document(
    'pptx',
    packageOf({
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(['a', 'slide', 'slides/slide1.xml']),
      'ppt/slides/slide1.xml': slide,
    }),
    { slides: 1 },
  ),
  document('odt', openDocument('text')),
  document('ods', openDocument('spreadsheet')),
  document('odp', openDocument('presentation')),
  {
    kind: 'office',
    name: 'plan.doc',
    bytes: Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(504),
      Buffer.from('WordDocument\0', 'utf16le'),
    ]),
    facts: { type: 'doc' },
  },
  document('rtf', Buffer.from('{\\rtf1 Plan}')),
  document('csv', Buffer.from('full name;mail\r\nJane Doe;jane@bank.example\r\n'), { columns: ['full name', 'mail'] }),
  document('txt', Buffer.from('Dear Jane,\nthe plan, as agreed, is here.\n'), { words: 8 }),
]

/** Samples of JSON and text that other programs write. */
export const exchangeSamples: readonly Sample[] = [...indicators, ...feeds, ...telegram, ...platforms]

/** At least one sample of each kind. */
export const samples: readonly Sample[] = [...apps, ...scans, ...exchangeSamples, ...documents]
