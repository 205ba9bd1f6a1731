import { spawnSync } from 'node:child_process'
import { newPostgres } from '../apps/command-line/test/crash/own-postgres.ts'

export { findSystemPostgres, freePort } from '../apps/command-line/test/crash/own-postgres.ts'

/** Installs a Debian package if this machine and user can; returns whether it worked. */
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
 * Starts a separate PostgreSQL for a test run: fast, but not durable after a power failure.
 *
 * @param bin folder with `initdb` and `postgres`
 */
export async function startSystemPostgres(bin: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const postgres = await newPostgres(bin, unsafeButFast)
  await postgres.start()
  return { url: postgres.url, stop: () => postgres.remove() }
}
