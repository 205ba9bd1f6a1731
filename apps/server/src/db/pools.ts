import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { addressOfRole, ownerAddress, type Address, type Connection } from './connection.ts'
import { isReadOnlyState } from './loss.ts'
import { roleSettings, type WorkingRole } from './roles.ts'
import type { Sockets } from './sockets.ts'

export const connectionTimeoutMillis = 10_000
/** The settings of the working roles, for the owner, whose connections never go through a pooler. */
export const ownerOptions = {
  options: Object.entries(roleSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}
/** Sealing and checking of the audit chains. */
const auditConnections = 2

/** The most connections that the pools have together. */
export const poolConnections = (size: number): number => 2 * size + identityConnections(size) + auditConnections

const identityConnections = (size: number) => Math.ceil(size / 2)

/** The connections of each role. They are made when they are needed. */
export interface Pools {
  owner: Pool
  app: Pool
  identity: Pool
  audit: Pool
}

/** @param size see `openDatabase` */
export function openPools(connection: Connection, size: number, sockets: Sockets): Pools {
  const newPool = (address: Address, max: number, more: PoolConfig = {}) => {
    const pool = new Pool({
      ...address,
      stream: sockets.make,
      max,
      connectionTimeoutMillis,
      idleTimeoutMillis: 30_000,
      application_name: 'signet',
      ...more,
    })
    surviveLosses(pool)
    return pool
  }
  const poolOf = (role: WorkingRole, max: number) => newPool(addressOfRole(connection, role), max)
  return {
    owner: newPool(ownerAddress(connection), size, ownerOptions),
    app: poolOf('signet_app', size),
    identity: poolOf('signet_identity', identityConnections(size)),
    audit: poolOf('signet_audit', auditConnections),
  }
}

/** The pool drops a broken connection and its user gets a failed statement; the program continues. */
function surviveLosses(pool: Pool): void {
  // Without listeners these errors end the program, both for idle connections and for those in use.
  pool.on('error', () => {})
  const isStale = new WeakSet<PoolClient>()
  pool.on('connect', (client) => {
    client.on('error', () => {})
    client.connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (isReadOnlyState(code)) isStale.add(client)
    })
  })
  // The connection leads to a server that was or will be replaced: the next one may lead to a writable server.
  pool.on('release', (_error, client) => {
    if (isStale.has(client)) client.connection.stream.destroy()
  })
}
