import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { valueTypes, type ResourceValue, type XmlElement } from './binary-xml.ts'
import { messageIn, messagesIn, numberIn, textIn } from './protobuf.ts'
import { localeOf, type ResourceConfig } from './resource-config.ts'
import { Resources, type ConfiguredValue } from './resource-table.ts'

const elementsMax = 100_000
const depthMax = 200
const valuesMax = 2_000_000
const localesMax = 500

/** The elements of an XML document in protobuf. Source: Resources.proto of Android's aapt2, `XmlNode`. @throws UnreadableFile */
export function readProtoXml(bytes: Buffer): XmlElement[] {
  const elements: XmlElement[] = []
  const visit = (node: Buffer, depth: number) => {
    const element = messageIn(node, 1)
    if (!element) return
    if (elements.length >= elementsMax || depth > depthMax)
      throw new UnreadableFile('tooLarge', `over ${elementsMax} elements, or nested over ${depthMax} deep`)
    elements.push({ name: textIn(element, 3) ?? '', depth, attributes: [...messagesIn(element, 4)].map(attributeOf) })
    for (const child of messagesIn(element, 5)) visit(child, depth + 1)
  }
  visit(bytes, 0)
  if (elements.length === 0) throw new UnreadableFile('damaged', 'no XML document in protobuf')
  return elements
}

function attributeOf(bytes: Buffer): XmlElement['attributes'][number] {
  const text = textIn(bytes, 3)
  return {
    name: textIn(bytes, 2) ?? '',
    id: numberIn(bytes, 5) || undefined,
    ...(valueOf(messageIn(bytes, 6)) ?? { type: valueTypes.string, data: 0, text: text ?? '' }),
  }
}

/** What an `Item` is; undefined for what neither labels, icons nor versions are. */
function valueOf(item: Buffer | undefined): ResourceValue | undefined {
  const reference = messageIn(item, 1)
  if (reference) return { type: valueTypes.reference, data: numberIn(reference, 2) ?? 0 }
  // A text, a raw text, a text with styles, and the path of a file begin with their text.
  for (const number of [2, 3, 4, 5]) {
    const text = messageIn(item, number)
    if (text) return { type: valueTypes.string, data: 0, text: textIn(text, 1) ?? '' }
  }
  const primitive = messageIn(item, 7)
  const decimal = numberIn(primitive, 6)
  if (decimal !== undefined) return { type: valueTypes.decimal, data: decimal | 0 }
  const hex = numberIn(primitive, 7)
  if (hex !== undefined) return { type: valueTypes.hex, data: hex | 0 }
  const boolean = numberIn(primitive, 8)
  return boolean === undefined ? undefined : { type: valueTypes.boolean, data: boolean }
}

/** The resources of an app bundle (`resources.pb`). Source: Resources.proto of Android's aapt2, `ResourceTable`. */
export class BundleResources extends Resources {
  readonly locales: string[]
  readonly #values = new Map<number, ConfiguredValue[]>()

  /** @throws UnreadableFile */
  constructor(bytes: Buffer) {
    super()
    const locales = new Set<string>()
    let count = 0
    for (const { id, entry } of entriesIn(bytes)) {
      const values = [...messagesIn(entry, 6)].flatMap((configured) => {
        const config = configOf(messageIn(configured, 1))
        locales.add(localeOf(config))
        const value = valueOf(messageIn(messageIn(configured, 2), 4))
        return value ? [{ ...value, config }] : []
      })
      if ((count += values.length) > valuesMax) throw new UnreadableFile('tooLarge', `over ${valuesMax} resources`)
      this.#values.set(id, values)
    }
    this.locales = [...locales].filter(Boolean).toSorted().slice(0, localesMax)
  }

  override valuesOf(id: number): ConfiguredValue[] {
    return this.#values.get(id) ?? []
  }
}

function* entriesIn(bytes: Buffer): Generator<{ id: number; entry: Buffer }> {
  for (const part of messagesIn(bytes, 2)) {
    const packageId = numberIn(messageIn(part, 1), 1) ?? 0
    for (const type of messagesIn(part, 3)) {
      const typeId = numberIn(messageIn(type, 1), 1) ?? 0
      for (const entry of messagesIn(type, 3)) {
        const entryId = numberIn(messageIn(entry, 1), 1) ?? 0
        yield { id: packageId * 2 ** 24 + (typeId << 16) + entryId, entry }
      }
    }
  }
}

/** For which devices a resource is. Source: Configuration.proto of Android's aapt2. */
function configOf(bytes: Buffer | undefined): ResourceConfig {
  const number = (field: number) => numberIn(bytes, field) ?? 0
  const [language = '', ...others] = (textIn(bytes, 3) ?? '').split('-')
  return {
    language,
    script: others.find((part) => part.length === 4) ?? '',
    region: others.find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part)) ?? '',
    density: number(18),
    sdkVersion: number(24),
    smallestWidth: number(9),
    orientation: number(15),
    isSpecial:
      [1, 2, 5, 6, 7, 8, 12, 16, 17, 19, 20, 21, 22, 23].some((field) => number(field) !== 0) || number(10) > 2,
  }
}
