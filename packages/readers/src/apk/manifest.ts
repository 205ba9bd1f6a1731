import { valueTypes, type ResourceValue, type XmlAttribute, type XmlElement } from './binary-xml.ts'
import type { Resources } from './resource-table.ts'

/** Numbers of Android's attributes (`android.R.attr`). */
const attributeIds = {
  label: 0x01010001,
  icon: 0x01010002,
  name: 0x01010003,
  debuggable: 0x0101000f,
  minSdkVersion: 0x0101020c,
  versionCode: 0x0101021b,
  versionName: 0x0101021c,
  targetSdkVersion: 0x01010270,
}
type AndroidAttribute = keyof typeof attributeIds

/** What a manifest says about an app; texts as written, without what Android takes for granted. */
export interface Manifest {
  package: string | null
  split: string | null
  versionCode: string | null
  versionName: string | null
  minSdk: string | null
  targetSdk: string | null
  /** Unique and sorted. */
  permissions: string[]
  /** How many elements ask for a permission, repeated ones included. */
  permissionEntries: number
  launchActivity: string | null
  debuggable: boolean
  label: ResourceValue | undefined
  icon: ResourceValue | undefined
}

/**
 * Reads the elements of an AndroidManifest.xml.
 * Source: developer.android.com/guide/topics/manifest/manifest-intro, and `android.R.attr` for the numbers.
 *
 * @param resources resolves what is written as a reference
 */
export function readManifest(elements: readonly XmlElement[], resources?: Resources): Manifest {
  const text = (element: XmlElement | undefined, name: AndroidAttribute) =>
    attributeText(androidAttribute(element, name), resources)
  const manifest = elements.find(({ name, depth }) => name === 'manifest' && depth === 0)
  const application = elements.find(({ name }) => name === 'application')
  const sdk = elements.find(({ name }) => name === 'uses-sdk')
  const requested = elements
    .filter(({ name }) => name.startsWith('uses-permission'))
    .flatMap((element) => text(element, 'name') ?? [])
  const debuggable = androidAttribute(application, 'debuggable')
  const launched = launchActivityOf(elements)
  const packageName = plainAttribute(manifest, 'package')
  return {
    package: packageName,
    split: plainAttribute(manifest, 'split'),
    versionCode: text(manifest, 'versionCode'),
    versionName: text(manifest, 'versionName'),
    minSdk: text(sdk, 'minSdkVersion'),
    targetSdk: text(sdk, 'targetSdkVersion'),
    permissions: [...new Set(requested)].toSorted(),
    permissionEntries: requested.length,
    launchActivity: fullName(text(launched, 'name'), packageName),
    debuggable: debuggable?.type === valueTypes.boolean && debuggable.data !== 0,
    label: androidAttribute(application, 'label') ?? androidAttribute(launched, 'label'),
    icon: androidAttribute(application, 'icon') ?? androidAttribute(launched, 'icon'),
  }
}

/** By its number, or by its name where it has none: some packers remove the numbers. */
function androidAttribute(element: XmlElement | undefined, name: AndroidAttribute): XmlAttribute | undefined {
  const id = attributeIds[name]
  const attributes = element?.attributes ?? []
  return (
    attributes.find((attribute) => attribute.id === id) ??
    attributes.find((attribute) => attribute.id === undefined && attribute.name.split(':').at(-1) === name)
  )
}

/** The text of an attribute that isn't one of Android's. */
const plainAttribute = (element: XmlElement | undefined, name: string) =>
  cut(element?.attributes.find((attribute) => attribute.name === name)?.text) ?? null

function attributeText(attribute: XmlAttribute | undefined, resources: Resources | undefined): string | null {
  const value = attribute && resources ? resources.resolve(attribute, '') : attribute
  if (!value) return null
  if (value.type === valueTypes.decimal || value.type === valueTypes.hex) return String(value.data | 0)
  if (value.type === valueTypes.boolean) return String(value.data !== 0)
  return cut(value.text) ?? null
}

/** Android takes a text to end at its first NUL. */
const cut = (text: string | undefined) => text?.split('\0')[0]

/** The first activity that the launcher shows. */
function launchActivityOf(elements: readonly XmlElement[]): XmlElement | undefined {
  let activity: XmlElement | undefined
  let names = new Set<string>()
  for (const element of elements) {
    if (element.name === 'activity' || element.name === 'activity-alias') activity = element
    else if (element.name === 'intent-filter') names = new Set()
    else if (element.name === 'action' || element.name === 'category')
      names.add(attributeText(androidAttribute(element, 'name'), undefined) ?? '')
    if (activity && names.has('android.intent.action.MAIN') && names.has('android.intent.category.LAUNCHER'))
      return activity
  }
  return undefined
}

/** The name of a class, which may be written without the package. */
function fullName(name: string | null, packageName: string | null): string | null {
  if (!name || !packageName) return name
  if (name.startsWith('.')) return packageName + name
  return name.includes('.') ? name : `${packageName}.${name}`
}
