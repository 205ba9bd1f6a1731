import { expect, test } from 'vitest'
import { deflateRawSync } from 'node:zlib'
import { archiveLimits, PackError, readArchive, readEntry } from './pack-archive.ts'

interface File {
  name: string
  content?: Buffer
  /** Overrides of the headers. */
  localName?: string
  size?: number
  storedSize?: number
  flags?: number
  mode?: number
  offset?: number
  count?: number
}

const length = (parts: readonly Buffer[]) => parts.reduce((sum, part) => sum + part.length, 0)

/** An archive of compressed files, with whatever headers a test wants. */
function zipOf(files: readonly File[], { before = '', between = '', behind = '' } = {}): Blob {
  const local: Buffer[] = [Buffer.from(before)]
  const central: Buffer[] = []
  for (const { name, content = Buffer.from(name), localName = name, flags = 0, mode = 0, ...fields } of files) {
    const stored = deflateRawSync(content)
    const { size = content.length, storedSize = stored.length, offset = length(local) } = fields
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50)
    head.writeUInt16LE(flags, 6)
    head.writeUInt16LE(8, 8)
    head.writeUInt16LE(Buffer.byteLength(localName), 26)
    local.push(head, Buffer.from(localName), stored, Buffer.from(between))
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50)
    entry.writeUInt16LE(flags, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(storedSize, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(Buffer.byteLength(name), 28)
    entry.writeUInt32LE(mode * 0x1_0000, 38)
    entry.writeUInt32LE(offset, 42)
    central.push(entry, Buffer.from(name))
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(length(central), 12)
  end.writeUInt32LE(length(local), 16)
  return new Blob([...local, ...central, end, behind].map((part) => new Uint8Array(Buffer.from(part))))
}

const refusal = (archive: Blob) =>
  readArchive(archive).then(
    () => 'accepted',
    (error: unknown) => (error instanceof PackError ? error.reason : error),
  )

test('reads the files of an archive', async () => {
  const entries = await readArchive(zipOf([{ name: 'a.txt' }, { name: 'folder/ü.txt', content: Buffer.alloc(5000) }]))
  expect(entries.map(({ path, size }) => [path, size])).toEqual([
    ['a.txt', 5],
    ['folder/ü.txt', 5000],
  ])
  expect(Buffer.from((await readEntry(entries[0] as never)) ?? [])).toEqual(Buffer.from('a.txt'))
})

test('refuses names that leave the folder or mean something else on another system', async () => {
  const names = ['../a', 'a/../b', '/a', 'a//b', 'a/', 'C:a', 'a\\b', '.', '..', 'a/.', 'a.', 'a ', '', 'a\0b', 'a\nb']
  names.push('a\u202Egpj.exe', 'a\u2028b', 'a|b', `${'a'.repeat(archiveLimits.pathBytes)}b`)
  for (const name of names) expect(await refusal(zipOf([{ name }])), JSON.stringify(name)).toBe('unsafeName')
})

test('refuses names that occur twice, also in other spellings', async () => {
  for (const [one, other] of [
    ['a', 'a'],
    ['a', 'A'],
    ['\u00e9', 'e\u0301'],
  ] as const) {
    expect(await refusal(zipOf([{ name: one }, { name: other }])), other).toBe('repeatedName')
  }
})

test('refuses what other programs would read differently', async () => {
  const archives: [string, Blob][] = [
    ['another name in the header of the file', zipOf([{ name: 'a', localName: 'b' }])],
    ['bytes before the first file', zipOf([{ name: 'a' }], { before: 'MZ' })],
    ['bytes between files', zipOf([{ name: 'a' }, { name: 'b' }], { between: '!' })],
    ['files that overlap', zipOf([{ name: 'a' }, { name: 'a2', offset: 0, localName: 'a' }])],
    ['a link', zipOf([{ name: 'a', mode: 0o120777 }])],
    ['a file beyond the end', zipOf([{ name: 'a', offset: 999_999 }])],
    ['64-bit sizes', zipOf([{ name: 'a', storedSize: 0xffffffff }])],
  ]
  for (const [what, archive] of archives) expect(await refusal(archive), what).toBe('damaged')
  expect(await refusal(zipOf([{ name: 'a', flags: 1 }]))).toBe('encrypted')
})

test('refuses a file that is not an archive, is incomplete, or continues after its end', async () => {
  const whole = zipOf([{ name: 'a' }])
  for (const archive of [new Blob([]), new Blob(['%PDF-1.7']), whole.slice(0, whole.size - 1), whole.slice(1)]) {
    expect(['notAnArchive', 'damaged']).toContain(await refusal(archive))
  }
  expect(await refusal(zipOf([{ name: 'a' }], { behind: 'more' }))).toBe('notAnArchive')
})

test('refuses more files and bytes than any case has before it unpacks one', async () => {
  const many = Array.from({ length: archiveLimits.entries + 1 }, (_, index) => ({ name: `${index}` }))
  expect(await refusal(zipOf(many))).toBe('tooMany')
  expect(await refusal(zipOf(many.slice(1)))).toBe('accepted')
  expect(await refusal(zipOf([{ name: 'a', size: archiveLimits.entryBytes + 1 }]))).toBe('tooLarge')
  const huge = Array.from({ length: 65 }, (_, index) => ({ name: `${index}`, size: archiveLimits.entryBytes }))
  expect(await refusal(zipOf(huge))).toBe('tooLarge')
})

test('stops unpacking a file at its declared size', async () => {
  const bomb = zipOf([{ name: 'a', content: Buffer.alloc(50_000_000), size: 100 }])
  const [entry] = await readArchive(bomb)
  expect(await readEntry(entry as never)).toBeNull()
  const [short] = await readArchive(zipOf([{ name: 'a', size: 100 }]))
  expect(await readEntry(short as never)).toBeNull()
})
