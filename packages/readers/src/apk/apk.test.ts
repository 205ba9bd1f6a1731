import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeZip, type MadeEntry } from '../../test/make-zip.ts'
import { UnreadableFile } from '../file-kind.ts'
import { SourceFile } from '../source-file.ts'
import { readApk } from './apk.ts'
import { readContainer } from './container.ts'
import { apkKinds } from './kinds.ts'
import { Zip } from '../zip.ts'

const fixture = (name: string) => readFileSync(path.resolve(import.meta.dirname, '../../test/apk', name))
const official = fixture('northwind-official.apk')
const officialSigner = '2a8c89b054038d734699c9ddcfa156d90faa8a8335d1cf86af1e52c4dac9c566'

/** The entries of the official app, to pack them again. */
function entriesOf(bytes: Buffer): MadeEntry[] {
  const read = new Zip(bytes)
  return read.entries.map((entry) => ({ name: entry.name, bytes: read.read(entry, 1e6), method: entry.method }))
}
const withManifest = (change: Partial<MadeEntry>) =>
  makeZip(entriesOf(official).map((entry) => (entry.name === 'AndroidManifest.xml' ? { ...entry, ...change } : entry)))
const manifest = entriesOf(official).find(({ name }) => name === 'AndroidManifest.xml')?.bytes ?? Buffer.alloc(0)
const zip = (...names: string[]) => makeZip(names.map((name) => ({ name, bytes: Buffer.from('x') })))
const kindOf = (name: string, bytes: Buffer) =>
  apkKinds.find((kind) => kind.recognizes(new SourceFile(name, bytes)))?.name

/** The place of a byte in the content of the app, which the signatures cover. */
const signedPlace = official.indexOf('classes.dex') + 20

test('an app gives its names, versions, permissions, icon and signer', () => {
  const { apk, iconBytes } = readApk(official)
  expect(apk).toMatchObject({
    package: 'com.northwindbank.mobile',
    versionName: '4.1.2',
    label: 'Northwind Bank',
    labels: { ar: 'بنك نورثويند', de: 'Northwind Bank DE' },
    permissions: ['android.permission.INTERNET'],
    launchActivity: 'com.northwindbank.mobile.Main',
    icon: { kind: 'axml' },
    signature: {
      verifies: true,
      v1: true,
      v2: true,
      v3: true,
      signers: [{ certSha256: officialSigner }],
      problems: [],
    },
    flags: [],
  })
  expect(iconBytes?.path).toMatch(/\.png$/)
})

test('an app that was changed after it was signed does not verify, and its certificates are still listed', () => {
  const changed = Buffer.from(official)
  changed.writeUInt8(changed.readUInt8(signedPlace) ^ 1, signedPlace)
  const { signature } = readApk(changed).apk
  expect(signature).toMatchObject({ verifies: false, verifiesOnApi28Plus: false, signers: [] })
  expect(signature.problems).toContain('v3 signer 1: the content was changed after it was signed')
  expect(signature.certificatesPresent.v3).toEqual([[officialSigner]])
})

test('an app without the signing block that its JAR signature asks for does not verify', () => {
  const { signature } = readApk(makeZip(entriesOf(official))).apk
  expect(signature).toMatchObject({ verifies: false, signingBlockIds: [] })
  expect(signature.problems).toEqual(['a signature of scheme v2 was removed'])
})

test.each<[flag: string, bytes: Buffer]>([
  ['encryptedBit', withManifest({ flags: 1 })],
  ['unknownMethod', withManifest({ method: 99 })],
  ['localNameDiffers', withManifest({ localName: 'AndroidManifest.txt' })],
  ['duplicateEntry', makeZip([...entriesOf(official), { name: 'AndroidManifest.xml', bytes: Buffer.from('x') }])],
  ['duplicateEntry', makeZip([{ name: 'AndroidManifest.xml', bytes: Buffer.from('x') }, ...entriesOf(official)])],
  ['controlCharacterInName', makeZip([...entriesOf(official), { name: 'a\r\n\0', bytes: Buffer.alloc(1) }])],
  ['zipComment', makeZip(entriesOf(official), Buffer.alloc(0xffff, 'PK\u0005\u0006'))],
  ['documentType', withManifest({ bytes: Buffer.concat([Buffer.from([0, 0]), manifest.subarray(2)]) })],
  ['documentSize', withManifest({ bytes: withNumber(manifest, 4, 0x42424242) })],
  ['chunkSize', withManifest({ bytes: withNumber(manifest, 12, 0x00ffffff) })],
  ['chunkSize', withManifest({ bytes: withNumber(manifest, 12, 28) })],
  ['stringCount', withManifest({ bytes: withNumber(manifest, 16, 0xfffffff0) })],
  ['controlCharacterInName', withManifest({ name: 'AndroidManifest.xml\0' })],
  ['directoryCount', withNumber(makeZip(entriesOf(official)), -12, 0xffff)],
  ['directoryCount', withNumber(makeZip(entriesOf(official)), -12, 1)],
  ['dataBeforeZip', Buffer.concat([Buffer.from('MZ'), makeZip(entriesOf(official))])],
  ['entrySize', withDirectoryNumber('AndroidManifest.xml', 24, 5)],
  ['entrySize', withDirectoryNumber('AndroidManifest.xml', 24, 0xfffffff0)],
])('an app that misleads readers is read, with the flag %s', (flag, bytes) => {
  const { apk } = readApk(bytes)
  expect(apk).toMatchObject({ package: 'com.northwindbank.mobile', label: 'Northwind Bank' })
  expect(apk.flags).toContain(flag)
  expect(kindOf('file', bytes)).toBe('apk')
})

