import { Buffer } from 'node:buffer'
import { hash } from 'node:crypto'
import { UnreadableFile } from '../file-kind.ts'
import { verifyApk, verifyBundle, type ApkSignature } from './apk-signature.ts'
import { codeStringsOf, type CodeStrings } from './code-strings.ts'
import { readBinaryXml, type BinaryXml, type ResourceValue, type XmlElement } from './binary-xml.ts'
import { BundleResources, readProtoXml } from './bundle-resources.ts'
import { bestIcon, imageKind, type Icon, type IconBytes } from './icon.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { isReference, ResourceTable, type Resources } from './resource-table.ts'
import { Zip, type ZipEntry } from '../zip.ts'
import { mebibyte } from '../mebibyte.ts'

/** What an Android app says about itself, and who signed it. Unknown values are null. */
export interface Apk extends Omit<Manifest, 'label' | 'icon'>, CodeStrings {
  size: number
  md5: string
  sha1: string
  sha256: string
  label: string | null
  /** The label in each language that the app has, by locale, e.g. `pt-BR`. */
  labels: Record<string, string>
  /** The icon that a typical phone shows; often a drawing in XML. */
  iconPath: string | null
  icon: Icon | null
  signature: ApkSignature
  /** What the app does to mislead readers, e.g. `encryptedBit`; unusual in an honest app. */
  flags: string[]
}

export interface ReadApk {
  apk: Apk
  /** The largest picture among the icons, as PNG, WebP or JPEG; undefined if there is none. */
  iconBytes: IconBytes | undefined
}

const manifestMax = 8 * mebibyte
/** Manifests that are tried. */
const manifestsMax = 4
const resourcesMax = 256 * mebibyte
const iconMax = 16 * mebibyte
const manifestName = 'AndroidManifest.xml'

/**
 * Reads an Android app. Only the entries that are needed are inflated, each up to a limit; with the JAR signature, that is all of them.
 *
 * @throws UnreadableFile
 */
export function readApk(bytes: Buffer): ReadApk {
  const zip = new Zip(bytes)
  const resources = readResources(zip, 'resources.arsc', (content) => new ResourceTable(content))
  const xml = readManifestXml(zip, zip.flags)
  return appFrom(zip, {
    elements: xml?.elements ?? [],
    resources,
    folder: '',
    strings: codeStringsOf(zip, zip.flags),
    signatureOf: ({ minSdk, targetSdk }) =>
      verifyApk(zip, {
        hasManifest: xml !== undefined,
        minSdk: Number(minSdk) || 1,
        targetSdk: Number(targetSdk ?? minSdk) || 1,
      }),
  })
}

const bundleManifest = 'base/manifest/AndroidManifest.xml'

/** Whether a ZIP file is an Android App Bundle, from which stores make apps. */
export const isBundle = (zip: Zip): boolean => zip.entry(bundleManifest) !== undefined && !zip.entry(manifestName)

/**
 * Reads the base module of an Android App Bundle (AAB). Its manifest and resources are in protobuf.
 * Source: developer.android.com/guide/app-bundle/app-bundle-format.
 *
 * @throws UnreadableFile
 */
export function readBundle(bytes: Buffer): ReadApk {
  const zip = new Zip(bytes)
  const entry = zip.entry(bundleManifest)
  if (!entry) throw new UnreadableFile('damaged', 'the app bundle has no manifest')
  return appFrom(zip, {
    elements: readProtoXml(zip.read(entry, manifestMax)),
    resources: readResources(zip, 'base/resources.pb', (content) => new BundleResources(content)),
    folder: 'base/',
    strings: codeStringsOf(zip, zip.flags, (name) => /^base\/dex\/classes\d*\.dex$/.test(name)),
    signatureOf: () => verifyBundle(zip),
  })
}

interface AppParts {
  elements: readonly XmlElement[]
  resources: Resources | undefined
  /** Where the files are that resources name. */
  folder: string
  strings: CodeStrings
  signatureOf: (manifest: Pick<Manifest, 'minSdk' | 'targetSdk'>) => ApkSignature
}

function appFrom(zip: Zip, { elements, resources, folder, strings, signatureOf }: AppParts): ReadApk {
  const { bytes, flags } = zip
  const { label, icon, ...manifest } = readManifest(elements, resources)
  const iconFile = icon ? textFor(icon, resources, usualLocale) : null
  const iconPath = iconFile === null ? null : folder + iconFile
  const iconContent = iconPath === null ? undefined : readIcon(zip, iconPath, flags)
  const signature = signatureOf(manifest)
  const apk: Apk = {
    size: bytes.length,
    md5: hash('md5', bytes),
    sha1: hash('sha1', bytes),
    sha256: hash('sha256', bytes),
    ...manifest,
    ...withImplied(manifest),
    ...labelsOf(label, resources),
    iconPath,
    icon:
      iconPath === null || !iconContent
        ? null
        : { path: iconPath, sha256: hash('sha256', iconContent), kind: imageKind(iconContent) },
    ...strings,
    signature,
    flags: [...flags].toSorted(),
  }
  const candidates = icon ? pathsOf(icon, resources) : []
  return { apk, iconBytes: bestIcon(candidates, (path) => readIcon(zip, folder + path, flags)) }
}

