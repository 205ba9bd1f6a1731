/**
 * Reads DER in place: a position that moves over the bytes, without copies.
 *
 * Source: ITU-T X.690, sections 8.1 and 10.1. Only the subset that X.509 needs: single-byte tags and definite, shortest lengths up to 16
 * MB. The contract has a reader of whole structures (`takedowns/timestamp/der.ts`), for the browser too: it makes an object of each element
 * and throws, which is too slow for tens of thousands of certificates a second.
 */
export class DerCursor {
  bytes: Uint8Array = new Uint8Array(0)
  /** Where the next element starts; after `enter`, where the content of the entered element starts. */
  at = 0

  /** Whether the element at the position has this tag. */
  is(tag: number, limit: number): boolean {
    return this.at < limit && this.bytes[this.at] === tag
  }

  /**
   * Enters the element at the position, which must have this tag and end at or before `limit`.
   *
   * @returns where its content ends; -1 when there is no such element, in which case the position is no longer usable
   */
  enter(tag: number, limit: number): number {
    const { bytes } = this
    let at = this.at
    if (at + 2 > limit || bytes[at] !== tag) return -1
    let length = bytes[at + 1]!
    at += 2
    if (length >= 0x80) {
      const count = length & 0x7f
      if (count === 0 || count > 3 || at + count > limit) return -1
      length = 0
      for (let byte = 0; byte < count; byte += 1) length = (length << 8) | bytes[at + byte]!
      at += count
      // DER only allows the shortest form of a length.
      if (length < 0x80 || length < 1 << (8 * (count - 1))) return -1
    }
    if (length > limit - at) return -1
    this.at = at
    return at + length
  }

  /** Skips the element at the position. @returns where it ends, -1 when there is no such element */
  skip(tag: number, limit: number): number {
    const end = this.enter(tag, limit)
    if (end >= 0) this.at = end
    return end
  }
}
