import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { causeOf } from '@signet/contract/errors/program-errors'
import type { FileStore } from '../files/file-store.ts'
import { localFileStore } from '../files/local-file-store.ts'

/** Where backups are: objects under the SHA-256 of their bytes, which all backups share, and one manifest for each finished backup. */
export interface BackupPlace {
  objects: FileStore
  /** The names of the manifests, in no particular order. */
  manifests(): Promise<string[]>
  /** @returns null if there is no such manifest */
  read(name: string): Promise<string | null>
  /** Writes a manifest whole or not at all. */
  write(name: string, text: string): Promise<void>
  /** Deletes a manifest. */
  remove(name: string): Promise<void>
}

/** The folder of the manifests in a place. */
export const manifestFolder = 'backups'
/** The folder of the objects: not the name that an installation gives its files, in case somebody backs up into its folder or bucket. */
export const objectFolder = 'objects'

/** A folder of this machine, or one that is mounted. */
export function localPlace(directory: string): BackupPlace {
  const folder = path.join(directory, manifestFolder)
  return {
    objects: localFileStore(path.join(directory, objectFolder)),
    async manifests() {
      try {
        return await fs.readdir(folder)
      } catch (error) {
        if (causeOf(error).code === 'ENOENT') return []
        throw error
      }
    },
    async read(name) {
      try {
        return await fs.readFile(path.join(folder, name), 'utf8')
      } catch (error) {
        if (causeOf(error).code === 'ENOENT') return null
        throw error
      }
    },
    async write(name, text) {
      await fs.mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = path.join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
      const handle = await fs.open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(text)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await fs.rename(draft, path.join(folder, name))
    },
    async remove(name) {
      await fs.rm(path.join(folder, name), { force: true })
    },
  }
}
