import type { Buffer } from 'node:buffer'
import { hash, type X509Certificate } from 'node:crypto'
import { fingerprint, type Certificate } from '../apk/certificate.ts'
import { readSignedData, signerOf } from '../apk/pkcs7.ts'
import { UnreadableFile } from '../file-kind.ts'

/** What the signature of an executable says, and whether the executable is as it was signed. */
export interface CodeSignature {
  identifier: string | null
  teamId: string | null
  signer: Certificate | undefined
  /** Whether the certificate of the signer was issued below a root of Apple. */
  isAppleIssued: boolean
  /** The digests of the app's Info.plist and of the list of its other files, in the algorithm of the signature. */
  digests: { algorithm: string; info: Buffer | undefined; resources: Buffer | undefined }
  problems: string[]
}

/** SHA-256 of the roots of Apple. Source: apple.com/certificateauthority ("Apple Root CA", G2 and G3). */
const appleRoots: ReadonlySet<string> = new Set([
  'b0b1730ecbc7ff4505142c49f1295e6eda6bcaed7e2c68c5be91b5a11001f024',
  'c2b9b042dd57830e7d117dac55ac8ae19407d38e41d88f3215bc3a890444a050',
  '63343abfb89a6a03ebb57e9b3f5fa7be7c4f5c756f3017b3a8c488c3653e9179',
])
const machines = { fat: 0xcafebabe, thin32: 0xfeedface, thin64: 0xfeedfacf }
const blobs = { all: 0xfade0cc0, directory: 0xfade0c02, wrapper: 0xfade0b01 }
const slots = { directory: 0, signature: 0x10000, info: 1, resources: 3 }
const signatureCommand = 0x1d
const [slicesMax, commandsMax, blobsMax, chainMax] = [8, 2000, 100, 6]
/** By the number in a code directory; the third is cut to 20 bytes. */
const algorithms: Record<number, string> = { 1: 'sha1', 2: 'sha256', 3: 'sha256', 4: 'sha384' }

const damaged = (problem: string) => new UnreadableFile('damaged', `the code signature ${problem}`)

/**
 * Verifies the signatures of an executable of iOS, one for each processor: the first, unless they are of different signers.
 * Source: Apple's loader.h (Mach-O) and cs_blobs.h.
 *
 * @throws UnreadableFile
 */
export function verifyCode(bytes: Buffer): CodeSignature {
  const found = slicesOf(bytes).map(verifySlice)
  const [first] = found
  if (!first) throw damaged('is missing')
  const others = found.filter(({ signer }) => signer === undefined || !first.signer?.der.equals(signer.der))
  const problems = found.flatMap((each) => each.problems)
  if (others.length > 0 && problems.length === 0) problems.push('the executable has several signers')
  return { ...first, problems }
}

function slicesOf(bytes: Buffer): Buffer[] {
  if (u32(bytes, 0) !== machines.fat) return [bytes]
  const count = u32(bytes, 4)
  if (count > slicesMax) throw damaged('is of too many processors')
  return Array.from({ length: count }, (_, index) => {
    const at = 8 + index * 20
    return part(bytes, u32(bytes, at + 8), u32(bytes, at + 12))
  })
}

function verifySlice(code: Buffer): CodeSignature {
  const all = signatureIn(code)
  if (u32(all, 0) !== blobs.all) throw damaged('has no index')
  const directory = blobIn(all, slots.directory)
  const wrapper = blobIn(all, slots.signature)
  if (!directory || u32(directory, 0) !== blobs.directory) throw damaged('has no code directory')
  const signedData = wrapper && wrapper.length > 8 ? readSignedData(wrapper.subarray(8)) : undefined
  const signer = signedData && signerOf(signedData, directory)
  const pages = pagesOf(directory)
  const problems: string[] = []
  if (!signer) problems.push('the code signature does not verify')
  if (!pages || !arePagesIntact(code, pages)) problems.push('the executable was changed after it was signed')
  const special = (slot: number) => (pages && pages.specials >= slot ? pages.digest(-slot) : undefined)
  return {
    identifier: textAt(directory, 20),
    teamId: u32(directory, 8) >= 0x20200 ? textAt(directory, 48) : null,
    signer,
    isAppleIssued: signer !== undefined && chainsToApple(signer, signedData?.certificates ?? []),
    digests: { algorithm: pages?.algorithm ?? '', info: special(slots.info), resources: special(slots.resources) },
    problems,
  }
}

