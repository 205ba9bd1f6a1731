import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'
import { valueTypes, type ResourceValue } from './binary-xml.ts'
import { ByteReader } from '../byte-reader.ts'
import { bestFor, localeOf, readConfig, type ResourceConfig } from './resource-config.ts'
import { StringPool } from './string-pool.ts'

const chunkTypes = { strings: 0x0001, table: 0x0002, package: 0x0200, type: 0x0201 }
const typeFlags = { sparse: 0x01, offset16: 0x02 }
const entryFlags = { complex: 0x01, compact: 0x08 }
const none = 0xffffffff
/** Android follows as many references, too. */
const referencesMax = 10
/** Configurations of one type of resources, and locales: more than any app has. */
const configsMax = 2000
const localesMax = 500
/** Resources that the icon of an app refers to. */
const visitedMax = 200

interface TypeChunk {
  bytes: Buffer
  config: ResourceConfig
}
export interface ConfiguredValue extends ResourceValue {
  config: ResourceConfig
}

/** The resources of an app by their numbers. */
export abstract class Resources {
  /** All locales that some resource has, sorted, without the default. */
  abstract readonly locales: string[]

  /** All values of a resource, one for each configuration, with references still in them. */
  abstract valuesOf(id: number): ConfiguredValue[]

  /** The value for a locale after at most ten references; undefined if it isn't in this app. */
  resolve(value: ResourceValue, locale: string): ResourceValue | undefined {
    let found: ResourceValue | undefined = value
    for (let step = 0; step <= referencesMax; step += 1) {
      if (!found || !isReference(found)) return found
      found = bestFor(this.valuesOf(found.data), locale)
    }
    return undefined
  }

  /** All texts that a value can have, over all references and configurations. */
  allTexts(value: ResourceValue): { text: string; density: number }[] {
    const found: { text: string; density: number }[] = []
    const seen = new Set<number>()
    const visit = (each: ResourceValue, density: number, depth: number) => {
      if (each.text !== undefined) found.push({ text: each.text, density })
      if (!isReference(each) || seen.has(each.data) || seen.size === visitedMax || depth > referencesMax) return
      seen.add(each.data)
      for (const next of this.valuesOf(each.data)) visit(next, next.config.density, depth + 1)
    }
    visit(value, 0, 0)
    return found
  }
}

/** The resources of an app (`resources.arsc`). Source: Android's ResourceTypes.h, `ResTable_header` and below. */
export class ResourceTable extends Resources {
  readonly locales: string[]
  #strings: StringPool | undefined
  /** By package and type: the upper 16 bits of the number of a resource. */
  readonly #types = new Map<number, TypeChunk[]>()
  /** The values that were asked for: a label is resolved for each locale. */
  readonly #values = new Map<number, ConfiguredValue[]>()

  constructor(bytes: Buffer) {
    super()
    if (bytes.length < 12 || bytes.readUInt16LE(0) !== chunkTypes.table)
      throw new UnreadableFile('damaged', 'no resource table')
    for (const chunk of chunksOf(bytes)) {
      const type = chunk.readUInt16LE(0)
      if (type === chunkTypes.strings) this.#strings ??= new StringPool(chunk)
      else if (type === chunkTypes.package) this.#readPackage(chunk)
    }
    const configs = [...this.#types.values()].flat().map(({ config }) => config)
    this.locales = [...new Set(configs.map(localeOf))].filter(Boolean).toSorted().slice(0, localesMax)
  }

  override valuesOf(id: number): ConfiguredValue[] {
    const known = this.#values.get(id)
    if (known) return known
    const values = (this.#types.get(id >>> 16) ?? []).flatMap(({ bytes, config }) => {
      const at = entryOffset(bytes, id & 0xffff)
      const value = at === undefined ? undefined : this.#readValue(bytes, at)
      return value ? [{ ...value, config }] : []
    })
    this.#values.set(id, values)
    return values
  }

  #readPackage(chunk: Buffer): void {
    const packageId = chunk.readUInt32LE(8) & 0xff
    for (const inner of chunksOf(chunk)) {
      if (inner.readUInt16LE(0) !== chunkTypes.type || inner.length < 24) continue
      const key = (packageId << 8) | inner.readUInt8(8)
      const types = this.#types.get(key) ?? []
      if (types.length === configsMax) throw new UnreadableFile('tooLarge', `over ${configsMax} configurations`)
      types.push({ bytes: inner, config: readConfig(inner.subarray(20, 20 + inner.readUInt32LE(20))) })
      this.#types.set(key, types)
    }
  }

  #readValue(bytes: Buffer, at: number): ResourceValue | undefined {
    const reader = new ByteReader(bytes, at)
    if (reader.left < 8) return undefined
    const size = reader.u16()
    const flags = reader.u16()
    if ((flags & entryFlags.compact) !== 0) return this.#value(flags >> 8, reader.u32())
    if ((flags & entryFlags.complex) !== 0) return undefined
    reader.at = at + size
    if (reader.left < 8) return undefined
    reader.take(3)
    return this.#value(reader.u8(), reader.u32())
  }

  #value(type: number, data: number): ResourceValue {
    return { type, data, ...(type === valueTypes.string ? { text: this.#strings?.get(data) } : {}) }
  }
}

export const isReference = ({ type, data }: ResourceValue) =>
  (type === valueTypes.reference || type === valueTypes.dynamicReference) && data !== 0

/** The chunks inside a chunk, up to the first that doesn't fit. */
function* chunksOf(bytes: Buffer): Generator<Buffer> {
  let at = Math.max(8, bytes.readUInt16LE(2))
  while (at + 12 <= bytes.length) {
    const size = bytes.readUInt32LE(at + 4)
    if (size < 12 || at + size > bytes.length) return
    yield bytes.subarray(at, at + size)
    at += size
  }
}

/** Where the entry with this number starts in a chunk of resources; undefined if it has none. */
function entryOffset(bytes: Buffer, index: number): number | undefined {
  const flags = bytes.readUInt8(9)
  const count = bytes.readUInt32LE(12)
  const start = bytes.readUInt32LE(16)
  const offsets = bytes.readUInt16LE(2)
  if ((flags & typeFlags.sparse) !== 0) return sparseOffset(bytes, index, offsets, count, start)
  const width = (flags & typeFlags.offset16) === 0 ? 4 : 2
  const at = offsets + width * index
  if (index >= count || at + width > bytes.length) return undefined
  if (width === 4) {
    const offset = bytes.readUInt32LE(at)
    return offset === none ? undefined : start + offset
  }
  const offset = bytes.readUInt16LE(at)
  return offset === 0xffff ? undefined : start + 4 * offset
}

function sparseOffset(bytes: Buffer, index: number, offsets: number, count: number, start: number): number | undefined {
  const end = Math.min(offsets + 4 * count, bytes.length - 3)
  for (let at = offsets; at < end; at += 4) {
    if (bytes.readUInt16LE(at) === index) return start + 4 * bytes.readUInt16LE(at + 2)
  }
  return undefined
}
