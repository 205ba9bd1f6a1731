import { mkdtemp, rm, chmod } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { Pool } from 'pg'
import type { TestProject } from 'vitest/node'
import { onDatabase, type Connection } from '../src/db/connection.ts'
import { openDatabase, type Database } from '../src/db/database.ts'
import { openEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../src/db/migrate.ts'
import { isCluster } from '../src/db/sharding/cluster.ts'
import { openQueue } from '../src/jobs/queue.ts'
import { openLog } from '../src/log.ts'
import { testRolePassword } from './role-password.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the tests' server. */
    server: Connection
    /** The database that each test file is cloned from. */
    template: string
  }
}

/**
 * One cluster for the whole run: the embedded PostgreSQL, or the server of `TEST_DATABASE_URL`. A database with schema and queues is
 * created once; each test file clones it in some 100 ms.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL']
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-test-'))
  await chmod(directory, 0o711)
  const embedded = url ? null : await openEmbeddedPostgres({ dataDir: directory, durability: 'test' })
  const server: Connection = embedded
    ? embedded.connection
    : { connectionString: url as string, rolePassword: testRolePassword }
  const template = `signet_template_${process.pid}`

  const admin = openDatabase(server, 1)
  await createDatabase(admin, template)
  const database = openDatabase(databaseOf(server, template), 2)
  await migrate(database)
  const queue = await openQueue(database, openLog('silent'))
  await queue.stop()
  await database.close()
  await closeTemplate(admin, template)
  project.provide('server', server)
  project.provide('template', template)

  return async () => {
    await dropDatabase(admin, template)
    await admin.close()
    await embedded?.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

export const databaseOf = onDatabase

/** The nodes of the cluster that `TEST_DATABASE_URL` leads to, the coordinator last; none on a single server. */
async function nodesOf({ pool, connection }: Database): Promise<Connection[]> {
  if (!(await isCluster(pool)) || !('connectionString' in connection)) return []
  const { rows } = await pool.query<{ host: string; port: number }>(
    'select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid = 0, groupid',
  )
  return rows.map(({ host, port }) => {
    const url = new URL(connection.connectionString)
    url.hostname = host
    url.port = String(port)
    return { connectionString: url.href }
  })
}

/** Runs statements about the server itself on each node of a cluster, the coordinator last, or on the single server. */
export async function onEachNode(admin: Database, work: (pool: Pool) => Promise<unknown>): Promise<void> {
  const nodes = await nodesOf(admin)
  if (nodes.length === 0) await work(admin.pool)
  for (const node of nodes) {
    const database = openDatabase(node, 1)
    await work(database.pool)
    await database.close()
  }
}

/** An empty database on each node that the coordinator knows of, which know nothing of each other. */
export const createDatabaseWithoutCluster = (admin: Database, name: string): Promise<void> =>
  onEachNode(admin, (pool) => pool.query(`create database ${name}`))

/** An empty database. */
export async function createDatabase(admin: Database, name: string): Promise<void> {
  await createDatabaseWithoutCluster(admin, name)
  await makeCluster(admin, name)
}

/** On a cluster, makes a database that is on each of its nodes a cluster as well, with few shards for each table. */
export async function makeCluster(admin: Database, name: string): Promise<void> {
  const nodes = await nodesOf(admin)
  for (const node of nodes) {
    const database = openDatabase(onDatabase(node, name), 1)
    await database.pool.query('create extension citus')
    await database.pool.query(`alter database ${name} set citus.shard_count = 4`)
    if (node === nodes.at(-1)) {
      for (const [index, { hostname, port }] of nodes.map(addressOf).toReversed().entries()) {
        const add = index === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'
        await database.pool.query(`select ${add}($1, $2)`, [hostname, Number(port)])
      }
    }
    await database.close()
  }
}

const addressOf = (node: Connection) => new URL('connectionString' in node ? node.connectionString : '')

/** Citus watches each of its databases by sessions of its own, and nobody may use a database while it is cloned. */
async function closeTemplate(admin: Database, name: string): Promise<void> {
  if (!(await isCluster(admin.pool))) return
  await onEachNode(admin, (pool) => pool.query(`alter database ${name} allow_connections false`))
  await onEachNode(admin, (pool) =>
    pool.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]),
  )
}

export async function dropDatabase(admin: Database, name: string): Promise<void> {
  await onEachNode(admin, async (pool) => {
    // It writes all buffers of the server first, which takes long while other tests run.
    await pool.query('set statement_timeout = 0')
    await pool.query(`drop database if exists ${name} with (force)`)
  })
}

/** A copy of the template; on a cluster, of that of each node: its database has the shards, or where they are. */
export async function cloneTemplate(admin: Database, template: string, name: string): Promise<void> {
  await onEachNode(admin, (pool) => cloneOn(pool, template, name))
}

/**
 * Only one session at a time can clone a template, and another test file may be cloning it. Copying its files takes half the processor time
 * of PostgreSQL's own way, which writes every page to the log as well.
 */
async function cloneOn(pool: Pool, template: string, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await pool.query(`create database ${name} template ${template} strategy file_copy`)
      return
    } catch (error) {
      const isBusy = (error as { code?: string }).code === '55006'
      if (!isBusy || attempt === 50) throw error
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100))
    }
  }
}
