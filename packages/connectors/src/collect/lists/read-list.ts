import * as z from 'zod/mini'
import type { ReadRecords } from '../read-records.ts'

/** Where the reading of a list is. */
export const ListPosition = z.object({
  /** The version that was read last, in the words of its server; null if it names none. */
  etag: z.nullable(z.string()),
  lastModified: z.nullable(z.string()),
  /** Batches of this version that were read; null once it was read to its end. */
  read: z.nullable(z.int()),
})
export type ListPosition = z.output<typeof ListPosition>

/** Before the first reading. */
export const beginningOfList: ListPosition = { etag: null, lastModified: null, read: null }

/** A list that was opened: its version, and its records in batches, which are the same whenever the version is. */
export interface OpenedList {
  etag?: string | undefined
  lastModified?: string | undefined
  batches: AsyncIterable<ReadRecords>
}

/** Opens a list; null if it has not changed since the given version. */
export type OpenList = (known: { etag?: string; lastModified?: string }) => Promise<OpenedList | null>

/** Longer words of a server aren't worth their place in the cursor; such a list is read each time. */
const versionMax = 80

/**
 * Reads a list of any length batch by batch, each with the position after it. A list that has not changed since it was read to its end
 * yields nothing; one whose reading was interrupted continues if it is still the same version, and else begins anew, which adds nothing
 * twice.
 */
export async function* readList(
  open: OpenList,
  position: ListPosition,
): AsyncGenerator<{ batch: ReadRecords; position: ListPosition }, void, undefined> {
  const { etag, lastModified, read } = position
  const known = { ...(etag === null ? {} : { etag }), ...(lastModified === null ? {} : { lastModified }) }
  const opened = await open(read === null ? known : {})
  if (opened === null) return
  // An ETag says more than a time, and one of them is enough.
  const newEtag = versionIn(opened.etag)
  const version = { etag: newEtag, lastModified: newEtag === null ? versionIn(opened.lastModified) : null }
  const isSame = (newEtag ?? version.lastModified) !== null && newEtag === etag && version.lastModified === lastModified
  let left = isSame ? (read ?? 0) : 0
  let done = 0
  let last: ReadRecords | null = null
  for await (const batch of opened.batches) {
    if (last) yield { batch: last, position: { ...version, read: done } }
    last = null
    done += 1
    if (left > 0) left -= 1
    else last = batch
  }
  yield { batch: last ?? { observations: [], skipped: [] }, position: { ...version, read: null } }
}

const versionIn = (words: string | undefined) => (words !== undefined && words.length <= versionMax ? words : null)
