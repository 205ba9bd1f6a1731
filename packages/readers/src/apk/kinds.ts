import { hash } from 'node:crypto'
import { UnreadableFile, type FileKind } from '../file-kind.ts'
import type { SourceFile } from '../source-file.ts'
import { isBundle, readApk, readBundle } from './apk.ts'
import { isBinaryXml, readBinaryXml, type XmlElement } from './binary-xml.ts'
import { containerKind, readContainer, type ContainerKind } from './container.ts'
import { readManifest } from './manifest.ts'
import { isIpa, readIpa } from '../ios/ipa.ts'
import { Zip } from '../zip.ts'

/** Apps for Android and iOS, and manifests of Android. */
export const apkKinds: readonly FileKind[] = [
  ...(['xapk', 'apkm', 'apks'] as const).map((name) => ({
    name,
    recognizes: (file: SourceFile) => containerOf(file) === name,
    read: ({ bytes }: SourceFile) => readContainer(bytes).container,
  })),
  { name: 'aab', recognizes: (file) => isZip(file, isBundle), read: ({ bytes }) => readBundle(bytes).apk },
  { name: 'ipa', recognizes: (file) => isZip(file, isIpa), read: ({ bytes }) => readIpa(new Zip(bytes)).ipa },
  { name: 'apk', recognizes: isApk, read: ({ bytes }) => readApk(bytes).apk },
  { name: 'axml', recognizes: ({ bytes }) => isBinaryXml(bytes), read: readXmlFile },
]

function zipOf({ bytes }: SourceFile): Zip | undefined {
  if (!Zip.recognizes(bytes)) return undefined
  try {
    return new Zip(bytes)
  } catch (error) {
    if (error instanceof UnreadableFile) return undefined
    throw error
  }
}

function isZip(file: SourceFile, is: (zip: Zip) => boolean): boolean {
  const zip = zipOf(file)
  return zip !== undefined && is(zip)
}

function containerOf(file: SourceFile): ContainerKind | undefined {
  const zip = zipOf(file)
  return zip && containerKind(zip)
}

/** An app that lacks its manifest, or its whole directory, is one by its name or by what is left of it. */
function isApk(file: SourceFile): boolean {
  if (!Zip.recognizes(file.bytes)) return false
  if (/\.apk$/i.test(file.name)) return true
  const zip = zipOf(file)
  if (!zip) return file.bytes.includes('AndroidManifest.xml')
  return ['AndroidManifest.xml', 'classes.dex', 'resources.arsc'].some((name) => zip.entry(name) !== undefined)
}

/** A manifest without its app, or another binary XML document. */
function readXmlFile({ bytes }: SourceFile): object {
  const document = readBinaryXml(bytes)
  // Android refuses a document that claims to be longer than its file, so it says nothing. In an app, it is read all the same.
  const isRefused = bytes.readUInt32LE(4) > bytes.length
  const elements = isRefused ? [] : document.elements
  const { label: _label, icon: _icon, ...manifest } = readManifest(elements)
  const before = readManifest(beforeApplication(elements))
  return {
    size: bytes.length,
    sha256: hash('sha256', bytes),
    ...manifest,
    permissions: before.permissions,
    laterPermissions: manifest.permissions.filter((permission) => !before.permissions.includes(permission)),
    rootElement: elements[0]?.name ?? null,
    aaptElements: isRefused ? 0 : document.closedElements,
    flags: document.flags,
  }
}

/** Android's build tools write permissions before the application; what comes later was often added to an app of another developer. */
function beforeApplication(elements: readonly XmlElement[]): readonly XmlElement[] {
  const at = elements.findIndex(({ name }) => name === 'application')
  return at === -1 ? elements : elements.slice(0, at)
}
