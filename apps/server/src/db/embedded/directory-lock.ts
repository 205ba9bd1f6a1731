import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { errorCode } from './embedded-postgres-error.ts'
import { processIdentity } from './process-identity.ts'

const retryMs = 25
/** A start may copy 60 MB, run initdb and recover from a crash while other processes wait. */
const waitMs = 180_000
/** An empty lock file is still being written; if it is older than this, its writer died in between. */
const emptyForMs = 5_000

/**
 * Runs `work` while no other process (and no other caller in this one) holds the lock of the directory.
 *
 * The lock is the file `lock.<n>` with the highest number. It is created exclusively and contains its owner's process id and start time. If
 * the owner died, its lock isn't removed but followed by `lock.<n + 1>`, which only one contender can create: two processes that find the
 * same dead owner can't both win. Not for file systems shared between machines.
 *
 * @throws ProgramError if a running process holds the lock for three minutes
 */
export async function withDirectoryLock<T>(directory: string, work: () => Promise<T>): Promise<T> {
  const path = await acquire(directory)
  try {
    return await work()
  } finally {
    // The file stays, marked as released: after a removal, numbers would start again below that of a slower contender.
    await writeFile(path, 'released')
  }
}

async function acquire(directory: string): Promise<string> {
  const deadline = performance.now() + waitMs
  for (;;) {
    const last = await highest(directory)
    if (last > 0 && (await isHeld(lockPath(directory, last)))) {
      if (performance.now() > deadline) {
        // Without an owner if it was removed just now.
        const owner = (await readFile(lockPath(directory, last), 'utf8').catch(() => '')).split(' ')[0]
        throw new ProgramError('DATA_DIR_LOCKED', { pid: Number(owner), path: directory })
      }
      await sleep(retryMs)
      continue
    }
    const path = lockPath(directory, last + 1)
    if (!(await createOwned(path))) continue
    // A contender with an old list may create a number that was already used and removed: only the highest number counts.
    if ((await highest(directory)) !== last + 1) {
      await rm(path, { force: true })
      continue
    }
    for (const n of await numbers(directory)) if (n <= last) await rm(lockPath(directory, n), { force: true })
    return path
  }
}

async function createOwned(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600)
    await file.writeFile(`${process.pid} ${processIdentity(process.pid)}`)
    await file.close()
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

async function isHeld(path: string): Promise<boolean> {
  try {
    const content = await readFile(path, 'utf8')
    if (content === 'released') return false
    if (content === '') return Date.now() - (await stat(path)).mtimeMs < emptyForMs
    const [pid, identity] = content.split(' ')
    return processIdentity(Number(pid)) === identity
  } catch (error) {
    // It was removed by its next owner: check again.
    if (errorCode(error) === 'ENOENT') return true
    throw error
  }
}

async function numbers(directory: string): Promise<number[]> {
  const names = await readdir(directory)
  return names.flatMap((name) => (/^lock\.\d+$/.test(name) ? [Number(name.slice('lock.'.length))] : []))
}

async function highest(directory: string): Promise<number> {
  return Math.max(0, ...(await numbers(directory)))
}

function lockPath(directory: string, n: number): string {
  return join(directory, `lock.${n}`)
}