/** What `aapt dump badging` chooses the icon for. */
const usualLocale = 'en-US'

/** The first manifest that can be read, as some apps have a broken one before it. */
function readManifestXml(zip: Zip, flags: Set<string>): BinaryXml | undefined {
  let problem: unknown
  for (const entry of manifestEntries(zip)) {
    try {
      const xml = readBinaryXml(zip.read(entry, manifestMax))
      for (const flag of xml.flags) flags.add(flag)
      return xml
    } catch (error) {
      problem = error
    }
  }
  if (problem) throw problem
  flags.add('noManifest')
  return undefined
}

/** Those with the name of the manifest, then those with that name before a control character, where some readers end a name. */
function manifestEntries({ entries }: Zip): ZipEntry[] {
  const named = entries.filter(({ name }) => name === manifestName)
  const others = entries.filter(({ name }) => name !== manifestName && name.split(/\p{Cc}/u)[0] === manifestName)
  return [...named, ...others].slice(0, manifestsMax)
}

/** An app whose resources can't be read is installed all the same; it only lacks its texts. */
function readResources(zip: Zip, name: string, read: (content: Buffer) => Resources): Resources | undefined {
  const { flags } = zip
  const entry = zip.entry(name)
  const content = entry && readOrFlag(zip, entry, resourcesMax, flags)
  try {
    return content && read(content)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    flags.add('damagedResources')
    return undefined
  }
}

function readOrFlag(zip: Zip, entry: ZipEntry, max: number, flags: Set<string>): Buffer | undefined {
  try {
    return zip.read(entry, max)
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    flags.add(error.reason === 'tooLarge' ? 'entryTooLarge' : 'damagedEntry')
    return undefined
  }
}

function readIcon(zip: Zip, path: string, flags: Set<string>): Buffer | undefined {
  const entry = zip.entry(path)
  return entry && readOrFlag(zip, entry, iconMax, flags)
}

const textFor = (value: ResourceValue, resources: Resources | undefined, locale: string) =>
  (resources ? resources.resolve(value, locale)?.text : value.text) ?? null

function pathsOf(icon: ResourceValue, resources: Resources | undefined): { text: string; density: number }[] {
  if (resources && isReference(icon)) return resources.allTexts(icon)
  return icon.text === undefined ? [] : [{ text: icon.text, density: 0 }]
}

function labelsOf(label: ResourceValue | undefined, resources: Resources | undefined): Pick<Apk, 'label' | 'labels'> {
  if (!label) return { label: null, labels: {} }
  const labels: Record<string, string> = {}
  for (const locale of resources?.locales ?? []) {
    const text = textFor(label, resources, locale)
    if (text) labels[locale] = text
  }
  const own = textFor(label, resources, '')
  return { label: own ?? labels['en'] ?? Object.values(labels)[0] ?? null, labels }
}

/**
 * Adds the permissions that Android gives an app with those it asks for.
 * Source: developer.android.com/reference/android/Manifest.permission, at the permissions that are added.
 */
function withImplied({
  permissions: requested,
  permissionEntries,
  minSdk,
  targetSdk,
  package: name,
}: Omit<Manifest, 'label' | 'icon'>): Pick<Apk, 'permissions' | 'permissionEntries'> {
  if (name === null) return { permissions: requested, permissionEntries }
  const target = Number(targetSdk ?? minSdk ?? 1)
  const permissions = new Set(requested)
  const imply = (permission: string, isImplied: boolean) => isImplied && permissions.add(`${prefix}${permission}`)
  const has = (permission: string) => permissions.has(`${prefix}${permission}`)
  imply('WRITE_EXTERNAL_STORAGE', target < 4)
  imply('READ_PHONE_STATE', target < 4)
  imply('READ_EXTERNAL_STORAGE', has('WRITE_EXTERNAL_STORAGE'))
  imply('READ_CALL_LOG', target < 16 && has('READ_CONTACTS'))
  imply('WRITE_CALL_LOG', target < 16 && has('WRITE_CONTACTS'))
  return {
    permissions: [...permissions].toSorted(),
    permissionEntries: permissionEntries + permissions.size - requested.length,
  }
}

const prefix = 'android.permission.'
