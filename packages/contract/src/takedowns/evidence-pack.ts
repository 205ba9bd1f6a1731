import { isOneOf, isRecord } from '../narrow.ts'
import { verifyTimestamp, type Timestamp } from './timestamp/verify-timestamp.ts'
import { PackError, readArchive, readEntry, type ArchiveEntry } from './pack-archive.ts'

/*
 * The evidence pack of a case: an archive with the items, `manifest.json`, its signature, the public key and `SHA256SUMS`. The signature
 * covers the exact bytes of the manifest, and the manifest the SHA-256 of every item and of the company's previous manifest.
 */

/** The value of `format` in a manifest; a change that older verifiers would misread gets another number. */
export const packFormat = 'signet-evidence-pack/1'

/** The files of a pack that are no items. */
export const packFiles = {
  manifest: 'manifest.json',
  /** Ed25519 (RFC 8032), 64 bytes. */
  signature: 'manifest.sig',
  /** SubjectPublicKeyInfo (RFC 8410) as PEM (RFC 7468). */
  key: 'public-key.pem',
  /** The token of a timestamp of the manifest (RFC 3161), if the manifest names its authority. */
  timestamp: 'manifest.tst',
  /** SHA-256 of every other file, for `sha256sum --check`. */
  sums: 'SHA256SUMS',
} as const

/** What an item is: the summary, the PDF, a record of the case, an observation of the domain, evidence, or a file added to the case. */
export const packItemKinds = ['summary', 'report', 'record', 'observation', 'capture', 'upload', 'file'] as const
/** One of `packItemKinds`. */
export type PackItemKind = (typeof packItemKinds)[number]

/** One file of a pack. */
export interface PackItem {
  path: string
  /** In hex. */
  sha256: string
  /** In bytes. */
  size: number
  kind: PackItemKind
  /** When it was captured, observed or added, ISO 8601 in UTC. */
  at: string
  /** The program that made it and its version, e.g. `Signet 0.1.0`; null if it isn't known. */
  tool: string | null
  /** From where it was observed, e.g. `desktop, DE`; null if it isn't known. */
  vantage: string | null
}

/** The content of `manifest.json`. */
export interface PackManifest {
  format: typeof packFormat
  /** The address of the installation's portal; null if it isn't configured. */
  issuer: string | null
  company: string
  takedown: { id: string; reference: string | null; title: string }
  /** Packs of a company are numbered from 1. */
  sequence: number
  /** SHA-256 of the manifest of the company's previous pack in hex; null for the first. */
  previousManifestSha256: string | null
  /** ISO 8601 in UTC. */
  madeAt: string
  madeBy: string
  /** The program that made the pack. */
  tool: string
  /** SHA-256 of the public key (SubjectPublicKeyInfo in DER) in hex. */
  keyId: string
  /** The host of the authority whose timestamp is in the pack; null without one. */
  timestampedBy: string | null
  items: PackItem[]
}

/** A verified file: `unlisted` isn't in the manifest, `missing` isn't in the archive. */
export interface CheckedFile {
  path: string
  result: 'unchanged' | 'changed' | 'missing' | 'unlisted'
}

/** The result of verifying a pack. */
export interface PackReport {
  isIntact: boolean
  /** Null if it isn't authentic. */
  manifest: PackManifest | null
  /** SHA-256 of the authentic manifest: what the next pack of the company refers to. */
  manifestSha256: string | null
  /** `otherKey`: the signature is valid for the key in the pack, but that is none of the given ones. */
  signature: 'valid' | 'invalid' | 'otherKey'
  /** The id of the key in the pack; null if it is damaged. */
  keyId: string | null
  /** When the manifest existed, by the word of an authority; null without a valid timestamp. */
  timestamp: Timestamp | null
  /** Every file of the archive; only the damaged ones if the signature is not valid, because nothing else can then be judged. */
  files: CheckedFile[]
}

/** Where an installation publishes its public keys as JSON, for everyone (RFC 8615). */
export const signingKeysPath = '/.well-known/signet-keys.json'

/** The answer at `signingKeysPath`: the current key first, then those of the past, whose packs remain valid. */
export interface PublishedKeys {
  keys: {
    /** SHA-256 of the key in hex. */
    id: string
    algorithm: 'Ed25519'
    /** SubjectPublicKeyInfo as PEM. */
    publicKey: string
    createdAt: string
    /** When it was replaced; null for the current key. */
    retiredAt: string | null
  }[]
}

