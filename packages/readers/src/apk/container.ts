import type { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { UnreadableFile } from '../file-kind.ts'
import { readApk, type Apk, type ReadApk } from './apk.ts'
import { readBinaryXml } from './binary-xml.ts'
import type { SignerCertificate } from './certificate.ts'
import { readManifest } from './manifest.ts'
import { Zip, type ZipEntry } from '../zip.ts'
import { mebibyte } from '../mebibyte.ts'

export type ContainerKind = 'xapk' | 'apkm' | 'apks'

/** A ZIP file with an app in several parts, as sites for downloads offer it. What it says itself counts for nothing. */
export interface ApkContainer {
  container: ContainerKind
  size: number
  md5: string
  sha1: string
  sha256: string
  package: string | null
  versionCode: string | null
  versionName: string | null
  label: string | null
  permissions: string[]
  signers: SignerCertificate[]
  baseApkSha256: string
  /** The names of the other parts, sorted. */
  splits: string[]
  /** The part that is the app itself. */
  base: Apk
  /** What the container says and its app doesn't, e.g. another package. */
  contradictions: { field: string; claimed: string; actual: string | null }[]
}

const partMax = 256 * mebibyte
const partsMax = 100
const totalMax = 512 * mebibyte
const jsonMax = 4 * mebibyte
const manifestMax = 8 * mebibyte

type ClaimField = 'package' | 'versionCode' | 'versionName' | 'label'
/** The file that describes a container, and what it calls each field. */
const descriptions: Record<'xapk' | 'apkm', { file: string; fields: Record<ClaimField, string> }> = {
  xapk: {
    file: 'manifest.json',
    fields: { package: 'package_name', versionCode: 'version_code', versionName: 'version_name', label: 'name' },
  },
  apkm: {
    file: 'info.json',
    fields: { package: 'pname', versionCode: 'versioncode', versionName: 'release_version', label: 'app_name' },
  },
}
const claimFields: readonly ClaimField[] = ['package', 'versionCode', 'versionName', 'label']

/** What a ZIP file is a container of; undefined if it is none. */
export function containerKind({ entries }: Zip): ContainerKind | undefined {
  const names = new Set(entries.map(({ name }) => name))
  if (names.has('AndroidManifest.xml') || !entries.some(isApk)) return undefined
  if (names.has('info.json') && names.has('base.apk')) return 'apkm'
  if (names.has('manifest.json')) return 'xapk'
  const isApks =
    names.has('toc.pb') || names.has('base.apk') || entries.some(({ name }) => /^splits\/.*\.apk$/.test(name))
  return isApks ? 'apks' : undefined
}

/**
 * Reads the app in an XAPK, APKM or APKS file and compares it with what the file says.
 *
 * @throws UnreadableFile
 */
export function readContainer(bytes: Buffer): { container: ApkContainer; iconBytes: ReadApk['iconBytes'] } {
  const zip = new Zip(bytes)
  const kind = containerKind(zip)
  if (!kind) throw new UnreadableFile('damaged', 'no container of an app')
  const entries = zip.entries.filter(isApk).slice(0, partsMax)
  let total = 0
  const parts = entries.map((entry) => {
    const part = zip.read(entry, partMax)
    if ((total += part.length) > totalMax)
      throw new UnreadableFile('tooLarge', 'the parts of the container are too large')
    return { entry, split: splitOf(entry, part) }
  })
  const basePart = parts.find(({ split }) => split === null)
  if (!basePart) throw new UnreadableFile('damaged', 'the container has no base app')
  const { apk: base, iconBytes } = readApk(zip.read(basePart.entry, partMax))
  const container: ApkContainer = {
    container: kind,
    size: bytes.length,
    md5: hash('md5', bytes),
    sha1: hash('sha1', bytes),
    sha256: hash('sha256', bytes),
    package: base.package,
    versionCode: base.versionCode,
    versionName: base.versionName,
    label: base.label,
    permissions: base.permissions,
    signers: base.signature.signers,
    baseApkSha256: base.sha256,
    splits: parts.flatMap(({ split }) => split ?? []).toSorted(),
    base,
    contradictions: kind === 'apks' ? [] : contradictions(zip, kind, base),
  }
  return { container, iconBytes }
}

const isApk = ({ name }: ZipEntry) => /\.apk$/i.test(name)

/** The name of a part; the app itself has none. */
function splitOf(entry: ZipEntry, bytes: Buffer): string | null {
  const part = new Zip(bytes)
  const manifest = part.entry('AndroidManifest.xml')
  if (!manifest) throw new UnreadableFile('damaged', `${entry.name} has no manifest`)
  return readManifest(readBinaryXml(part.read(manifest, manifestMax)).elements).split
}

function contradictions(zip: Zip, kind: 'xapk' | 'apkm', base: Apk): ApkContainer['contradictions'] {
  const { file, fields } = descriptions[kind]
  const entry = zip.entry(file)
  const claims = new Map(Object.entries(entry ? parseObject(zip.read(entry, jsonMax)) : {}))
  return claimFields.flatMap((field) => {
    const claimed = claims.get(fields[field])
    if (typeof claimed !== 'string' && typeof claimed !== 'number') return []
    const actual = base[field]
    return String(claimed) === actual ? [] : [{ field, claimed: String(claimed), actual }]
  })
}

/** Empty if the bytes are no JSON object: the file only adds to what the container says. */
function parseObject(bytes: Buffer): object {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
