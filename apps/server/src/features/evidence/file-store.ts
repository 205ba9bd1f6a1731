import { createHash, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'

/** Where bytes are kept, by the SHA-256 of their content: the same bytes are kept once, and never change. */
export interface FileStore {
  /** @returns the SHA-256 of the bytes, hex */
  put(bytes: Uint8Array): Promise<string>
  /** @returns null when nothing is kept under the hash */
  open(sha256: string): Promise<Readable | null>
}

/** Keeps files in a folder of this machine: `ab/cd/abcd…`. */
export function localFileStore(directory: string): FileStore {
  const placeOf = (sha256: string) => path.join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  return {
    async put(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const place = placeOf(sha256)
      if (await exists(place)) return sha256
      await fs.mkdir(path.dirname(place), { recursive: true })
      // Written beside and renamed, so that a half-written file never has the name of a whole one.
      const draft = `${place}.${randomUUID()}`
      await fs.writeFile(draft, bytes, { mode: 0o640, flush: true })
      await fs.rename(draft, place)
      return sha256
    },
    async open(sha256) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) return null
      const place = placeOf(sha256)
      return (await exists(place)) ? createReadStream(place) : null
    },
  }
}

async function exists(place: string): Promise<boolean> {
  try {
    await fs.access(place)
    return true
  } catch {
    return false
  }
}
