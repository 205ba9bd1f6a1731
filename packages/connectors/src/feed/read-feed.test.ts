import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { assert, asyncProperty, oneof, string, uint8Array } from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectorSuite } from '../../test/connector-suite.ts'
import { type FakeServer, startFakeServer } from '../../test/fake-server.ts'
import { readBundledFeed } from './bundled-feed.ts'
import { type Collected, newFeedReport } from './collected.ts'
import { unpacked } from './feed-source.ts'
import { NameSet } from './name-set.ts'
import { type FeedOptions, readFeed } from './read-feed.ts'

connectorSuite('feed', {
  read: async (url, options) => namesOf(url, options),
  document: {
    contentType: 'text/plain',
    body: '# phishing\nevil.example\nhttps://bank.example.net/login\n',
    names: ['evil.example', 'https://bank.example.net/login'],
  },
  wrongDocument: { contentType: 'text/html', body: '<!DOCTYPE html><html><body>evil.example is down</body></html>' },
})

let server: FakeServer
let directory: string
beforeAll(async () => {
  server = await startFakeServer()
  directory = await mkdtemp(join(tmpdir(), 'signet-feed-'))
})
afterAll(async () => {
  await server.close()
  await rm(directory, { recursive: true })
})

async function namesOf(location: string, options: FeedOptions = {}): Promise<string[]> {
  const names: string[] = []
  for await (const batch of readFeed(location, options)) names.push(...batch.map(({ name }) => name))
  return names
}

/** Reads a text as stdin, optionally in chunks of a few bytes. */
async function readText(text: string | Buffer, chunkBytes = Infinity) {
  const data = Buffer.from(text)
  const chunks: Buffer[] = []
  for (let at = 0; at < data.length; at += chunkBytes) chunks.push(data.subarray(at, at + chunkBytes))
  const report = newFeedReport()
  const names = await namesOf('-', { stdin: Readable.from(chunks), report })
  return { names, report }
}

test('reads domains and URLs in every plain form, and passes comments and empty lines', async () => {
  const { names, report } = await readText(
    [
      '\ufeff# a list',
      '! of an ad blocker',
      '// and another',
      '[Adblock Plus 2.0]',
      '',
      'evil.example',
      '  spaced.example\t',
      'windows.example\r',
      '0.0.0.0 hosts.example second.example # why',
      '127.0.0.1\ttab.example',
      '||rule.example^$third-party',
      '*.wild.example',
      'hxxps://defanged[.]example/login',
      'round(.)example',
      'dot[dot]example',
      'hxxp[://]sep.example',
      'https://user@bank.example:8443/a?b=1,2;3',
      'раураl.example',
      'ideographic。example',
      'last.example',
    ].join('\n'),
  )
  expect(names).toEqual([
    'evil.example',
    'spaced.example',
    'windows.example',
    'hosts.example',
    'second.example',
    'tab.example',
    'rule.example',
    'wild.example',
    'https://defanged.example/login',
    'round.example',
    'dot.example',
    'http://sep.example',
    'https://user@bank.example:8443/a?b=1,2;3',
    'раураl.example',
    'ideographic。example',
    'last.example',
  ])
  expect(report).toMatchObject({ accepted: 16, skipped: 0 })
})

test('counts a broken line with its number and reason, and reads on', async () => {
  const invalid = Buffer.concat([Buffer.from('caf'), Buffer.of(0xe9), Buffer.from('.example')])
  const lines = ['a.example', 'nul\0.example', 'x'.repeat(9000), invalid, 'nothing', '@@||good.example^', 'b.example']
  const text = Buffer.concat(lines.flatMap((line) => [Buffer.from(line), Buffer.from('\n')]))
  for (const chunkBytes of [Infinity, 7]) {
    const { names, report } = await readText(text, chunkBytes)
    expect(names).toEqual(['a.example', 'b.example'])
    expect(report.skips).toEqual([
      { line: 2, reason: 'NUL bytes' },
      { line: 3, reason: 'longer than 8 KiB' },
      { line: 4, reason: 'not UTF-8' },
      { line: 5, reason: 'no host in it' },
      { line: 6, reason: 'an exception rule' },
    ])
  }
})

