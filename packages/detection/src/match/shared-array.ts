/**
 * A table that threads share: passing it to another thread copies nothing.
 *
 * @param length number of elements, all 0
 */
export function sharedInt32(length: number): Int32Array<SharedArrayBuffer> {
  return new Int32Array(new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT))
}

/** Like `sharedInt32`, with two bytes for each element. */
export function sharedUint16(length: number): Uint16Array<SharedArrayBuffer> {
  return new Uint16Array(new SharedArrayBuffer(length * Uint16Array.BYTES_PER_ELEMENT))
}

/** Like `sharedInt32`, with one byte for each element. */
export function sharedUint8(length: number): Uint8Array<SharedArrayBuffer> {
  return new Uint8Array(new SharedArrayBuffer(length))
}
