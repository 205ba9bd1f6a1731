import { ConnectorError } from '../connector-error.ts'

/** Maximum number of names in one set, with tables of 512 MB. */
const namesMax = 32 * 1024 * 1024

/**
 * A set of names that stores 64 bits of each: 16 to 32 bytes per name, regardless of its length. When two sets of the largest size are
 * compared, the probability that any name is mistaken for another is about 1 in 10,000.
 */
export class NameSet {
  #low = new Uint32Array(1024)
  #high = new Uint32Array(1024)
  #size = 0
  readonly #max: number

  constructor(max = namesMax) {
    this.#max = max
  }

  get size(): number {
    return this.#size
  }

  /** @throws ConnectorError `refused` beyond `max`, by default 33 million names */
  add(name: string): void {
    const [low, high] = hashOf(name)
    if (this.#put(low, high)) this.#size += 1
    if (this.#size > this.#max) throw new ConnectorError('FEED_NAMES_TOO_MANY', { max: this.#max })
    if (this.#size * 2 > this.#low.length) this.#grow()
  }

  has(name: string): boolean {
    const [low, high] = hashOf(name)
    const at = this.#find(low, high)
    return this.#low[at] === low && this.#high[at] === high
  }

  /** The slot of a name, or the free slot it would use. */
  #find(low: number, high: number): number {
    const mask = this.#low.length - 1
    let at = (low ^ high) & mask
    while ((this.#low[at] !== low || this.#high[at] !== high) && (this.#low[at] !== 0 || this.#high[at] !== 0)) {
      at = (at + 1) & mask
    }
    return at
  }

  #put(low: number, high: number): boolean {
    const at = this.#find(low, high)
    if (this.#low[at] === low && this.#high[at] === high) return false
    this.#low[at] = low
    this.#high[at] = high
    return true
  }

  #grow(): void {
    const [low, high] = [this.#low, this.#high]
    this.#low = new Uint32Array(low.length * 2)
    this.#high = new Uint32Array(high.length * 2)
    for (let at = 0; at < low.length; at++) if (low[at] !== 0 || high[at] !== 0) this.#put(low[at]!, high[at]!)
  }
}

/** Two 32-bit hashes in one pass (cyrb53 by bryc, public domain); never both zero, which marks a free slot. */
function hashOf(name: string): [low: number, high: number] {
  let one = 0xdeadbeef
  let two = 0x41c6ce57
  const end = name.endsWith('.') ? name.length - 1 : name.length
  for (let at = 0; at < end; at++) {
    let code = name.charCodeAt(at)
    // Names that only differ in case are equal.
    if (code >= 0x41 && code <= 0x5a) code += 0x20
    one = Math.imul(one ^ code, 2654435761)
    two = Math.imul(two ^ code, 1597334677)
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909)
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909)
  return [one >>> 0 || 1, two >>> 0]
}
