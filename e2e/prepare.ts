import { mkdtempSync } from 'node:fs'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../apps/server/src/db/embedded-postgres.ts'
import { buildPortal } from '../scripts/build-portal.ts'
import { startServing } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A data directory with the demo loaded and the first scan done, of which every stack gets a copy. */
    demoDataDir: string
  }
}

/**
 * Before the first test of a run: the portal as it is built from the present sources, and the demo, loaded once. Loading takes
 * longer than most tests; a copy is there in a second.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  if (!buildPortal()) throw new Error('The portal could not be built, so there is nothing to test; see above.')
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'signet-e2e-demo-'))
  // The embedded PostgreSQL runs as another user when the tests run as root.
  await fs.chmod(dataDir, 0o711)
  const remove = () => fs.rm(dataDir, { recursive: true, force: true })
  try {
    const serving = await startServing({ DATA_DIR: dataDir })
    // Held, so that the server of the database goes on when the program has ended.
    const postgres = await openEmbeddedPostgres({ dataDir })
    try {
      await quiet(new Client(postgres.connection))
      await serving.stop()
      await slim(new Client(postgres.connection))
    } finally {
      await postgres.stop()
    }
  } catch (error) {
    await remove()
    throw error
  }
  project.provide('demoDataDir', dataDir)
  return remove
}

const quietMs = 60_000

/** Waits until no job is left that loading the demo and its scan have asked for: no copy is to begin with them. */
async function quiet(client: Client): Promise<void> {
  await client.connect()
  const until = performance.now() + quietMs
  const left = `select name from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()`
  for (;;) {
    const { rows } = await client.query<{ name: string }>(left)
    if (rows.length === 0) break
    if (performance.now() > until) throw new Error(`The demo is not quiet: ${rows.map(({ name }) => name).join(', ')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await client.end()
}

/** Makes the directory small to copy, and what is written in a copy need not survive a power cut. */
async function slim(client: Client): Promise<void> {
  await client.connect()
  await client.query('alter database postgres set synchronous_commit = off')
  // The log of what was written is kept to be used again, 240 MB of it.
  for (const size of ['min_wal_size', 'max_wal_size']) await client.query(`alter system set ${size} = '32MB'`)
  await client.query('select pg_reload_conf()')
  await client.query('checkpoint')
  await client.query('select pg_switch_wal()')
  await client.query('checkpoint')
  await client.query('alter system reset all')
  await client.end()
}