test('keeps the first twenty skips and counts them all', async () => {
  const { report } = await readText(`a.example\n${'nothing\n'.repeat(1000)}b.example`)
  expect(report).toMatchObject({ accepted: 2, skipped: 1000 })
  expect(report.skips).toHaveLength(20)
})

test('finds the column of a CSV file by its title, by the remark before the data, or by its content', async () => {
  expect((await readText('id,Domain,seen\n1,a.example,2026\n2,b.example,2026')).names).toEqual([
    'a.example',
    'b.example',
  ])
  expect((await readText('# id,dateadded,url\r\n"1","2026-01-01","http://a.example/x,y"\r\n')).names).toEqual([
    'http://a.example/x,y',
  ])
  expect((await readText('1,a.example\n2,b.example')).names).toEqual(['a.example', 'b.example'])
  expect((await readText('rang;nom\n1;a.example\n2;b.example\n3;c.example')).names).toHaveLength(3)
  expect((await readText('\tx\ta.example\n\ty\tb.example')).names).toEqual(['a.example', 'b.example'])
  expect((await readText('domain\na.example\nb.example')).names).toEqual(['a.example', 'b.example'])
})

test('takes a URL with commas in it for a URL, and a column of URLs for a column', async () => {
  expect((await readText('http://a.example/x,y\nb.example')).names).toEqual(['http://a.example/x,y', 'b.example'])
  const rows = [1, 2, 3].map((n) => `http://a.example/${n},2026-01-0${n}`)
  expect((await readText(rows.join('\n'))).names).toEqual([1, 2, 3].map((n) => `http://a.example/${n}`))
})

test('reads an address whose user part holds an @ of its own, as browsers do', async () => {
  const names = ['https://user@client.example@evil.example/x', 'https://u:p@evil.example/']
  expect((await readText(names.join('\n'))).names).toEqual(names)
})

test('leaves out mail addresses and scripts, which are no places on the web', async () => {
  const { names, report } = await readText('a.example\nmailto:b@b.example\nc@c.example\njavascript:alert(d.example)\n')
  expect(names).toEqual(['a.example'])
  expect(report.skipped).toBe(3)
})

test('loses only the line of a CSV quote that is never closed', async () => {
  const { names, report } = await readText(
    'domain,remark\na.example,"two\nlines"\nb.example,"open\nc.example,x\nd.example,y\n',
  )
  expect(names).toEqual(['a.example', 'c.example', 'd.example'])
  expect(report.skips).toEqual([{ line: 4, reason: 'a quote that is never closed' }])
})

test('reads JSON as strings, as records, inside an object, and line by line', async () => {
  expect((await readText('["a.example", 7, "b[.]example"]')).names).toEqual(['a.example', 'b.example'])
  expect((await readText('[{"id": 1, "url": "http://a.example/x"}, {"indicator": "b.example"}]')).names).toEqual([
    'http://a.example/x',
    'b.example',
  ])
  const inside = JSON.stringify({ version: 2, whitelist: ['good.example', 'fine.example'], blacklist: ['a.example'] })
  expect((await readText(inside)).names).toEqual(['a.example'])
  const { names, report } = await readText('{"domain":"a.example"}\n{"domain":\n{"host":"b.example"}\n')
  expect(names).toEqual(['a.example', 'b.example'])
  expect(report.skips).toEqual([{ line: 2, reason: 'not JSON' }])
})

test('reads JSON that is keyed by id, whether a key has one entry or several', async () => {
  const entries = Array.from({ length: 400 }, (_, id) => [
    `${3_400_000 + id}`,
    [{ url: `https://n${id}.example/`, tags: null }],
  ])
  const { names, report } = await readText(JSON.stringify(Object.fromEntries(entries)))
  expect(names).toHaveLength(400)
  expect(report).toMatchObject({ accepted: 400, skipped: 0 })
  const mixed = { 7: [{ url: 'https://a.example/' }, { url: 'no address' }], 8: { host: 'b.example' }, 9: null }
  const other = await readText(JSON.stringify({ urls: mixed }))
  expect(other.names).toEqual(['https://a.example/', 'b.example'])
  expect(other.report.skipped).toBe(2)
})

