import fs from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'
import { findSystemPostgres, newPostgres, type OwnPostgres } from './own-postgres.ts'

const database = 'signet'
const workers = 2

/** The programs of a PostgreSQL with the files of Citus; null if this machine has none. Debian has no package of Citus. */
export function findCitus(): string | null {
  const bin = findSystemPostgres()
  return bin && fs.existsSync(path.join(bin, '../lib/citus.so')) ? bin : null
}

/** A cluster for tests on loopback: a coordinator and two workers. */
export interface OwnCluster {
  /** The address of the coordinator. */
  url: string
  /** The coordinator, then the workers. */
  nodes: readonly OwnPostgres[]
  stop(): Promise<void>
}

/**
 * Fast, but not durable after a power failure.
 *
 * @param bin see `findCitus`
 * @param more settings of each node
 */
export async function startCluster(bin: string, more: Record<string, string> = {}): Promise<OwnCluster> {
  const settings = {
    shared_preload_libraries: 'citus',
    wal_level: 'logical',
    max_prepared_transactions: '400',
    max_locks_per_transaction: '256',
    // Citus watches each database by a process, and each test file has one.
    max_worker_processes: '32',
    'citus.enable_statistics_collection': 'off',
    'citus.node_conninfo': 'sslmode=disable',
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    ...more,
  }
  const nodes: OwnPostgres[] = []
  const stop = async () => {
    for (const node of nodes) await node.remove()
  }
  try {
    for (let number = 0; number <= workers; number += 1) {
      const node = await newPostgres(bin, settings)
      nodes.push(node)
      // The nodes connect to each other as every role.
      fs.writeFileSync(path.join(node.directory, 'data/pg_hba.conf'), 'host all all 127.0.0.1/32 trust\n')
      await node.start()
      await query(node.url, `create database ${database}`)
      await query(urlOf(node), 'create extension citus')
    }
    const [coordinator, ...others] = nodes
    if (!coordinator) throw new Error('no coordinator')
    await query(urlOf(coordinator), `select citus_set_coordinator_host('127.0.0.1', ${coordinator.port})`)
    for (const { port } of others) await query(urlOf(coordinator), `select citus_add_node('127.0.0.1', ${port})`)
    return { url: urlOf(coordinator), nodes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

const urlOf = ({ port }: OwnPostgres) => `postgres://postgres@127.0.0.1:${port}/${database}`

async function query(connectionString: string, text: string): Promise<void> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
