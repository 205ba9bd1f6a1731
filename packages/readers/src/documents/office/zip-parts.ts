import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../../file-kind.ts'
import { mebibyte } from '../../mebibyte.ts'
import { deflated, stored, Zip, type ZipEntry } from '../../zip.ts'

/** Of one part, in bytes. */
const partMax = 128 * mebibyte
/** Of all parts that are read. */
const allPartsMax = 256 * mebibyte
const partsMax = 20_000

/** The parts of an Office document, which is a ZIP archive. */
export class ZipParts {
  readonly #zip: Zip
  readonly #parts = new Map<string, ZipEntry>()
  #readBytes = 0

  /** @throws UnreadableFile if it has no directory */
  constructor(bytes: Buffer) {
    this.#zip = new Zip(bytes)
    const { entries, flags } = this.#zip
    if (entries.length > partsMax) throw new UnreadableFile('tooLarge', `it has more than ${partsMax} parts`)
    if (flags.has('directoryCount')) throw new UnreadableFile('damaged', 'the directory of its parts is broken')
    for (const entry of entries) {
      const key = keyOf(entry.name)
      if (!this.#parts.has(key)) this.#parts.set(key, entry)
    }
  }

  get names(): string[] {
    return [...this.#parts.values()].map(({ name }) => withSlashes(name))
  }

  has(name: string): boolean {
    return this.#parts.has(keyOf(name))
  }

  /** The content of a part; undefined if there is none of this name. Names are compared regardless of case (ECMA-376-2, 6.2.2.3). */
  read(name: string): Buffer | undefined {
    const part = this.#parts.get(keyOf(name))
    if (!part) return undefined
    if (part.isEncrypted) throw new UnreadableFile('locked', `${part.name} is encrypted`)
    if (part.method !== stored && part.method !== deflated)
      throw new UnreadableFile('damaged', `${part.name} has the unknown compression ${part.method}`)
    const content = this.#zip.read(part, partMax)
    this.#readBytes += content.length
    if (this.#readBytes > allPartsMax)
      throw new UnreadableFile('tooLarge', `its parts inflate to more than ${allPartsMax} bytes`)
    return content
  }
}

/** Some programs write backslashes. */
const withSlashes = (name: string) => name.replaceAll('\\', '/')
const keyOf = (name: string) => withSlashes(name).replace(/^\/+/, '').toLowerCase()
