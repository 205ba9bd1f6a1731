import type { Readable } from 'node:stream'

/** What `put` has kept. */
export interface StoredBytes {
  /** SHA-256 of the content, hex: the name it is kept under. */
  sha256: string
  /** Bytes. */
  size: number
}
/** What `list` finds. */
export interface StoredFile extends StoredBytes {
  /** When it was last put. */
  putAt: Date
}
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** Where bytes are kept, by the SHA-256 of their content: the same bytes are kept once, and never change. */
export interface FileStore {
  /**
   * Keeps the content; it has its name only once it is whole. Memory stays bounded, whatever its size.
   *
   * @throws FileTooLargeError at the first byte beyond `maxBytes`
   */
  put(content: Content, limit?: { maxBytes: number }): Promise<StoredBytes>
  /** @returns null when nothing is kept under the hash */
  open(sha256: string): Promise<Readable | null>
  has(sha256: string): Promise<boolean>
  /** Does nothing when it is gone already. */
  remove(sha256: string): Promise<void>
  /** Everything kept, in no order; what is put or removed meanwhile may or may not be among it. */
  list(): AsyncIterable<StoredFile>
  /** Throws away what was begun before that and never became whole. */
  removeDrafts(before: Date): Promise<void>
}

export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError'
}

/** Whether a text has the form of a name in the store. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** The content piece by piece. */
export async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content
  else yield* content
}