/** Lower-case hex. */
export async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The key (SubjectPublicKeyInfo in DER) in a PEM file; null if it is no Ed25519 key. */
export function keyOfPem(pem: string): Uint8Array<ArrayBuffer> | null {
  const [, body = ''] = /^-----BEGIN PUBLIC KEY-----\s([\w+/=\s]+)-----END PUBLIC KEY-----\s*$/.exec(pem) ?? []
  try {
    const der = Uint8Array.from(atob(body.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0))
    return ed25519Prefix.every((byte, index) => der[index] === byte) && der.length === ed25519Bytes ? der : null
  } catch {
    // Not Base64.
    return null
  }
}
/** The beginning of every such key: RFC 8410, section 4. */
const ed25519Prefix = [0x30, 0x2a, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x03, 0x21, 0x00]
const ed25519Bytes = 44

/** Whether an Ed25519 signature is valid for a key (SubjectPublicKeyInfo in DER). */
async function isSigned(
  key: Uint8Array<ArrayBuffer>,
  signature: Uint8Array<ArrayBuffer>,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey('spki', key, 'Ed25519', false, ['verify'])
    return await crypto.subtle.verify('Ed25519', imported, signature, bytes)
  } catch (error) {
    // A point that isn't on the curve. A runtime without Ed25519 says so differently.
    if (error instanceof Error && error.name === 'NotSupportedError') throw error
    return false
  }
}

/** The text of `SHA256SUMS`. */
export const sumsOf = (files: readonly Pick<PackItem, 'path' | 'sha256'>[]) =>
  files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')

/**
 * Verifies a pack with nothing but its own bytes and, if given, the public keys of the installation that is said to have made it. Without
 * them, an intact pack shows only that it wasn't changed since somebody with the key in the pack signed it.
 *
 * @param pack the archive; one file at a time is in memory
 * @param keys SubjectPublicKeyInfo in DER, see `keyOfPem`; one of them must be the key of the pack
 * @throws PackError if the archive can't be read or has no manifest
 */
export async function verifyPack(pack: Blob, keys?: readonly Uint8Array<ArrayBuffer>[]): Promise<PackReport> {
  const entries = new Map((await readArchive(pack)).map((entry) => [entry.path, entry]))
  const manifest = await contentOf(entries, packFiles.manifest)
  if (!manifest) throw new PackError('damaged', packFiles.manifest)
  const [signature, pem, sums] = [
    await contentOf(entries, packFiles.signature),
    await contentOf(entries, packFiles.key),
    await contentOf(entries, packFiles.sums),
  ]
  const packKey = pem && keyOfPem(asText(pem))
  const keyId = packKey && (await sha256Of(packKey))
  const parsed = parseManifest(asText(manifest))
  const isValid =
    packKey !== null && signature !== null && keyId === parsed?.keyId && (await isSigned(packKey, signature, manifest))
  if (!isValid || !parsed) {
    const files = await damagedAmong({ manifest, signature, key: pem }, sums)
    return {
      isIntact: false,
      manifest: null,
      manifestSha256: null,
      signature: 'invalid',
      keyId,
      timestamp: null,
      files,
    }
  }
  const files = await checkFiles(entries, parsed)
  const own = await Promise.all(
    [packFiles.manifest, packFiles.signature, packFiles.key].map(async (path): Promise<SummedFile> => ({
      path,
      // oxlint-disable-next-line typescript/consistent-type-assertions -- the bytes are not in shared memory
      sha256: await sha256Of((await contentOf(entries, path)) as Uint8Array<ArrayBuffer>),
    })),
  )
  const token = parsed.timestampedBy === null ? null : await contentOf(entries, packFiles.timestamp)
  const timestamp = token && (await verifyTimestamp(token, manifest))
  if (parsed.timestampedBy !== null) {
    const path = packFiles.timestamp
    const isListed = token !== null && asText(sums ?? token).includes(`${await sha256Of(token)}  ${path}\n`)
    files.push({ path, result: !entries.has(path) ? 'missing' : timestamp && isListed ? 'unchanged' : 'changed' })
    // What isn't signed of the token only its line in the sums can show, and if they differ, each may be the one that was changed.
    own.push({ path, sha256: timestamp && token ? await sha256Of(token) : sumIn(sums, path) })
  }
  const isSummed = sums !== null && asText(sums) === sumsOf([...parsed.items, ...own])
  files.push({ path: packFiles.sums, result: sums === null ? 'missing' : isSummed ? 'unchanged' : 'changed' })
  const trusted = keys && (await Promise.all(keys.map(sha256Of)))
  const isOther = trusted !== undefined && !trusted.includes(keyId)
  return {
    isIntact: !isOther && files.every(({ result }) => result === 'unchanged'),
    manifest: parsed,
    manifestSha256: own[0]?.sha256 ?? null,
    signature: isOther ? 'otherKey' : 'valid',
    keyId,
    timestamp,
    files,
  }
}