test('encodes the blanks of an address in a field, and takes no sentence for an address', async () => {
  const rows = [
    'id,url',
    '1,"https://a.example/x y"',
    '2,hxxps://b[.]example/?q=1 2,',
    '3,https://c.example is down',
    '4,d.example and more',
  ]
  const { names, report } = await readText(rows.join('\n'))
  expect(names).toEqual(['https://a.example/x%20y', 'https://b.example/?q=1%202'])
  expect(report.skipped).toBe(2)
  expect((await readText('[{"url": "https://a.example/x y"}]')).names).toEqual(['https://a.example/x%20y'])
})

test('reads gzip whatever it is called, and reads the same however it is cut into chunks', async () => {
  const text = '\ufeffa.example\nb.example\n'
  expect((await readText(gzipSync(text))).names).toEqual(['a.example', 'b.example'])
  expect((await readText(gzipSync(text), 1)).names).toEqual(['a.example', 'b.example'])
  expect((await readText(text, 1)).names).toEqual(['a.example', 'b.example'])
})

test.each([
  ['a web page', '\n  <!doctype html><title>evil.example</title>', /FEED_OF_OTHER_KIND .*"markup"/],
  ['an archive', Buffer.from('504b030414000000', 'hex'), /ZIP_CUT_OFF/],
  ['binary data', Buffer.from(Array.from({ length: 4096 }, (_, n) => (n * 7) % 32)), /FEED_OF_OTHER_KIND .*"binary"/],
  ['UTF-16', Buffer.from('\ufeffa.example', 'utf16le'), /FEED_OF_OTHER_KIND .*"utf16"/],
  ['JSON without a list', '{"error": "no key"}', /JSON_WITHOUT_NAMES/],
  ['half a JSON document', '["a.example",', /JSON_INVALID/],
  ['damaged gzip', Buffer.concat([gzipSync('a.example').subarray(0, 12), Buffer.from('damage')]), /FEED_DAMAGED/],
  ['prose', 'This is not a list\n'.repeat(50), /FEED_WITHOUT_NAMES .*"count":20/],
])('refuses %s as a whole, with one reason', async (_, text, message) => {
  const failing = readText(text)
  await expect(failing).rejects.toMatchObject({ name: 'ConnectorError', kind: 'changed_format' })
  await expect(failing).rejects.toThrow(message)
})

test('refuses gzip data that unpacks to more than is allowed, and a zip archive of more than 128 MB', async () => {
  const packed = gzipSync(randomBytes(4096).toString('hex'))
  await expect(buffer(unpacked(Readable.from([packed]), 'stdin', 1000))).rejects.toThrow(/FEED_TOO_LARGE .*"max":1000/)
  const megabytes = Array.from({ length: 129 }, () => Buffer.alloc(1024 * 1024))
  const stdin = Readable.from([Buffer.from('504b030414000000', 'hex'), ...megabytes])
  await expect(namesOf('-', { stdin })).rejects.toThrow(/ZIP_TOO_LARGE .*"megabytes":128/)
})

test('refuses a single JSON document of more than 64 MB', { timeout: 20_000 }, async () => {
  const megabyte = Buffer.alloc(1024 * 1024, ' ')
  const stdin = Readable.from([Buffer.from('["a.example"'), ...Array.from({ length: 65 }, () => megabyte)])
  await expect(namesOf('-', { stdin })).rejects.toThrow(/JSON_TOO_LARGE .*"megabytes":64/)
})

