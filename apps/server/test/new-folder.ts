import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

const cleanUps: (() => Promise<void>)[] = []

/** Has something of a test file ended or removed after it, before what was added earlier. */
export function cleanUpLater(work: () => Promise<void>): void {
  cleanUps.push(work)
}

/** Ends and removes what a test file left; called after each file (`each-file.ts`). */
export async function cleanUp(): Promise<void> {
  for (const work of cleanUps.splice(0).toReversed()) await work()
}

/** An empty folder that is removed after the test file; the database's own user can open it. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signet-process-'))
  await chmod(folder, 0o711)
  cleanUpLater(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  return folder
}
