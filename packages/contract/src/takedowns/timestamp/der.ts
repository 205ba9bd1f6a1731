/** Bytes of a message. */
export type Bytes = Uint8Array<ArrayBuffer>

/** One element of a DER structure. */
export interface DerElement {
  /** The identifier octet. */
  tag: number
  content: Bytes
  /** With its identifier and length. */
  whole: Bytes
}

/** Identifier octets (ITU-T X.690, section 8.1.2) that occur in timestamps and certificates. */
export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** `[0]` and `[3]`, constructed. */
  context0: 0xa0,
  context3: 0xa3,
} as const

/** The bytes aren't the structure that was expected. */
export class DerError extends Error {
  override name = 'DerError'
}

/**
 * The elements that follow each other in these bytes. Only definite lengths are read.
 *
 * Source: ITU-T X.690, sections 8.1 and 10.1.
 *
 * @throws DerError if the bytes end early
 */
export function derElements(bytes: Bytes): DerElement[] {
  const elements: DerElement[] = []
  let at = 0
  while (at < bytes.length) {
    const { start, length } = lengthAt(bytes, at + 1)
    if (start + length > bytes.length) throw new DerError('an element ends outside of its parent')
    const end = start + length
    elements.push({ tag: bytes[at] ?? 0, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) })
    at = end
  }
  return elements
}

function lengthAt(bytes: Bytes, at: number): { start: number; length: number } {
  const first = bytes[at]
  if (first === undefined) throw new DerError('a length is missing')
  if (first < 0x80) return { start: at + 1, length: first }
  const count = first & 0x7f
  if (count === 0 || count > 3 || at + count >= bytes.length) throw new DerError('a length is not definite')
  let length = 0
  for (const byte of bytes.subarray(at + 1, at + 1 + count)) length = length * 256 + byte
  return { start: at + 1 + count, length }
}

/**
 * The first element with the tag.
 *
 * @throws DerError if there is none
 */
export function derChild(elements: readonly DerElement[], tag: number): DerElement {
  const found = elements.find((element) => element.tag === tag)
  if (!found) throw new DerError(`no element 0x${tag.toString(16)}`)
  return found
}

/** Lower-case hex; an object identifier is compared in this form. */
export const hexOf = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Whether two byte strings are equal. */
export const isSameBytes = (a: Uint8Array, b: Uint8Array) =>
  a.length === b.length && a.every((byte, index) => byte === b[index])

/**
 * An instant of a UTCTime or GeneralizedTime in UTC.
 *
 * Source: RFC 5280, section 4.1.2.5; fractions of a second by RFC 3161, section 2.4.2.
 *
 * @throws DerError for any other text
 */
export function derTime({ tag, content }: DerElement): Date {
  const text = new TextDecoder().decode(content)
  const full = tag === derTags.utcTime ? `${Number(text.slice(0, 2)) < 50 ? '20' : '19'}${text}` : text
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,6})?Z$/.exec(full) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.slice(0, 4)}Z`)
  if (Number.isNaN(time.getTime())) throw new DerError('a time has another form')
  return time
}
