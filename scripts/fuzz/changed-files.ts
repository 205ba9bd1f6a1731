import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { deflateSync, gzipSync } from 'node:zlib'
import { makeBundle, makeIpa, makePng } from '@signet/readers/test/make-apps'
import { makeSigner } from '@signet/readers/test/make-signed'
import { makeZip } from '@signet/readers/test/make-zip'
import { samples } from '@signet/readers/test/samples'
import { Zip } from '@signet/readers/zip'
import type { Random } from '../lookalike/random.ts'

const root = path.resolve(import.meta.dirname, '../..')
const fileMax = 3_000_000
const entryMax = 2_000_000

/** The files that are changed: those of the tests, and all of a folder of samples if there is one. */
export function sourceFiles(folder: string | undefined): Buffer[] {
  const signer = makeSigner('Northwind Bank', 'NWB1234567')
  const apps = path.join(root, 'packages/readers/test/apk')
  const folders = [apps, ...(folder === undefined ? [] : [folder])]
  return [
    ...samples.map(({ bytes }) => bytes),
    makeBundle({ signer }),
    makeIpa({ signer }),
    makePng(false),
    ...folders.flatMap((each) =>
      readdirSync(each, { recursive: true, encoding: 'utf8' })
        .toSorted()
        .map((name) => path.join(each, name))
        .filter((file) => statSync(file).isFile() && statSync(file).size <= fileMax)
        .map((file) => readFileSync(file)),
    ),
  ].filter(({ length }) => length > 0)
}

const bytesOfNumbers = [0, 1, 0x7f, 0x80, 0xfe, 0xff]
const textPieces = [
  '\0',
  '\u202e',
  '\ud800',
  '\u{10ffff}',
  '"',
  '\\',
  '<',
  '&#x0;',
  '<!DOCTYPE a [<!ENTITY b "c">]>',
  '{"a":',
  '[[[[[[[[',
  '9007199254740993',
  '-1e999',
  'http://[::1]:99999999/%',
  'xn--0.example',
  '٣'.repeat(50),
  'a'.repeat(5000),
  'а́'.repeat(500),
]

/** One file with errors that an attacker or a broken program makes. */
export function changedFile(files: readonly Buffer[], random: Random): Buffer {
  let bytes: Buffer = Buffer.from(random.pick(files))
  if (random.next() < 0.3) bytes = withChangedEntry(bytes, random) ?? bytes
  const times = Math.floor(random.next() ** 2 * 8)
  for (let time = 0; time <= times; time += 1) bytes = random.pick(changes)(bytes, random, files)
  if (random.next() < 0.03) return random.pick([gzipSync, deflateSync])(bytes)
  return bytes.subarray(0, 2 * fileMax)
}

const placeIn = (bytes: Buffer, random: Random) => Math.floor(random.next() * bytes.length)

type Change = (bytes: Buffer, random: Random, files: readonly Buffer[]) => Buffer

const changes: readonly Change[] = [
  (bytes, random) => {
    for (let count = 1 + Math.floor(random.next() * 8); count > 0 && bytes.length > 0; count -= 1)
      bytes[placeIn(bytes, random)] = random.pick(bytesOfNumbers)
    return bytes
  },
  // Lengths, counts and places are often at the start and at the end.
  (bytes, random) => {
    const place = Math.floor(random.next() * Math.min(bytes.length, 256))
    const at = random.next() < 0.5 ? place : bytes.length - 1 - place
    if (at >= 0 && at + 4 <= bytes.length)
      bytes.writeUInt32LE(random.pick([0, 1, 0x7fffffff, 0x80000000, 0xffffffff]), at)
    return bytes
  },
  (bytes, random) => bytes.subarray(0, placeIn(bytes, random)),
  (bytes, random) => bytes.subarray(placeIn(bytes, random)),
  (bytes, random, files) => {
    const other = random.pick(files)
    return Buffer.concat([bytes.subarray(0, placeIn(bytes, random)), other.subarray(placeIn(other, random))])
  },
  (bytes, random) => {
    const [from, to] = [placeIn(bytes, random), placeIn(bytes, random)].toSorted((a, b) => a - b)
    const part = bytes.subarray(from, Math.min(to ?? 0, (from ?? 0) + 2000))
    const times = 1 + Math.floor(random.next() ** 4 * 300)
    return Buffer.concat([bytes.subarray(0, to), ...Array.from({ length: times }, () => part), bytes.subarray(to)])
  },
  (bytes, random) => {
    const at = placeIn(bytes, random)
    const times = 1 + Math.floor(random.next() ** 6 * 5000)
    const piece = Buffer.from(random.pick(textPieces).repeat(times).slice(0, 1_000_000))
    return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])
  },
]

/** The same archive with an entry that was changed before it was packed, so that its checksum is right. */
function withChangedEntry(bytes: Buffer, random: Random): Buffer | null {
  try {
    const zip = new Zip(bytes)
    const entries = zip.entries.map(({ name, ...entry }) => ({ name, bytes: zip.read({ name, ...entry }, entryMax) }))
    const chosen = random.pick(entries)
    chosen.bytes = random.pick(changes)(Buffer.from(chosen.bytes), random, [chosen.bytes])
    return makeZip(entries)
  } catch {
    // No archive, or one that can't be packed again.
    return null
  }
}

/** A text of strangers: parts of real posts, mixed with characters that programs stumble over. */
export function changedText(texts: readonly string[], random: Random): string {
  const parts = Array.from({ length: 1 + Math.floor(random.next() * 12) }, () => {
    if (random.next() < 0.3) return random.pick(textPieces).repeat(1 + Math.floor(random.next() ** 4 * 200))
    const text = random.pick(texts)
    const from = Math.floor(random.next() * text.length)
    return text.slice(from, from + Math.floor(random.next() * 300))
  })
  return parts.join(random.pick(['', ' ', '\n', '.'])).slice(0, 200_000)
}