test('reads a file in batches of at most 5,000, in order', async () => {
  const path = join(directory, 'names.txt.gz')
  const lines = Array.from({ length: 12_345 }, (_, n) => `n${n}.example`)
  await writeFile(path, gzipSync(lines.join('\n')))
  const sizes: number[] = []
  const names: string[] = []
  for await (const batch of readFeed(path)) {
    sizes.push(batch.length)
    names.push(...batch.map(({ name }) => name))
    expect(batch[0]).toMatchObject({ feed: 'names.txt', line: names.length - batch.length + 1 })
  }
  expect(sizes).toEqual([5000, 5000, 2345])
  expect(names).toEqual(lines)
})

test('says which file is missing', async () => {
  await expect(namesOf(join(directory, 'missing'))).rejects.toThrow(/FEED_FILE_UNREADABLE .*missing","code":"ENOENT"/)
})

test('reads the bundled list of phishing domains, and none of its good names', async () => {
  const report = newFeedReport()
  const names = await namesOf('bundled', { report })
  expect(names.length).toBeGreaterThan(10_000)
  expect(names).not.toContain('metamask.io')
  expect(report).toMatchObject({ accepted: names.length })
})

test('says that the bundled list is missing, and that a list has too many names', async () => {
  const into = { accept: () => expect.fail('accepted'), skip: () => expect.fail('skipped') }
  await expect(readBundledFeed(into as unknown as Collected, 'no-such-feed')).rejects.toThrow(
    /FEED_MISSING .*no-such-feed/,
  )
  const names = new NameSet(2)
  for (const name of ['a.example', 'b.example', 'a.example']) names.add(name)
  expect(() => names.add('c.example')).toThrow(/FEED_NAMES_TOO_MANY {"max":2}/)
})

test('only requests what has changed', async () => {
  server.on('/etag', (request, response) => {
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
    else response.setHeader('etag', '"v1"').end('a.example\n')
  })
  const options = { allowAddress: [server.address] }
  const first = newFeedReport()
  expect(await namesOf(server.url('/etag'), { ...options, report: first })).toEqual(['a.example'])
  const second = newFeedReport()
  expect(await namesOf(server.url('/etag'), { ...options, etag: first.etag!, report: second })).toEqual([])
  expect(second.isNotModified).toBe(true)
})

test('keeps what was read before the connection broke', async () => {
  server.on('/half', (_, response) => {
    response.write('a.example\n'.repeat(20_000))
    setTimeout(() => response.destroy(), 100)
  })
  const report = newFeedReport()
  const reading = namesOf(server.url('/half'), { allowAddress: [server.address], report })
  await expect(reading).rejects.toMatchObject({ reason: 'FEED_BROKEN_OFF' })
  expect(report.accepted).toBeGreaterThan(10_000)
})

test('refuses a compressed answer that grows beyond measure', async () => {
  server.on('/bomb', (_, response) =>
    response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(20 * 1024 * 1024, 'a.example\n'))),
  )
  const reading = namesOf(server.url('/bomb'), { allowAddress: [server.address] })
  await expect(reading).rejects.toMatchObject({ reason: 'RESPONSE_TOO_DENSE' })
})

test('closes the connection when the reader leaves early', async () => {
  let isClosed = false
  server.on('/endless', (_, response) => {
    const timer = setInterval(() => response.write('a.example\n'.repeat(10_000)), 5)
    response.on('close', () => {
      clearInterval(timer)
      isClosed = true
    })
  })
  for await (const batch of readFeed(server.url('/endless'), { allowAddress: [server.address] })) {
    expect(batch).toHaveLength(5000)
    break
  }
  await expect.poll(() => isClosed).toBe(true)
})

test('never fails on any bytes but with a ConnectorError, and never yields a name with control characters', async () => {
  const anything = oneof(
    uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    string().map((text) => Buffer.from(text)),
  )
  await assert(
    asyncProperty(anything, async (bytes) => {
      const result = await readText(bytes, 50).catch((error: Error) => error.name)
      if (typeof result === 'string') expect(result).toBe('ConnectorError')
      else for (const name of result.names) expect(name).not.toMatch(/[\p{Cc}\s\ufffd]/u)
    }),
    { numRuns: 500 },
  )
})
