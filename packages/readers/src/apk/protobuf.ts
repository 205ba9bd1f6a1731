import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../file-kind.ts'

/** A field of a message: a number, or the bytes of a text or another message. */
export interface ProtoField {
  number: number
  value: number | Buffer
}

/** Reads the fields of a message in their order. Source: protobuf.dev/programming-guides/encoding. @throws UnreadableFile */
function* protoFields(bytes: Buffer): Generator<ProtoField> {
  let at = 0
  const varint = () => {
    let value = 0
    for (let power = 1; power <= 2 ** 63; power *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) break
      value += (byte & 0x7f) * power
      if (byte < 0x80) return value
    }
    throw new UnreadableFile('damaged', 'a number of a protobuf message has no end')
  }
  const take = (length: number) => {
    const start = at
    at += length
    if (at > bytes.length) throw new UnreadableFile('damaged', 'a field ends outside its protobuf message')
    return bytes.subarray(start, at)
  }
  while (at < bytes.length) {
    const key = varint()
    const number = Math.floor(key / 8)
    const type = key % 8
    if (type === 0) yield { number, value: varint() }
    else if (type === 1) yield { number, value: take(8) }
    else if (type === 2) yield { number, value: take(varint()) }
    else if (type === 5) yield { number, value: take(4) }
    else throw new UnreadableFile('damaged', 'a protobuf message has a field of an unknown type')
  }
}

/** The messages, or texts, in a field. */
export function* messagesIn(bytes: Buffer | undefined, number: number): Generator<Buffer> {
  if (!bytes) return
  for (const field of protoFields(bytes))
    if (field.number === number && typeof field.value !== 'number') yield field.value
}

/** The message in a field; the last one counts. */
export const messageIn = (bytes: Buffer | undefined, number: number): Buffer | undefined =>
  [...messagesIn(bytes, number)].at(-1)

export const textIn = (bytes: Buffer | undefined, number: number): string | undefined =>
  messageIn(bytes, number)?.toString('utf8')

export function numberIn(bytes: Buffer | undefined, number: number): number | undefined {
  let found: number | undefined
  if (!bytes) return undefined
  for (const field of protoFields(bytes))
    if (field.number === number && typeof field.value === 'number') found = field.value
  return found
}
