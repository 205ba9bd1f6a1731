import type { Readable } from 'node:stream'

/** The result of `put`. */
export interface StoredBytes {
  /** SHA-256 of the content in hex, which is also its key in the store. */
  sha256: string
  /** In bytes. */
  size: number
}
/** A stored file with what it is called and its media type. */
export interface NamedFile extends StoredBytes {
  name: string
  type: string
}
/** A file as returned by `list`. */
export interface StoredFile extends StoredBytes {
  /** When it was last stored. */
  putAt: Date
}
export type Content = Uint8Array | AsyncIterable<Uint8Array>

/** Stores bytes under the SHA-256 of their content: identical bytes are stored once and never change. */
export interface FileStore {
  /**
   * Stores the content; it gets its name only when it is complete. Memory use is bounded, whatever its size.
   *
   * @throws FileTooLargeError at the first byte beyond `maxBytes`
   */
  put(content: Content, limit?: { maxBytes: number }): Promise<StoredBytes>
  /** @returns null if nothing is stored under the hash */
  open(sha256: string): Promise<Readable | null>
  has(sha256: string): Promise<boolean>
  /** Does nothing if it doesn't exist. */
  remove(sha256: string): Promise<void>
  /** All stored files in no particular order; files stored or removed in the meantime may or may not be included. */
  list(): AsyncIterable<StoredFile>
  /** Deletes incomplete files that were begun before an instant. */
  removeDrafts(before: Date): Promise<void>
}

export class FileTooLargeError extends Error {
  override name = 'FileTooLargeError'
}

/** Whether a text has the form of a key in the store. */
export function isSha256(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text)
}

/** The content in chunks. */
export async function* piecesOf(content: Content): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) yield content
  else yield* content
}
