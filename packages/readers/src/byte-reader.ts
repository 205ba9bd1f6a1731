import type { Buffer } from 'node:buffer'
import { UnreadableFile } from './file-kind.ts'

const sequenceMax = 1000

/** Reads little-endian numbers one after another. Whatever would lie outside the bytes is a damaged file. */
export class ByteReader {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes
    this.at = at
  }

  get left(): number {
    return this.bytes.length - this.at
  }

  /** Moves past some bytes and returns where they start. */
  #pass(length: number): number {
    const start = this.at
    if (length < 0 || start < 0 || start + length > this.bytes.length)
      throw new UnreadableFile(
        'damaged',
        `${length} bytes at ${start} are outside the ${this.bytes.length} that there are`,
      )
    this.at = start + length
    return start
  }

  u8 = () => this.bytes.readUInt8(this.#pass(1))
  u16 = () => this.bytes.readUInt16LE(this.#pass(2))
  u32 = () => this.bytes.readUInt32LE(this.#pass(4))
  u64 = () => Number(this.bytes.readBigUInt64LE(this.#pass(8)))

  take(length: number): Buffer {
    const start = this.#pass(length)
    return this.bytes.subarray(start, start + length)
  }

  /** Bytes with their length before them, as the signature schemes of Android nest them. */
  prefixed = (): Buffer => this.take(this.u32())

  /** All the length-prefixed values of a length-prefixed sequence. */
  sequence(): Buffer[] {
    const inner = new ByteReader(this.prefixed())
    const values: Buffer[] = []
    while (inner.left > 0) {
      if (values.length === sequenceMax)
        throw new UnreadableFile('tooLarge', `over ${sequenceMax} values in a sequence`)
      values.push(inner.prefixed())
    }
    return values
  }
}
