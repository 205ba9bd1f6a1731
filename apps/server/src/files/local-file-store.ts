import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { causeOf } from '@signet/contract/errors/program-errors'
import { FileTooLargeError, isSha256, piecesOf, type FileStore } from './file-store.ts'

/** Stores files in a folder of this machine: `ab/cd/abcd…`, and incomplete ones under `drafts`. */
export function localFileStore(directory: string): FileStore {
  const placeOf = (sha256: string) => path.join(directory, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const drafts = path.join(directory, 'drafts')
  return {
    async put(content, { maxBytes } = { maxBytes: Number.POSITIVE_INFINITY }) {
      const draft = path.join(drafts, randomUUID())
      const handle = await inFolder(drafts, () => fs.open(draft, 'wx', 0o640))
      const hash = createHash('sha256')
      let size = 0
      try {
        for await (const piece of piecesOf(content)) {
          size += piece.length
          if (size > maxBytes) throw new FileTooLargeError(`more than ${maxBytes} bytes`)
          hash.update(piece)
          await handle.writeFile(piece)
        }
        await handle.sync()
        await handle.close()
        const sha256 = hash.digest('hex')
        const place = placeOf(sha256)
        // Renamed at the end, so that a half-written file never has the name of a complete one; it replaces an older one with the same
        // bytes, so that it counts as just stored.
        await inFolder(path.dirname(place), () => fs.rename(draft, place))
        return { sha256, size }
      } catch (error) {
        await handle.close().catch(() => {
          // It is already closed: only the first error matters.
        })
        await fs.rm(draft, { force: true })
        throw error
      }
    },
    async open(sha256) {
      if (!isSha256(sha256)) return null
      try {
        // Opened before it is returned, so that reading continues even if the file is removed.
        const handle = await fs.open(placeOf(sha256))
        return createReadStream('', { fd: handle })
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    async has(sha256) {
      try {
        if (isSha256(sha256)) await fs.access(placeOf(sha256))
        return isSha256(sha256)
      } catch {
        // It isn't there, or can't be read, which is the same to the caller.
        return false
      }
    },
    async remove(sha256) {
      if (isSha256(sha256)) await fs.rm(placeOf(sha256), { force: true })
    },
    async *list() {
      for (const first of await namesIn(directory)) {
        if (first.length !== 2) continue
        for (const second of await namesIn(path.join(directory, first))) {
          for (const sha256 of await namesIn(path.join(directory, first, second))) {
            if (!isSha256(sha256)) continue
            const stat = await statOf(placeOf(sha256))
            if (stat) yield { sha256, size: stat.size, putAt: stat.mtime }
          }
        }
      }
    },
    async removeDrafts(before) {
      for (const name of await namesIn(drafts)) {
        const stat = await statOf(path.join(drafts, name))
        if (stat && stat.mtime < before) await fs.rm(path.join(drafts, name), { force: true })
      }
    },
  }
}

const isMissing = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes(causeOf(error).code)

/** Makes the folder only if it is missing: storing a file takes half as many calls of the system if it isn't. */
async function inFolder<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (causeOf(error).code !== 'ENOENT') throw error
    await fs.mkdir(folder, { recursive: true })
    return work()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await fs.readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

async function statOf(place: string) {
  try {
    return await fs.stat(place)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}
