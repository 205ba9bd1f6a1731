import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { openEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { buildPortal } from '../scripts/build-portal.ts'
import { newDirectory, startServing } from './stack.ts'

declare module 'vitest' {
  interface ProvidedContext {
    prepared: Prepared
  }
}

export interface Prepared {
  /** A data directory with the demo data after the first scan. Every stack gets a copy of it. */
  dataDir: string
}

/**
 * Runs before the first test: builds the portal from the current sources and loads the demo data once. Loading takes longer than most
 * tests, whereas a copy is available at once.
 */
export default async function prepare(project: TestProject): Promise<() => Promise<void>> {
  if (!buildPortal()) throw new Error('The portal could not be built, so there is nothing to test; see above.')
  const programs = newDirectory()
  const dataDir = newDirectory()
  const remove = async () => {
    for (const directory of [programs, dataDir])
      await fs.rm(directory, { recursive: true, force: true, maxRetries: 10 })
  }
  try {
    // Copies keep the link, so that the 60 MB of programs aren't copied for each stack.
    await fs.mkdir(path.join(programs, 'runtime'), { mode: 0o755 })
    await fs.symlink(path.join(programs, 'runtime'), path.join(dataDir, 'runtime'))
    await loadDemo({ dataDir })
    project.provide('prepared', { dataDir })
  } catch (error) {
    await remove()
    throw error
  }
  return remove
}

async function loadDemo({ dataDir }: Prepared): Promise<void> {
  const serving = await startServing({ DATA_DIR: dataDir })
  // This connection keeps the database server running after the program has ended.
  const postgres = await openEmbeddedPostgres({ dataDir })
  try {
    await quiet(new Client(postgres.connection))
    await serving.stop()
    await slim(new Client(postgres.connection))
  } finally {
    await serving.stop()
    await postgres.stop()
  }
}

const quietMs = 60_000

/**
 * Waits until the jobs that were created by loading the demo and its scan have finished, so that no copy starts with them. The queue's own
 * jobs, which start the scheduled ones, may wait for half a minute and come again every minute.
 */
async function quiet(client: Client): Promise<void> {
  await client.connect()
  try {
    const until = performance.now() + quietMs
    const left = `select name from pgboss.job where state in ('created', 'retry', 'active') and start_after <= now()
      and not starts_with(name, '__pgboss__')`
    for (;;) {
      const { rows } = await client.query<{ name: string }>(left)
      if (rows.length === 0) return
      const names = rows.map(({ name }) => name).join(', ')
      if (performance.now() > until) throw new Error(`The jobs of the demo have no end: ${names}`)
      await wait(100)
    }
  } finally {
    await client.end()
  }
}

/** Reduces the size of the directory before it is copied. Data in a copy doesn't have to survive a power failure. */
async function slim(client: Client): Promise<void> {
  await client.connect()
  try {
    await client.query('alter database postgres set synchronous_commit = off')
    // PostgreSQL keeps its write-ahead log files for reuse, 240 MB in total.
    for (const size of ['min_wal_size', 'max_wal_size']) await client.query(`alter system set ${size} = '32MB'`)
    await client.query('select pg_reload_conf()')
    await client.query('checkpoint')
    await client.query('select pg_switch_wal()')
    await client.query('checkpoint')
    await client.query('alter system reset all')
  } finally {
    await client.end()
  }
}
