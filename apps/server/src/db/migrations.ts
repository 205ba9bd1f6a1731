import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A file of the schema. */
export interface Migration {
  name: string
  text: string
  hash: string
  /** The oldest version of Signet that works after it ran; null if that is the version it came with. */
  compatibleFrom: string | null
  /** The back-fill that must have ended before it may run; null if it relies on none. */
  afterBackFill: string | null
  /** Whether it can't run within a transaction, because it creates or drops an index concurrently. */
  isConcurrent: boolean
}

export const migrationsDir = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../migrations')

/** Reads the migrations of a folder, in the order in which they run. */
export async function readMigrations(folder = migrationsDir): Promise<Migration[]> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
  return Promise.all(names.map(async (name) => toMigration(name, await fs.readFile(path.join(folder, name), 'utf8'))))
}

const afterLine = /^-- After back-fill: (\S+)$/m
const compatibleLine = /^-- Compatible from: (\d+\.\d+\.\d+)$/m

function toMigration(name: string, text: string): Migration {
  return {
    name,
    text,
    hash: createHash('sha256').update(text).digest('hex'),
    compatibleFrom: compatibleLine.exec(text)?.[1] ?? null,
    afterBackFill: afterLine.exec(text)?.[1] ?? null,
    isConcurrent: /\bindex\s+concurrently\b/i.test(text.replaceAll(/--.*$/gm, '')),
  }
}

/** Whether a version works with a schema that needs another one or a newer one. */
export function isVersionEnough(version: string, needed: string): boolean {
  const [have, need] = [version.split('.').map(Number), needed.split('.').map(Number)]
  for (const [place, number] of need.entries()) {
    const ours = have[place] ?? 0
    if (ours !== number) return ours > number
  }
  return true
}

/** The index that a concurrent migration creates, so that an invalid one of an interrupted run can be dropped. */
export function concurrentIndexOf({ text }: Migration): string | null {
  return /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(text)?.[1] ?? null
}
