import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { newFeedReport, readFeed } from '@signet/connectors'
import { addAssets, type AssetIndex, compileAssets, matchName } from '@signet/detection'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { lineBlocks } from './line-blocks.ts'
import { matchBlock } from './match-block.ts'

const brand = (name: string, ...aliases: string[]) => ({
  id: name,
  name,
  aliases: [name, ...aliases],
  official: [`${name}.com`, `${name}.co.uk`],
  owner: 'one',
})
const brands = [brand('coinbase'), brand('metamask'), brand('dhl'), brand('trustwallet', 'twallet'), brand('docomo')]
const index = compileAssets(brands)

const hostileLines = [
  'login-coinbase.com',
  'login-coinbase.com\r',
  '',
  '\r',
  '   ',
  'LOGIN-COINBASE.COM',
  'Co1nBase.net.',
  'coinbase.com.evil.tld.',
  '*.login-coinbase.com',
  '*.*.login-coinbase.com',
  '.coinbsae.com',
  '..metamask.io.evil.com',
  '192.0.2.1',
  '0.0.0.0 login-coinbase.com',
  '1.1.1.1.coinbase.evil.com',
  '2001:db8::1',
  '[2001:db8::1]',
  'https://login-coinbase.com/account?x=1',
  'hxxps://login-coinbase[.]com/',
  'xn--',
  'xn--.com',
  'xn--zzzzzzzzzzzzzzzz99999.com',
  'XN--CINBASE-90A.COM',
  'xn--cinbase-90a.com',
  'coinbase.xn--zz--zz--.com',
  'сoinbase.com',
  'сoіnbаsе.com',
  `${'a'.repeat(63)}.login-coinbase.com`,
  `${'a'.repeat(64)}.login-coinbase.com`,
  `${'a.'.repeat(119)}login-coinbase.com`,
  `${'a.'.repeat(140)}login-coinbase.com`,
  `login-coinbase.com${'x'.repeat(64 * 1024)}`,
  `coinbase-${'x.'.repeat(32 * 1024)}com`,
  'login-\0coinbase.com',
  '\0\0\0\0',
  'login_coinbase.com',
  '_dmarc.login-coinbase.com',
  'coin-base.login',
  'c-o-i-n-b-a-s-e.shop',
  'rnetarnask.io',
  'mettamask-support.com',
  'a..b.coinbase.net',
  'coinbase',
  'coinbase.',
  '.',
  '..',
  '*.',
  '-',
  '-.-',
  'co.uk',
  'coinbase.co.uk',
  'www.coinbase.com',
  'dhl.com.parcel.evil.net',
  'www.dhl.co.uk.evil.net',
  'supportcoinbsae.com',
  'coinbsae.login.evil.net',
  '||login-coinbase.com^$third-party',
  '# login-coinbase.com',
  'login-coinbase.com # why',
  'login-coinbase.com, metamask-login.com',
  '  login-coinbase.com\t',
  '\ufeffmetamask-login.com',
  'tvvallet-claim.com',
  '1-2-3.com',
  'localhost',
]
const invalidUtf8 = Buffer.from([
  0xff, 0xfe, 0x63, 0x6f, 0x69, 0x6e, 0x62, 0x61, 0x73, 0x65, 0x2e, 0x63, 0x6f, 0x6d, 0x0a,
])

/** The library's verdicts on the same lines, as the feed reader parses them. */
async function byLibrary(assets: AssetIndex, data: Buffer, threshold: number) {
  const report = newFeedReport()
  let output = ''
  // The first line makes sure that the format is detected as a list, whatever follows.
  for await (const batch of readFeed('-', { stdin: Readable.from([data]), report })) {
    for (const { name } of batch) {
      for (const verdict of matchName(assets, name, { scoreMin: threshold })) {
        const { brandId, score, class: kind, indicators } = verdict
        output += `${JSON.stringify({ domain: name, brand: brandId, score, class: kind, reasons: indicators })}\n`
      }
    }
  }
  return { output, accepted: report.accepted, skipped: report.skipped, skips: report.skips }
}

async function byBlocks(assets: AssetIndex, data: Buffer, threshold: number, chunkBytes = Infinity) {
  const chunks: Buffer[] = []
  for (let at = 0; at < data.length; at += chunkBytes) chunks.push(data.subarray(at, at + chunkBytes))
  const sum = { output: '', lines: 0, accepted: 0, skipped: 0, skips: [] as { line: number; reason: string }[] }
  for await (const block of lineBlocks(Readable.from(chunks), 8 * 1024)) {
    const matched = matchBlock(assets, block, threshold)
    sum.output += matched.output
    sum.accepted += matched.accepted
    sum.skipped += matched.skipped
    sum.skips.push(...matched.skips.map(({ line, reason }) => ({ line: sum.lines + line, reason })))
    sum.lines += matched.lines
  }
  const { lines: _, ...counts } = sum
  return { ...counts, skips: counts.skips.slice(0, 20) }
}

const hostile = Buffer.concat([
  Buffer.from(`example.org\n${hostileLines.join('\n')}\n`),
  invalidUtf8,
  Buffer.from('last-coinbase.com'),
])

test.each([0.01, 0.5])('gives the verdicts of the library for hostile lines, from score %d on', async (threshold) => {
  const expected = await byLibrary(index, hostile, threshold)
  expect(expected.output).toContain('"last-coinbase.com"')
  expect(await byBlocks(index, hostile, threshold)).toEqual(expected)
})

test.each([1, 7, 61, 4096])('cuts no line wrongly in chunks of %d bytes', async (chunkBytes) => {
  const data = hostile.subarray(0, 40_000)
  expect(await byBlocks(index, data, 0.5, chunkBytes)).toEqual(await byBlocks(index, data, 0.5))
})

test('gives the same verdicts whether brands were compiled together or added later', async () => {
  const grown = brands.slice(2).reduce((so, asset) => addAssets(so, [asset]), compileAssets(brands.slice(0, 2)))
  expect(await byBlocks(grown, hostile, 0.01)).toEqual(await byBlocks(index, hostile, 0.01))
  expect(await byLibrary(grown, hostile, 0.01)).toEqual(await byLibrary(index, hostile, 0.01))
})

const corpus = path.resolve(import.meta.dirname, '../../../../../shared/data/domains')

test.runIf(existsSync(corpus))('gives the verdicts of the library for a sample of real names', async () => {
  const read = (file: string) => gunzipSync(readFileSync(path.join(corpus, file))).toString()
  const labelled = ['positives', 'negatives'].flatMap((kind) =>
    read(`${kind}.jsonl.gz`)
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { domain: string }).domain),
  )
  const hosts = read('background-hosts.txt.gz').split('\n').slice(0, 20_000)
  const data = Buffer.from(['example.org', ...labelled, ...hosts].join('\n'))
  const real = JSON.parse(readFileSync(path.join(corpus, 'brands.json'), 'utf8')) as typeof brands
  const all = compileAssets(real.map((asset) => ({ ...asset, owner: 'one' })))
  const expected = await byLibrary(all, data, 0.01)
  expect(expected.output.length).toBeGreaterThan(0)
  expect((await byBlocks(all, data, 0.01)).output).toBe(expected.output)
})
