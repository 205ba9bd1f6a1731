import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'
import { createGunzip, createGzip } from 'node:zlib'
import { ProgramError } from '@signet/contract/errors/program-errors'
import type { FileStore, StoredBytes } from '../files/file-store.ts'

/** Compresses and stores bytes. */
export async function putCompressed(objects: FileStore, bytes: Readable): Promise<StoredBytes> {
  const compressed = createGzip()
  const [stored] = await Promise.all([objects.put(compressed), pipeline(bytes, compressed)])
  return stored
}

/**
 * Reads an object completely and compares its hash.
 *
 * @param part what it is, for the message
 * @throws ProgramError if it is missing or was changed
 */
export async function verifyObject(objects: FileStore, sha256: string, part: string): Promise<void> {
  const hash = createHash('sha256')
  for await (const piece of await openObject(objects, sha256, part)) hash.update(piece)
  if (hash.digest('hex') !== sha256) throw new ProgramError('BACKUP_CHANGED', { part })
}

/** @throws ProgramError if it is missing */
export async function openObject(objects: FileStore, sha256: string, part: string): Promise<Readable> {
  const stream = await objects.open(sha256)
  if (!stream) throw new ProgramError('BACKUP_CHANGED', { part })
  return stream
}

/** The content of an object that was verified before. */
export async function openCompressed(objects: FileStore, sha256: string, part: string): Promise<Readable> {
  const content = createGunzip()
  // A failure of the stored bytes reaches the reader through the content.
  pipeline(await openObject(objects, sha256, part), content).catch(() => {})
  return content
}

/** A file as the list of a backup names it. */
export interface ListedFile {
  sha256: string
  size: number
}

/** The list of files as it is stored: a line for each, sorted. */
export const linesOf = (files: readonly ListedFile[]) =>
  files
    .map(({ sha256, size }) => `${sha256} ${size}\n`)
    .toSorted()
    .join('')

/** Verifies and reads the list of files of a backup. */
export async function readFileList(objects: FileStore, sha256: string): Promise<ListedFile[]> {
  await verifyObject(objects, sha256, 'the list of files')
  const lines = await text(await openCompressed(objects, sha256, 'the list of files'))
  return lines
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ sha256: line.slice(0, line.indexOf(' ')), size: Number(line.slice(line.indexOf(' ') + 1)) }))
}

/** Files that are copied at the same time: a bucket answers each request after some milliseconds. */
const atOnce = 8

/** Does work for each of some values, several at the same time, and stops at the first failure. */
export async function forEachAtOnce<T>(
  values: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal,
  work: (value: T) => Promise<void>,
): Promise<void> {
  const failed = new AbortController()
  const iterator = (async function* each() {
    for await (const value of values) {
      signal.throwIfAborted()
      if (failed.signal.aborted) return
      yield value
    }
  })()
  const worker = async () => {
    try {
      for (let next = await iterator.next(); !next.done; next = await iterator.next()) await work(next.value)
    } catch (error) {
      failed.abort(error)
    }
  }
  // All of them have ended when this does, so that nothing works on what the caller closes.
  await Promise.all(Array.from({ length: atOnce }, worker))
  failed.signal.throwIfAborted()
}
