import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'

/** The system user PostgreSQL runs as, because it refuses to run as root. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/**
 * The account PostgreSQL has to run as.
 *
 * @returns `null` if it is the current user, the unprivileged `nobody` if the current user is root
 * @throws ProgramError if there is no `nobody` for root, or the current user has no name (initdb needs one)
 */
export function postgresAccount(): Account | null {
  if (process.getuid?.() !== 0) {
    try {
      userInfo()
    } catch (cause) {
      throw new ProgramError('USER_NAME_MISSING', { uid: process.getuid?.() ?? 0 }, { cause })
    }
    return null
  }
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name, , uid, gid] = line.split(':')
    // macOS prints the id of `nobody` as -2.
    if (name === 'nobody') return { name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }
  }
  throw new ProgramError('POSTGRES_NEEDS_USER', { why: 'nobody' })
}

/**
 * The first directory on the way to `path` that the account may not enter, including the path itself if it exists.
 *
 * Only the permission bits are checked. Whether PostgreSQL really starts is seen later; this is for the error message.
 */
export function closedParent(path: string, account: Account): string | null {
  const parents: string[] = []
  for (let at = resolve(path); ; at = dirname(at)) {
    parents.unshift(at)
    if (at === dirname(at)) break
  }
  for (const directory of parents) {
    const stats = statSync(directory, { throwIfNoEntry: false })
    // A missing directory can't be closed, and a file in its place has a different error.
    if (!stats?.isDirectory()) return null
    const execute = stats.uid === account.uid ? 0o100 : stats.gid === account.gid ? 0o010 : 0o001
    if (!(stats.mode & execute)) return directory
  }
  return null
}

/**
 * The data directory of this installation unless `DATA_DIR` is set: `<projectRoot>/data`.
 *
 * If the current user is root, PostgreSQL runs as `nobody`, who can't enter a project below a closed directory such as `/root`. It is then
 * `/var/lib/signet/<12 hex digits of the project's path>`, and `note` is a line to print.
 */
export function defaultDataDir(projectRoot: string): { dataDir: string; note?: string } {
  const root = resolve(projectRoot)
  const account = process.getuid?.() === 0 ? postgresAccount() : null
  const closed = account && closedParent(root, account)
  if (!closed) return { dataDir: join(root, 'data') }
  const dataDir = join('/var/lib/signet', createHash('sha256').update(root).digest('hex').slice(0, 12))
  return { dataDir, note: `Data is kept in ${dataDir}: the database runs as nobody, who may not enter ${closed}` }
}

/**
 * Creates a directory and its missing parents, each with exactly this mode regardless of the umask.
 *
 * It creates level by level because `mkdir` with `recursive` never returns if a parent exists but doesn't accept directories, like /proc.
 */
export async function makeDirectories(path: string, mode: number): Promise<void> {
  try {
    await mkdir(path)
    await chmod(path, mode)
  } catch (error) {
    const { code } = causeOf(error)
    if (code === 'EEXIST' && (await stat(path)).isDirectory()) return
    const parent = dirname(path)
    if (code !== 'ENOENT' || parent === path || statSync(parent, { throwIfNoEntry: false })) throw error
    await makeDirectories(parent, mode)
    await makeDirectories(path, mode)
  }
}