test('the hosts and secrets in the code are listed, secrets by their start only', () => {
  const code = ['http://Pay.example/x', 'https://192.0.2.7:8080/', 'https://pay.example', 'http://localhost/'].join(
    '\0',
  )
  const secret = `-----BEGIN RSA PRIVATE KEY-----\nMIIE\0AKIA${'A'.repeat(16)}`
  const app = makeZip([
    { name: 'AndroidManifest.xml', bytes: manifest },
    { name: 'classes.dex', bytes: Buffer.from(code) },
    { name: 'classes2.dex', bytes: Buffer.from(`\0${secret}\0`) },
  ])
  expect(readApk(app).apk).toMatchObject({
    hosts: ['192.0.2.7', 'pay.example'],
    secrets: [
      { type: 'privateKey', start: '-----BEGIN R' },
      { type: 'awsAccessKey', start: 'AKIAAAAAAAAA' },
    ],
  })
})

test('a manifest that inflates to more than its limit is too large', () => {
  const bytes = withManifest({ bytes: Buffer.alloc(64 * 1024 * 1024) })
  expect(() => readApk(bytes)).toThrow(new UnreadableFile('tooLarge', 'AndroidManifest.xml has over 8388608 bytes'))
})

test('the app in a container counts, and what the container says else is a contradiction', () => {
  const bytes = fixture('app.xapk')
  const { container } = readContainer(bytes)
  expect(container).toMatchObject({
    container: 'xapk',
    package: 'com.contosorail.app',
    splits: ['config.arm64_v8a', 'config.xxhdpi'],
    contradictions: [],
  })
  const description = JSON.stringify({ package_name: 'com.contosorail.app', name: 'Contoso Bank', version_code: 77 })
  const lying = entriesOf(bytes).map((entry) =>
    entry.name === 'manifest.json' ? { ...entry, bytes: Buffer.from(description) } : entry,
  )
  expect(readContainer(makeZip(lying)).container.contradictions).toEqual([
    { field: 'label', claimed: 'Contoso Bank', actual: 'Contoso Rail' },
  ])
})

test('each kind is recognized among other ZIP files', () => {
  expect(kindOf('a.zip', zip('base.apk', 'info.json'))).toBe('apkm')
  expect(kindOf('a.zip', zip('base.apk', 'manifest.json'))).toBe('xapk')
  expect(kindOf('a.zip', zip('splits/base-master.apk', 'toc.pb'))).toBe('apks')
  expect(kindOf('a.zip', zip('classes.dex'))).toBe('apk')
  expect(kindOf('a.apk', zip('readme.txt'))).toBe('apk')
  expect(kindOf('a.apk', official.subarray(0, 5000))).toBe('apk')
  expect(kindOf('a.xml', manifest)).toBe('axml')
  for (const name of ['[Content_Types].xml', 'mimetype', 'readme.txt'])
    expect(kindOf('a.zip', zip(name))).toBeUndefined()
})

test('a file that is damaged anywhere is read or refused', () => {
  const files = [
    official,
    fixture('northwind-fake-same-icon.apk'),
    withManifest({ method: 0 }),
    makeZip(entriesOf(official)),
  ]
  const change = fc.record({
    place: fc.double({ min: 0, max: 1, noNaN: true }),
    value: fc.integer({ min: 0, max: 255 }),
  })
  const damage = fc.record({
    file: fc.constantFrom(...files),
    changes: fc.array(change, { maxLength: 20 }),
    cut: fc.nat(9),
  })
  fc.assert(
    fc.property(damage, ({ file, changes, cut }) => {
      const bytes = Buffer.from(cut === 0 ? file.subarray(0, file.length * 0.9) : file)
      for (const { place, value } of changes) bytes.writeUInt8(value, Math.floor(place * (bytes.length - 1)))
      expect(readOrRefuse(bytes)).toBe(true)
    }),
    { numRuns: 200 },
  )
})

test('binary XML and resources that are damaged anywhere are read or refused', () => {
  const resources = entriesOf(official).find(({ name }) => name === 'resources.arsc')?.bytes ?? Buffer.alloc(0)
  const change = fc.record({ place: fc.nat(4095), value: fc.constantFrom(0, 1, 0x7f, 0x80, 0xff) })
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
      const damage = (bytes: Buffer) => {
        const copy = Buffer.from(bytes)
        for (const { place, value } of changes) copy.writeUInt8(value, place % copy.length)
        return copy
      }
      const bytes = makeZip([
        { name: 'AndroidManifest.xml', bytes: damage(manifest), method: 0 },
        { name: 'resources.arsc', bytes: damage(resources), method: 0 },
      ])
      expect(readOrRefuse(bytes)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

/** A copy with other bytes at a place, which counts from the end if it is negative: two there, as counts of entries have, else four. */
function withNumber(bytes: Buffer, at: number, value: number): Buffer {
  const copy = Buffer.from(bytes)
  if (at < 0) copy.writeUInt16LE(value, bytes.length + at)
  else copy.writeUInt32LE(value, at)
  return copy
}

/** The official app, packed again, with another number in the directory. */
function withDirectoryNumber(name: string, field: number, value: number): Buffer {
  const bytes = makeZip(entriesOf(official))
  return withNumber(bytes, bytes.lastIndexOf(name) - 46 + field, value)
}

function readOrRefuse(bytes: Buffer): boolean {
  try {
    readApk(bytes)
    return true
  } catch (error) {
    if (error instanceof UnreadableFile) return true
    throw error
  }
}
