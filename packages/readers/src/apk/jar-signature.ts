import type { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { UnreadableFile } from '../file-kind.ts'
import type { Certificate } from './certificate.ts'
import { readJarManifest, type ManifestSection } from './jar-manifest.ts'
import { readSignedData, signerOf, type SignedData } from './pkcs7.ts'
import type { Zip, ZipEntry } from '../zip.ts'
import { mebibyte } from '../mebibyte.ts'

/** A signature file of a JAR with the name of what it signs. */
export interface JarSignatureFile {
  name: string
  /** Undefined if it is no PKCS#7 file. */
  signedData: SignedData | undefined
}

export interface JarSignature {
  signers: Certificate[]
  problems: string[]
}

interface Signer {
  certificate: Certificate
  /** The entries in its signature file. */
  names: Set<string>
}

const manifestName = 'META-INF/MANIFEST.MF'
const metaMax = 16 * mebibyte
const signatureMax = mebibyte
const filesMax = 10
const entryMax = 256 * mebibyte
/** All entries together, as a small file can have entries that inflate to any size. */
const totalMax = 1024 * mebibyte
/** The strongest first. */
const digestNames = ['sha-512', 'sha-384', 'sha-256', 'sha-1', 'sha1', 'sha', 'md5']

/** The signature files of an app (`META-INF/*.RSA`, `.DSA`, `.EC`), whether or not they are valid. */
export function jarSignatureFiles(zip: Zip): JarSignatureFile[] {
  return zip.entries
    .filter(({ name }) => /^META-INF\/[^/]+\.(RSA|DSA|EC)$/i.test(name))
    .slice(0, filesMax)
    .map((entry) => ({
      name: entry.name,
      signedData: unlessDamaged(() => readSignedData(zip.read(entry, signatureMax))),
    }))
}

/**
 * Verifies the oldest scheme, where each entry of the ZIP file is signed for itself.
 * Source: source.android.com/docs/security/features/apksigning ("v1 scheme"), JAR File Specification, "Signature Validation".
 *
 * @param schemes the numbers of the other schemes that the app has, which a signature file may ask for
 */
export function verifyJarSignature(
  zip: Zip,
  files: readonly JarSignatureFile[],
  schemes: readonly number[],
): JarSignature {
  const manifestEntry = zip.entry(manifestName)
  if (!manifestEntry) return failed(`${manifestName} is missing`)
  if (files.length === 0) return failed('no JAR signatures')
  try {
    const manifest = zip.read(manifestEntry, metaMax)
    const signers = files.flatMap((file) => signerFrom(zip, file, manifest, schemes) ?? [])
    return { signers: verifyEntries(zip, manifest, signers), problems: [] }
  } catch (error) {
    if (error instanceof UnreadableFile) return failed(error.detail)
    throw error
  }
}

const failed = (problem: string): JarSignature => ({ signers: [], problems: [problem] })
const refuse = (problem: string) => new UnreadableFile('damaged', problem)

/** Undefined for a signature file without the file that it signs, which Android passes over. */
function signerFrom(
  zip: Zip,
  file: JarSignatureFile,
  manifest: Buffer,
  schemes: readonly number[],
): Signer | undefined {
  const entry = zip.entry(file.name.replace(/\.\w+$/, '.SF'))
  if (!entry) return undefined
  const signed = zip.read(entry, metaMax)
  const certificate = file.signedData && signerOf(file.signedData, signed)
  if (!certificate) throw refuse(`the signature in ${file.name} does not verify`)
  const { main, sections } = readJarManifest(signed)
  if (!main.attributes.has('signature-version')) return undefined
  const expected = (main.attributes.get('x-android-apk-signed') ?? '').split(',').map(Number)
  const missing = expected.find((scheme) => (scheme === 2 || scheme === 3) && !schemes.includes(scheme))
  if (missing !== undefined) throw refuse(`a signature of scheme v${missing} was removed`)
  checkManifest(main, sections, manifest)
  return { certificate, names: new Set(sections.flatMap(({ name }) => name ?? [])) }
}

/** A signature file has a digest of the whole manifest, or else one of each of its sections. */
function checkManifest(main: ManifestSection, sections: readonly ManifestSection[], manifest: Buffer): void {
  if (matches(main, '-digest-manifest', manifest)) return
  const signed = readJarManifest(manifest)
  if (matches(main, '-digest-manifest-main-attributes', signed.main.bytes) === false)
    throw refuse('the main attributes of the manifest were changed after it was signed')
  const byName = new Map(signed.sections.map((section) => [section.name, section]))
  for (const section of sections) {
    const found = byName.get(section.name)
    if (!found || !matches(section, '-digest', found.bytes))
      throw refuse(`the manifest of ${section.name} was changed after it was signed`)
  }
}

/** Undefined if the section has no such digest. */
function matches({ attributes }: ManifestSection, suffix: string, bytes: Buffer): boolean | undefined {
  const name = digestNames.find((each) => attributes.has(each + suffix))
  if (!name) return undefined
  const algorithm = name === 'sha' ? 'sha1' : name.replace('-', '')
  return hash(algorithm, bytes, 'base64') === attributes.get(name + suffix)?.trim()
}

/** The signers of all entries, which must be the same for each. */
function verifyEntries(zip: Zip, manifest: Buffer, signers: readonly Signer[]): Certificate[] {
  const sections = new Map(readJarManifest(manifest).sections.map((section) => [section.name, section]))
  if (zip.flags.has('duplicateEntry')) throw refuse('two entries have the same name')
  for (const name of sections.keys())
    if (name !== undefined && !name.endsWith('/') && !zip.entry(name)) throw refuse(`${name} is missing`)
  let ofAll: Signer[] | undefined
  let total = 0
  for (const entry of zip.entries.filter(needsDigest)) {
    const section = sections.get(entry.name)
    const own = signers.filter(({ names }) => names.has(entry.name))
    if (!section || own.length === 0) throw refuse(`${entry.name} is not signed`)
    ofAll ??= own
    if (own.length !== ofAll.length || own.some((signer) => !ofAll?.includes(signer)))
      throw refuse(`${entry.name} has other signers`)
    const content = zip.read(entry, entryMax)
    if ((total += content.length) > totalMax) throw refuse('too large to verify')
    if (!matches(section, '-digest', content)) throw refuse(`${entry.name} was changed after it was signed`)
  }
  if (!ofAll) throw refuse('no signed entries')
  return ofAll.map(({ certificate }) => certificate)
}

/** All but folders and the files of the signature itself. */
function needsDigest({ name }: ZipEntry): boolean {
  if (name.endsWith('/')) return false
  return !/^META-INF\/(MANIFEST\.MF|[^/]+\.(SF|RSA|DSA|EC)|SIG-[^/]*)$/i.test(name)
}

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}