/** A file of the archive; null if it is missing or damaged. */
async function contentOf(entries: ReadonlyMap<string, ArchiveEntry>, path: string) {
  const entry = entries.get(path)
  return entry ? readEntry(entry) : null
}

type SummedFile = Pick<PackItem, 'path' | 'sha256'>

/** The SHA-256 that `SHA256SUMS` has for a file. */
const sumIn = (sums: Uint8Array<ArrayBuffer> | null, path: string) =>
  (sums ? asText(sums) : '')
    .split('\n')
    .find((line) => line.endsWith(`  ${path}`))
    ?.slice(0, 64) ?? ''

const asText = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(bytes)

/** The files behind an invalid signature that `SHA256SUMS` doesn't agree with; the manifest if it agrees with all of them. */
async function damagedAmong(
  found: Record<'manifest' | 'signature' | 'key', Uint8Array<ArrayBuffer> | null>,
  sums: Uint8Array<ArrayBuffer> | null,
): Promise<CheckedFile[]> {
  const lines = new Set((sums ? asText(sums) : '').split('\n'))
  const damaged: CheckedFile[] = []
  for (const part of ['manifest', 'signature', 'key'] as const) {
    const [path, bytes] = [packFiles[part], found[part]]
    if (bytes === null) damaged.push({ path, result: 'missing' })
    else if (!lines.has(`${await sha256Of(bytes)}  ${path}`)) damaged.push({ path, result: 'changed' })
  }
  return damaged.length > 0 ? damaged : [{ path: packFiles.manifest, result: 'changed' }]
}

/** Compares the items of an authentic manifest with the archive. */
async function checkFiles(entries: ReadonlyMap<string, ArchiveEntry>, manifest: PackManifest): Promise<CheckedFile[]> {
  const files: CheckedFile[] = []
  for (const { path, size, sha256 } of manifest.items) {
    const entry = entries.get(path)
    const content = entry?.size === size ? await readEntry(entry) : null
    const isSame = content !== null && (await sha256Of(content)) === sha256
    files.push({ path, result: entry ? (isSame ? 'unchanged' : 'changed') : 'missing' })
  }
  const listed = new Set<string>([...manifest.items.map(({ path }) => path), ...Object.values(packFiles)])
  if (manifest.timestampedBy === null) listed.delete(packFiles.timestamp)
  for (const path of entries.keys()) if (!listed.has(path)) files.push({ path, result: 'unlisted' })
  return files
}

/** The manifest in a text; null if it has another form. */
function parseManifest(text: string): PackManifest | null {
  try {
    const read: unknown = JSON.parse(text)
    return isManifest(read) ? read : null
  } catch {
    // It is no JSON.
    return null
  }
}

function isManifest(value: unknown): value is PackManifest {
  if (!isRecord(value) || value['format'] !== packFormat || !Number.isSafeInteger(value['sequence'])) return false
  const { takedown, items } = value
  return (
    hasTexts(
      value,
      ['company', 'madeAt', 'madeBy', 'tool', 'keyId'],
      ['issuer', 'previousManifestSha256', 'timestampedBy'],
    ) &&
    hasTexts(takedown, ['id', 'title'], ['reference']) &&
    Array.isArray(items) &&
    items.every(isItem)
  )
}

const isItem = (value: unknown): value is PackItem =>
  hasTexts(value, ['path', 'sha256', 'at'], ['tool', 'vantage']) &&
  Number.isSafeInteger(value['size']) &&
  isOneOf(packItemKinds, value['kind'])

/** Whether a value is an object with texts in these fields; those of `optional` may be null instead. */
function hasTexts(
  value: unknown,
  fields: readonly string[],
  optional: readonly string[],
): value is Readonly<Record<string, unknown>> {
  return (
    isRecord(value) &&
    fields.every((field) => typeof value[field] === 'string') &&
    optional.every((field) => value[field] === null || typeof value[field] === 'string')
  )
}