/** The data of the load command for the signature. */
function signatureIn(code: Buffer): Buffer {
  if (code.length < 32) throw damaged('is missing: no executable')
  const magic = code.readUInt32LE(0)
  if (magic !== machines.thin32 && magic !== machines.thin64) throw damaged('is missing: no executable')
  let at = magic === machines.thin64 ? 32 : 28
  const count = Math.min(commandsMax, code.readUInt32LE(16))
  for (let index = 0; index < count && at + 16 <= code.length; index += 1) {
    const size = code.readUInt32LE(at + 4)
    if (code.readUInt32LE(at) === signatureCommand)
      return part(code, code.readUInt32LE(at + 8), code.readUInt32LE(at + 12))
    if (size < 8) break
    at += size
  }
  throw damaged('is missing')
}

function blobIn(all: Buffer, slot: number): Buffer | undefined {
  const count = u32(all, 8)
  if (count > blobsMax) throw damaged('has too many parts')
  for (let index = 0; index < count; index += 1) {
    const at = 12 + index * 8
    if (u32(all, at) !== slot) continue
    const offset = u32(all, at + 4)
    return part(all, offset, u32(all, offset + 4))
  }
  return undefined
}

interface Pages {
  algorithm: string
  pageSize: number
  codeLimit: number
  count: number
  specials: number
  /** The digest of a page; of another file of the app if negative. */
  digest: (slot: number) => Buffer
}

function pagesOf(directory: Buffer): Pages | undefined {
  if (directory.length < 44) throw damaged('has a short code directory')
  const [hashOffset, specials, count, codeLimit] = [16, 24, 28, 32].map((at) => u32(directory, at))
  const size = directory.readUInt8(36)
  const algorithm = algorithms[directory.readUInt8(37)]
  const pageBits = directory.readUInt8(39)
  if (hashOffset === undefined || specials === undefined || count === undefined || codeLimit === undefined)
    return undefined
  if (!algorithm || size < 20 || size > 48 || (pageBits !== 0 && (pageBits < 10 || pageBits > 16))) return undefined
  return {
    algorithm,
    // Without pages, all of the code is one.
    pageSize: pageBits === 0 ? Math.max(1, codeLimit) : 2 ** pageBits,
    codeLimit,
    count,
    specials,
    digest: (slot) => part(directory, hashOffset + slot * size, size),
  }
}

function arePagesIntact(code: Buffer, { algorithm, pageSize, codeLimit, count, digest }: Pages): boolean {
  if (codeLimit > code.length || codeLimit === 0 || count !== Math.ceil(codeLimit / pageSize)) return false
  for (let page = 0; page < count; page += 1) {
    const content = code.subarray(page * pageSize, Math.min((page + 1) * pageSize, codeLimit))
    const expected = digest(page)
    if (!hash(algorithm, content, 'buffer').subarray(0, expected.length).equals(expected)) return false
  }
  return true
}

/**
 * Whether each certificate up to a root of Apple issued the one before it. When they were valid doesn't matter: a signature outlives them.
 */
export function chainsToApple(
  signer: Certificate,
  certificates: readonly Certificate[],
  roots: ReadonlySet<string> = appleRoots,
): boolean {
  let current = signer
  for (let step = 0; step < chainMax; step += 1) {
    const { x509 } = current
    const issuer = x509 && certificates.find((each) => each.x509?.ca && isIssuedBy(x509, each))
    if (!issuer) return false
    if (roots.has(fingerprint(issuer))) return true
    current = issuer
  }
  return false
}

function isIssuedBy(certificate: X509Certificate, { x509, key }: Certificate): boolean {
  return x509 !== undefined && key !== undefined && certificate.checkIssued(x509) && certificate.verify(key)
}

function u32(bytes: Buffer, at: number): number {
  if (at < 0 || at + 4 > bytes.length) throw damaged('ends early')
  return bytes.readUInt32BE(at)
}

function part(bytes: Buffer, at: number, length: number): Buffer {
  if (at < 0 || at + length > bytes.length) throw damaged('has a part outside of it')
  return bytes.subarray(at, at + length)
}

/** The text whose offset is at a place; null if there is none. */
function textAt(directory: Buffer, at: number): string | null {
  const offset = u32(directory, at)
  if (offset === 0 || offset >= directory.length) return null
  const end = directory.indexOf(0, offset)
  return directory.toString('utf8', offset, end < 0 ? directory.length : end)
}
