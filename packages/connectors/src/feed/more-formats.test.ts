import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { assert, asyncProperty, uint8Array } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newFeedReport } from './collected.ts'
import { NameSet } from './name-set.ts'
import { readFeed } from './read-feed.ts'
import { readNewNames } from './read-new-names.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'signet-formats-'))
})
afterAll(() => rm(directory, { recursive: true }))

async function readText(text: string | Buffer | string[], chunkBytes = 1000) {
  const data = Buffer.from(Array.isArray(text) ? text.join('\n') : text)
  const chunks: Buffer[] = []
  for (let at = 0; at < data.length; at += chunkBytes) chunks.push(data.subarray(at, at + chunkBytes))
  const report = newFeedReport()
  const found: [name: string, feed: string, line: number][] = []
  for await (const batch of readFeed('-', { stdin: Readable.from(chunks), report }))
    for (const { name, feed, line } of batch) found.push([name, feed, line])
  return { found, names: found.map(([name]) => name), report }
}

interface Packed {
  name: string
  data: string | Buffer
  isStored?: boolean
  flags?: number
  crc?: number
  offset?: number
}

/** A zip archive in the usual layout: local headers, data, central directory, end record. */
function zipOf(entries: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const table: Buffer[] = []
  let offset = 0
  for (const { name, data, isStored = false, flags = 0, crc, offset: listedAt } of entries) {
    const bytes = Buffer.from(data)
    const packed = isStored ? bytes : deflateRawSync(bytes)
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(isStored ? 0 : 8, 8)
    head.writeUInt32LE(crc ?? crc32(bytes), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(bytes.length, 22)
    head.writeUInt16LE(Buffer.byteLength(name), 26)
    const listed = Buffer.alloc(46)
    listed.writeUInt32LE(0x02014b50, 0)
    head.copy(listed, 8, 6, 30)
    listed.writeUInt32LE(listedAt ?? offset, 42)
    table.push(listed, Buffer.from(name))
    parts.push(head, Buffer.from(name), packed)
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(Buffer.concat(table).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, ...table, end])
}

describe('a zip archive', () => {
  const entries = [
    { name: 'folder/', data: '', isStored: true },
    { name: '__MACOSX/._domains.txt', data: Buffer.from([0, 1, 2, 3]) },
    { name: 'folder/domains.txt', data: 'a.example\nb.example\n' },
    { name: 'more.csv', data: 'domain,day\nc.example,1\nd.example,2\n', isStored: true },
    { name: 'packed.txt.gz', data: gzipSync('e.example\n') },
  ]

  test('is read entry by entry, each in its own format, with its own lines', async () => {
    const { found, report } = await readText(zipOf(entries))
    expect(found).toEqual([
      ['a.example', 'stdin/folder/domains.txt', 1],
      ['b.example', 'stdin/folder/domains.txt', 2],
      ['c.example', 'stdin/more.csv', 2],
      ['d.example', 'stdin/more.csv', 3],
      ['e.example', 'stdin/packed.txt.gz', 1],
    ])
    expect(report).toMatchObject({ accepted: 5, skipped: 0 })
    expect((await readText(zipOf(entries), 1)).names).toHaveLength(5)
    expect((await readText(zipOf([]))).names).toEqual([])
    const withMore = Buffer.concat([zipOf(entries), Buffer.from('\n')])
    expect((await readText(withMore)).names).toHaveLength(5)
  })

  /** The archive with another number at a place of its end record: 4 the disk, 10 the number of entries (APPNOTE, section 4.3.16). */
  const withEnd = (place: number, value: number) => {
    const archive = zipOf(entries)
    archive.writeUInt16LE(value, archive.length - 22 + place)
    return archive
  }

  test.each<[string, Buffer, RegExp]>([
    ['cut off', zipOf(entries).subarray(0, 200), /ZIP_CUT_OFF {"feed":"stdin","entry":"more\.csv"}/],
    [
      'of a wrong checksum',
      zipOf([{ name: 'x.txt', data: 'a.example\n', crc: 7 }]),
      /ZIP_ENTRY_UNREADABLE {"feed":"stdin","entry":"x\.txt","why":"checksum"}/,
    ],
    ['encrypted', zipOf([{ name: 'x.txt', data: 'a.example\n', flags: 1 }]), /"entry":"x\.txt","why":"encrypted"/],
    [
      'with a lost entry',
      zipOf([{ name: 'x.txt', data: 'a.example\n', offset: 5 }]),
      /"entry":"x\.txt","why":"missing"/,
    ],
    [
      'whose entries overlap',
      zipOf([
        { name: 'x', data: 'a.example\n' },
        { name: 'y', data: 'b.example\n', offset: 0 },
      ]),
      /ZIP_ENTRIES_OVERLAP .*"entry":"y"/,
    ],
    ['in an archive', zipOf([{ name: 'in.zip', data: zipOf(entries) }]), /ZIP_IN_ZIP {"feed":"stdin\/in\.zip"}/],
    [
      'of a web page',
      zipOf([{ name: 'x.html', data: '<!doctype html>' }]),
      /FEED_OF_OTHER_KIND {"feed":"stdin\/x\.html","kind":"markup"}/,
    ],
    ['of a list cut short', withEnd(10, entries.length + 1), /ZIP_LIST_CUT_OFF {"feed":"stdin"/],
    ['of too many entries', withEnd(10, 1001), /ZIP_ENTRIES_TOO_MANY {"feed":"stdin","count":1001}/],
    ['of several disks', withEnd(4, 1), /ZIP_DAMAGED {"feed":"stdin"/],
    ['of four bytes', Buffer.from('504b0304', 'hex'), /ZIP_CUT_OFF .*"entry":"none"/],
  ])('%s is refused by the name of what is wrong', async (_, archive, message) => {
    const failing = readText(archive)
    await expect(failing).rejects.toMatchObject({ name: 'ConnectorError' })
    await expect(failing).rejects.toThrow(message)
  })

  test('that is a bomb is refused while it unpacks', { timeout: 60_000 }, async () => {
    const bomb = Buffer.alloc(66 * 1024 * 1024, '#')
    await expect(readText(zipOf([{ name: 'bomb.txt', data: bomb }]), 64 * 1024)).rejects.toThrow(
      /FEED_TOO_DENSE {"feed":"stdin\/bomb\.txt","max":250}/,
    )
    await expect(readText(gzipSync(bomb), 64 * 1024)).rejects.toThrow(/FEED_TOO_DENSE {"feed":"stdin","max":250}/)
  })

  test('of any bytes fails with nothing but a ConnectorError', async () => {
    const good = zipOf(entries)
    await assert(
      asyncProperty(
        uint8Array({ minLength: 1, maxLength: 4 }),
        uint8Array({ minLength: 2, maxLength: 2 }),
        async (bytes, place) => {
          const broken = Buffer.from(good)
          Buffer.from(bytes).copy(broken, 4 + (((place[0] as number) * 256 + (place[1] as number)) % (good.length - 8)))
          const result = await readText(broken, 100).catch((error: Error) => error.name)
          if (typeof result === 'string') expect(result).toBe('ConnectorError')
        },
      ),
      { numRuns: 300 },
    )
  })
})

test('names the line after which gzip data breaks off', async () => {
  const text = Array.from({ length: 50_000 }, (_, n) => `${(n * 7919).toString(36)}.example`).join('\n')
  const cut = readText(gzipSync(text).subarray(0, 200_000))
  await expect(cut).rejects.toThrow(/FEED_DAMAGED_AFTER {"feed":"stdin","line":\d{4,}}/)
})

describe('a zone file', () => {
  test('of the daily kind gives each delegated name once', async () => {
    const { found, report } = await readText([
      'com.\t900\tin\tsoa\ta.gtld-servers.net. nstld.verisign-grs.com. 1763726401 1800 900 604800 900',
      'com.\t172800\tin\tns\ta.gtld-servers.net.',
      'evil-client.com.\t172800\tin\tns\tns1.evil.example.',
      'evil-client.com.\t172800\tin\tns\tns2.evil.example.',
      'evil-client.com.\t86400\tin\tds\t12345 8 2 ABCDEF',
      'evil-client.com.\t86400\tin\trrsig\tds 8 2 86400 20261201 20261121 1 com. AAAA',
      'xn--lient-0ye.com.\t172800\tin\tns\tns1.evil.example.',
      'ns1.xn--lient-0ye.com.\t172800\tin\ta\t192.0.2.7',
      '',
    ])
    expect(found).toEqual([
      ['evil-client.com', 'stdin', 3],
      ['xn--lient-0ye.com', 'stdin', 7],
      ['ns1.xn--lient-0ye.com', 'stdin', 8],
    ])
    expect(report.skipped).toBe(0)
  })

  test('is read without its origin, comments, brackets and repeated owners', async () => {
    const { names, report } = await readText([
      '$ORIGIN Client.Example.',
      '$TTL 1h ; a remark',
      '@ IN SOA ns1 admin (',
      '  2026112101 ; serial',
      '  1h 15m 30d 1h )',
      '  IN NS ns1',
      'www 300 IN A 192.0.2.1',
      '  IN AAAA 2001:db8::1',
      'text IN TXT "a ; b ( c"',
      'shop IN CNAME www',
      '*.pages IN A 192.0.2.2',
    ])
    expect(names).toEqual(['www.client.example', 'shop.client.example', 'pages.client.example'])
    expect(report.skipped).toBe(0)
  })

  test('of response policies gives what it acts on, and nothing that it lets pass', async () => {
    const { names } = await readText([
      '$ORIGIN rpz.example.',
      '@ 300 IN SOA localhost. root.localhost. 1 1h 15m 30d 2h',
      '@ 300 IN NS localhost.',
      'evil-client.com CNAME .',
      '*.evil-client.com CNAME .',
      'login-client.net.rpz.example. 300 IN CNAME *.',
      'walled.example 300 IN A 192.0.2.9',
      'good.example CNAME rpz-passthru.',
      '24.0.2.0.192.rpz-ip CNAME .',
    ])
    expect(names).toEqual(['evil-client.com', 'evil-client.com', 'login-client.net', 'walled.example'])
  })

  test('is not seen in a list, a hosts file or CSV', async () => {
    expect((await readText('a.example\nb.example\n')).names).toHaveLength(2)
    expect((await readText('0.0.0.0 a.example\n0.0.0.0 b.example\n')).names).toEqual(['a.example', 'b.example'])
    expect((await readText('a.example,NS,1\nb.example,NS,2\nc.example,A,3\n')).names).toHaveLength(3)
  })
})

describe('the log of a resolver', () => {
  test.each<[string, string[]]>([
    [
      'dnsmasq',
      [
        'Nov 21 12:00:01 dnsmasq[711]: query[A] evil-client.com from 192.0.2.7',
        'Nov 21 12:00:01 dnsmasq[711]: forwarded evil-client.com to 192.0.2.1',
        'Nov 21 12:00:01 dnsmasq[711]: reply evil-client.com is 198.51.100.4',
        'Nov 21 12:00:02 dnsmasq[711]: query[PTR] 7.2.0.192.in-addr.arpa from 192.0.2.7',
        'Nov 21 12:00:03 dnsmasq[711]: query[type=65] login-client.net from 2001:db8::7',
      ],
    ],
    [
      'unbound',
      [
        '[1763726400] unbound[7:0] notice: init module 0: validator',
        '[1763726401] unbound[7:0] info: 192.0.2.7 evil-client.com. A IN',
        'Nov 21 12:00:01 ns unbound: [7:0] info: 192.0.2.7 login-client.net. HTTPS IN NOERROR 0.01 0 45',
      ],
    ],
    [
      'BIND',
      [
        '21-Nov-2026 12:00:01.123 queries: info: client @0x7f1 192.0.2.7#5353 (Evil-Client.com): query: Evil-Client.com IN A +E(0)K (192.0.2.1)',
        '21-Nov-2026 12:00:01.124 rpz: info: client @0x7f1 192.0.2.7#5353 (login-client.net): rpz QNAME NXDOMAIN rewrite login-client.net/A/IN via login-client.net.rpz.local',
        '21-Nov-2026 12:00:02.000 general: info: zone rpz.local/IN: loaded serial 7',
      ],
    ],
    [
      'dnstap as quiet text',
      [
        '12:00:01.123456 CQ 192.0.2.7 UDP 40b "evil-client.com." IN A',
        '12:00:01.133456 CR 192.0.2.7 UDP 56b "evil-client.com." IN A',
        '12:00:02.000000 RQ 198.51.100.1 TCP 40b "login-client.net." IN AAAA',
        '12:00:03.000000 CQ 192.0.2.7 UDP 17b "." IN NS',
      ],
    ],
    [
      'dnstap-read',
      [
        '21-Nov-2026 12:00:01.123 CQ 192.0.2.7:5353 -> 192.0.2.1:53 UDP 44b evil-client.com/IN/A',
        '21-Nov-2026 12:00:01.124 CR 192.0.2.7:5353 <- 192.0.2.1:53 UDP 60b login-client.net/IN/A',
      ],
    ],
  ])('%s gives the names that were asked for', async (_, lines) => {
    const { names, report } = await readText(lines)
    expect([...new Set(names)]).toEqual(['evil-client.com', 'login-client.net'])
    expect(report.skipped).toBe(0)
  })

  test('counts lines of something else', async () => {
    const line = 'Nov 21 12:00:01 dnsmasq[711]: query[A] evil-client.com from 192.0.2.7'
    const { names, report } = await readText([line, 'something else entirely', line])
    expect(names).toHaveLength(2)
    expect(report.skips).toEqual([{ line: 2, reason: 'no query in it' }])
  })
})

describe('what is new since an earlier reading', () => {
  test('is found whatever the order and format of both', async () => {
    const yesterday = join(directory, 'com-1.zone.gz')
    const today = join(directory, 'com-2.txt')
    const zone = ['b.example. 300 IN NS ns1.x.', 'A.example. 300 IN NS ns1.x.', 'gone.example. 300 IN NS ns1.x.']
    await writeFile(yesterday, gzipSync(zone.join('\n')))
    await writeFile(today, 'new.example\na.example\nb.example.\nnewer.example\n')
    const report = newFeedReport()
    const names: string[] = []
    for await (const batch of readNewNames(today, yesterday, { report })) names.push(...batch.map(({ name }) => name))
    expect(names).toEqual(['new.example', 'newer.example'])
    expect(report).toMatchObject({ accepted: 4, skipped: 0 })
  })

  test('is not given without the earlier copy', async () => {
    const reading = readNewNames('bundled', join(directory, 'missing')).next()
    await expect(reading).rejects.toThrow(/FEED_FILE_UNREADABLE .*missing","code":"ENOENT"/)
  })

  test('is remembered of two hundred thousand names without mistaking one', () => {
    const set = new NameSet()
    for (let n = 0; n < 200_000; n++) set.add(`name-${n}.example`)
    set.add('NAME-7.example.')
    expect(set.size).toBe(200_000)
    for (let n = 0; n < 200_000; n++) if (!set.has(`Name-${n}.example.`)) expect.fail(`name-${n} is forgotten`)
    for (let n = 200_000; n < 400_000; n++) if (set.has(`name-${n}.example`)) expect.fail(`name-${n} is made up`)
  })
})
