import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, newReadyInstallation, onlyLine } from '../../test/signet-process.ts'

let signet: Awaited<ReturnType<typeof newReadyInstallation>>
let folder: string
let server: Server
let address: string

beforeAll(async () => {
  folder = await newFolder()
  signet = await newReadyInstallation()
  const empty = path.join(folder, 'empty.txt')
  await writeFile(empty, '')
  const ended = await signet.run(['watch', 'coinbase.com', '--name', 'Coinbase', '--feed', empty])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  server = createServer((request, response) => {
    response.end(request.url?.startsWith('/page') ? '<!doctype html><p>login-coinbase.com' : 'coinbase-served.com\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  address = `127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function fileOf(name: string, text: string | Buffer): Promise<string> {
  const file = path.join(folder, name)
  await writeFile(file, text)
  return file
}

const delegated = (name: string) => `${name}.\t172800\tin\tns\tns1.example.\n`
const lastScan = async () => (await signet.sql('select * from scans order by created_at desc limit 1'))[0]
const threatsLike = async (pattern: string) =>
  (await signet.sql<{ title: string }>('select title from threats where title like $1 order by 1', [pattern])).map(
    ({ title }) => title,
  )

test('counts a broken line, names it with its number, and keeps the rest', async () => {
  const feed = await fileOf('broken.txt', 'coinbase-first.com\n\n# a remark\n<<broken>>\nmore-coinbase-last.com\n')
  const ended = await signet.run(['scan', '--feed', feed])
  expect(ended).toMatchObject({ code: 0, stderr: `${feed}, line 4: no host in it\n` })
  expect(jsonLines(ended)).toEqual([{ feed, namesRead: 2, namesSkipped: 1, threatsAdded: 2, threatsSeenAgain: 0 }])
  expect(await lastScan()).toMatchObject({ state: 'done', names_read: '2', names_skipped: '1', threats_added: 2 })
})

test('a domain with letters beyond ASCII is watched by its name as it is read', async () => {
  const feed = await fileOf('umlaut.txt', 'mueller-login.com\nwww.müller.de\n')
  const ended = await signet.run(['watch', 'müller.de', '--feed', feed])
  expect(jsonLines(ended)).toMatchObject([
    { company: 'xn-mller-kva-de', brand: 'Müller', aliases: ['müller'], official: ['xn--mller-kva.de'] },
    { namesRead: 2, threatsAdded: 1 },
  ])
  expect(await threatsLike('mueller%')).toEqual(['mueller-login.com'])
})

test('only scans names that a zone file did not have the day before', async () => {
  const since = await fileOf('com-1.zone.gz', gzipSync(delegated('coinbase-known.com')))
  const feed = await fileOf('com-2.zone', delegated('coinbase-known.com') + delegated('coinbase-overnight.com'))
  const ended = await signet.run(['scan', '--feed', feed, '--since', since])
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(ended)).toMatchObject([{ namesRead: 2, threatsAdded: 1 }])
  expect(await threatsLike('coinbase-%known.com')).toEqual([])
})

test('names the first twenty broken lines and counts the others', async () => {
  const feed = await fileOf('many-broken.txt', `coinbase-fine.com\n${'???\n'.repeat(50)}`)
  const { code, stderr } = await signet.run(['scan', '--feed', feed])
  expect(code).toBe(0)
  expect(stderr.trimEnd().split('\n')).toHaveLength(21)
  expect(stderr).toContain('… and 30 more lines were skipped.')
})

test('reads standard input, gzip, and an address it was allowed to', async () => {
  expect(jsonLines(await signet.run(['scan', '--feed', '-'], { input: 'coinbase-piped.com\n' }))).toMatchObject([
    { feed: '-', threatsAdded: 1 },
  ])
  const packed = await fileOf('packed.txt.gz', gzipSync('coinbase-packed.com\n'))
  expect(jsonLines(await signet.run(['scan', '--feed', packed]))).toMatchObject([{ threatsAdded: 1 }])

  const feed = `http://${address}/list?key=secret-key`
  const ended = await signet.run(['scan', '--feed', feed], { env: { SIGNET_FEED_ALLOW: address } })
  expect(jsonLines(ended)).toMatchObject([{ namesRead: 1, threatsAdded: 1 }])
  expect(await threatsLike('coinbase-%')).toEqual(expect.arrayContaining(['coinbase-served.com']))
  // The key in a URL must not be stored.
  expect(JSON.stringify(await signet.sql('select * from scans, sightings'))).not.toContain('secret-key')
})

test.each([
  [
    'a file that is not there',
    () => path.join(folder, 'missing.txt'),
    /missing\.txt can't be read: there is no such file\.$/,
  ],
  ['a folder', () => folder, /it is a directory\.$/],
  ['a web page', () => fileOf('page.html', '<!doctype html>\n<a href="x">login-coinbase.com</a>\n'), /is a web page/],
  [
    'an archive',
    () => fileOf('list.zip', Buffer.from('504b030414000000', 'hex')),
    /is a zip archive that was cut off at its start/,
  ],
  ['prose', () => fileOf('prose.txt', 'This is no list.\n'.repeat(40)), /isn't a list of names/],
  [
    'an address of this machine',
    () => `http://${address}/list`,
    /^Only ports 80 and 443 are allowed, not port \d+ of 127\.0\.0\.1/,
  ],
  ['an address of this machine on port 80', () => 'http://localhost/list', /which isn't a public address\.$/],
  ['another scheme', () => 'ftp://feeds.example/list', /^Only http and https addresses are fetched/],
])('refuses %s in one line, and the scan is kept as failed', async (_, feedOf, words) => {
  const feed = await feedOf()
  const [before] = await signet.sql('select count(*) from threats')
  const ended = await signet.run(['scan', '--feed', feed])
  expect(ended.code).toBe(1)
  expect(onlyLine(ended)).toMatch(words)
  expect(await lastScan()).toMatchObject({
    feed,
    state: 'failed',
    error: { reason: expect.any(String) },
    threats_added: 0,
  })
  expect((await lastScan())?.['finished_at']).toBeInstanceOf(Date)
  expect(await signet.sql('select count(*) from threats')).toEqual([before])
})

test('refuses a web page from an allowed address, and nothing listening there', async () => {
  const page = await signet.run(['scan', '--feed', `http://${address}/page`], { env: { SIGNET_FEED_ALLOW: address } })
  expect([page.code, onlyLine(page)]).toEqual([1, '127.0.0.1 is a web page, not a list of names.'])
  const env = { SIGNET_FEED_ALLOW: '127.0.0.1:1' }
  const nobody = await signet.run(['scan', '--feed', 'http://127.0.0.1:1/list'], { env })
  expect([nobody.code, onlyLine(nobody)]).toEqual([1, '127.0.0.1:1 refused the connection.'])
  expect(await lastScan()).toMatchObject({ state: 'failed' })
})

const lineCount = 1_000_000
const hitEvery = 1000
/** 140 MB are in use before the first name; uncollected garbage of V8 raises it to 320, and to 365 for four million. */
const memoryMaxKb = 400 * 1024

test.runIf(process.platform === 'linux')('reads a million lines with flat memory', { timeout: 120_000 }, async () => {
  const feed = path.join(folder, 'million.txt')
  await pipeline(Readable.from(millionLines()), createWriteStream(feed))
  const child = signet.start(['scan', '--feed', feed], { input: '' })
  let peakKb = 0
  while (child.process.exitCode === null && child.process.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
    peakKb = Math.max(peakKb, Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0))
    await sleep(20)
  }
  const ended = await child.ended
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(ended)).toMatchObject([
    { namesRead: lineCount, namesSkipped: 0, threatsAdded: lineCount / hitEvery },
  ])
  expect(peakKb).toBeGreaterThan(30 * 1024)
  expect(peakKb).toBeLessThan(memoryMaxKb)
})

function* millionLines(): Generator<string> {
  for (let at = 0; at < lineCount; at += hitEvery) {
    const plain = Array.from({ length: hitEvery - 1 }, (_, n) => `shop-${at + n}.garden-${(at + n) % 977}.example\n`)
    yield `login-coinbase-${at}.example\n${plain.join('')}`
  }
}
