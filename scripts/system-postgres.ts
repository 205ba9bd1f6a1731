import { spawnSync } from 'node:child_process'
import { newPostgres } from '../apps/server/test/own-postgres.ts'

export { findSystemPostgres, freePort } from '../apps/server/test/own-postgres.ts'

/** Installs a Debian package when this machine and user can; says whether it worked. */
export function installDebianPackage(name: string): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.error(`Installing ${name} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  return (
    spawnSync('apt-get', ['install', '-y', '-qq', name], { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  )
}

const unsafeButFast = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }

/**
 * Starts a PostgreSQL of its own for a run of tests: fast, and not made to survive a power cut.
 *
 * @param bin folder with `initdb` and `postgres`
 */
export async function startSystemPostgres(bin: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const postgres = await newPostgres(bin, unsafeButFast)
  await postgres.start()
  return { url: postgres.url, stop: () => postgres.remove() }
}
