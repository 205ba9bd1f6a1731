import type { Duplex } from 'node:stream'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import type { Logger } from 'pino'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { addressOfRole, ownerAddress, type Address, type Connection } from './connection.ts'
import { DatabaseAwayError, isReadOnlyState, lossOf } from './loss.ts'
import { assertRolesSignIn, roleSettings, type WorkingRole } from './roles.ts'
import { clusterQuery } from './sharding/cluster.ts'
import type { Tables } from './tables.ts'
import { Sockets } from './sockets.ts'
import { watchDatabase, type DatabaseWatch } from './watch.ts'

/** A transaction that sees only the companies it was opened for. */
export type Tx = Kysely<Tables>

/** The ways to use the database. Each has its own connections, signed in as the role it is for: no statement can get from one to another. */
export interface Database {
  /** For all company data: runs as `signet_app` and sees only the rows of `companyIds`. */
  inCompanies<T>(companyIds: readonly number[], work: (tx: Tx, commitSoFar: CommitSoFar) => Promise<T>): Promise<T>
  /** For sign-in and sessions: runs as `signet_identity`. */
  inIdentity<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * For changes of users with their audit records, in one transaction: `tx` is that of `inCompanies`, and `identity` runs work within it as
   * `signet_identity`, which may become `signet_app` and back. The connections are those of `inIdentity`.
   */
  withIdentity<T>(
    companyIds: readonly number[],
    work: (tx: Tx, identity: InIdentity, commitSoFar: CommitSoFar) => Promise<T>,
  ): Promise<T>
  /** For the audit chain: runs as `signet_audit`, which reads the audit of the companies, adds links and changes no other company data. */
  inAudit<T>(companyIds: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T>
  /** For migrations and the setup of queues: runs as the owner. */
  asOwner<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  /** The owner's connections, which are sessions of the server itself even if the others go through a pooler. */
  pool: Pool
  /** The connections of `inIdentity`, for a single statement. */
  identityPool: Pool
  /** How it was opened, for components with their own connections (the queue): the owner's address. */
  connection: Connection & { stream: () => Duplex }
  /** Checks that the working roles can sign in the way they will be used. */
  assertRoles(): Promise<void>
  /** How many connections there are, and how many callers wait for one. */
  figures(): { open: number; idle: number; waiting: number }
  /** Starts checking once a second whether the server answers, until `close`. */
  watch(log: Logger): void
  /** Whether it is known to be unavailable: calls are then rejected at once. Always false unless it is watched. */
  isAway(): boolean
  close(): Promise<void>
}

/** Runs work as `signet_identity` within a transaction. */
export type InIdentity = Database['inIdentity']
/**
 * Commits the transaction and continues in a new one for the same companies, on the same connection. The caller must check whether the data
 * it needs was committed.
 */
export type CommitSoFar = () => Promise<void>

/** How many attempts are made to begin a transaction on a broken connection; retrying is safe because nothing has happened in it yet. */
const openingTries = 3
const connectionTimeoutMillis = 10_000
/** The settings of the working roles, for the owner, whose connections never go through a pooler. */
const ownerOptions = {
  options: Object.entries(roleSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
}
/** Sealing and checking of the audit chains. */
const auditConnections = 2

/** The most connections that the pools of `openDatabase` have together. */
export const poolConnections = (size: number): number => 2 * size + identityConnections(size) + auditConnections

const identityConnections = (size: number) => Math.ceil(size / 2)

/**
 * Opens connection pools for an embedded or external server. It connects lazily; call `assertReachable` before.
 *
 * @param size most connections for company data, and most of the owner; half as many are for sign-in
 * @param clockFactor see `clockFactorOf`
 * @param promisedHours what the installation promises for reviews, by rank of severity, low first; the defaults if left out
 */
export function openDatabase(
  connection: Connection,
  size = 10,
  clockFactor = 1,
  promisedHours?: readonly number[],
): Database {
  const sockets = new Sockets()
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
  const pool = newPool(ownerAddress(connection), size, ownerOptions)
  const appPool = poolOf('signet_app', size)
  const identityPool = poolOf('signet_identity', identityConnections(size))
  const auditPool = poolOf('signet_audit', auditConnections)
  const pools = [pool, appPool, identityPool, auditPool]
  const [db, app, people, audit] = [newKysely(pool), newKysely(appPool), newKysely(identityPool), newKysely(auditPool)]
  const kyselys = [db, app, people, audit]
  // A pooler doesn't keep settings of a session, so these are set in each transaction; few installations have any.
  const settings = [
    ...(clockFactor === 1 ? [] : [`set local app.clock_factor = ${clockFactor}`]),
    ...(promisedHours ? [`set local app.promised_hours = '{${promisedHours.map(Number).join(',')}}'`] : []),
  ]
  let watch: DatabaseWatch | null = null
  let isCluster: boolean | null = null

  async function open(pinned: Kysely<Tables>, opening: Opening): Promise<void> {
    isCluster ??=
      (await pinned.executeQuery<{ isCluster: boolean }>(CompiledQuery.raw(clusterQuery))).rows[0]?.isCluster === true
    for (const text of messagesOf(opening, isCluster)) await pinned.executeQuery(CompiledQuery.raw(text))
  }

  async function inTransaction<T>(
    on: Kysely<Tables>,
    opening: Opening,
    work: (tx: Tx, commitSoFar: CommitSoFar) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (watch?.isAway()) throw new DatabaseAwayError()
      const done = await on.connection().execute(async (pinned): Promise<{ result: T } | null> => {
        try {
          await open(pinned, opening)
        } catch (error) {
          // The connection broke while idle, so another one may still work.
          if (lossOf(error) === 'away' && attempt < openingTries) return null
          await rollback(pinned)
          throw error
        }
        let result: T
        try {
          result = await work(pinned, async () => {
            await pinned.executeQuery(CompiledQuery.raw('commit'))
            await open(pinned, opening)
          })
        } catch (error) {
          await rollback(pinned)
          throw error
        }
        await pinned.executeQuery(CompiledQuery.raw('commit'))
        return { result }
      })
      if (done) return done.result
    }
  }

  return {
    inCompanies: (companyIds, work) =>
      inTransaction(app, { begin: 'begin', settings: [...settings, scopeOf(companyIds)] }, work),
    inIdentity: (work) => inTransaction(people, { begin: 'begin', settings }, work),
    withIdentity: (companyIds, work) =>
      inTransaction(
        people,
        { begin: `begin; ${asApp}`, settings: [...settings, scopeOf(companyIds)] },
        (tx, commitSoFar) => work(tx, (change) => asIdentity(tx, change), commitSoFar),
      ),
    inAudit: (companyIds, work) => inTransaction(audit, { begin: 'begin', settings: [scopeOf(companyIds)] }, work),
    asOwner: (work) => work(db),
    pool,
    identityPool,
    connection: { ...connection, stream: sockets.make },
    assertRoles: () => assertRolesSignIn(connection),
    figures() {
      const sum = { open: 0, idle: 0, waiting: 0 }
      for (const { totalCount, idleCount, waitingCount } of pools) {
        sum.open += totalCount
        sum.idle += idleCount
        sum.waiting += waitingCount
      }
      return sum
    },
    watch(log) {
      watch ??= watchDatabase(ownerAddress(connection), sockets, log)
    },
    isAway: () => watch?.isAway() ?? false,
    async close() {
      const isAway = watch?.isAway()
      await watch?.stop()
      // Closing connections to a server that doesn't answer would never end.
      if (isAway) sockets.destroyAll()
      await Promise.all(kyselys.map((one) => one.destroy()))
      // Kysely closes a pool only if it was used.
      await Promise.all(pools.filter((one) => !one.ended).map((one) => one.end()))
    },
  }
}

const newKysely = (pool: Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

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

/** Only for connections of `signet_identity`, the one role that may become another. */
const asApp = `select set_config('role', 'signet_app', true)`

/** How a transaction begins: what only its own connection gets, and the settings that the nodes of a cluster get as well. */
interface Opening {
  begin: string
  settings: readonly string[]
}

/** One message, which saves a round trip (docs/database.md). Citus repeats the whole message of a setting on its nodes. */
const messagesOf = ({ begin, settings }: Opening, isCluster: boolean): string[] =>
  isCluster ? [begin, ...settings] : [[begin, ...settings].join('; ')]

/** The companies of a transaction. */
function scopeOf(companyIds: readonly number[]): string {
  for (const companyId of companyIds) {
    if (!Number.isSafeInteger(companyId) || companyId < 1)
      throw new TypeError('a company id is a positive whole number')
  }
  // SET instead of set_config(), because the latter isn't propagated to the nodes of a sharded cluster.
  return `set local app.companies = '${companyIds.join(',')}'`
}

/**
 * Runs work on users and sessions inside a transaction of `withIdentity`.
 *
 * If the work throws, the role isn't reset: the transaction is aborted anyway, and further statements of the caller are refused.
 */
async function asIdentity<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw(`select set_config('role', 'signet_identity', true)`))
  const result = await work(tx)
  await tx.executeQuery(CompiledQuery.raw(asApp))
  return result
}

async function rollback(connection: Kysely<Tables>): Promise<void> {
  try {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  } catch {
    // The connection itself is lost, and the transaction with it; the caller throws the original error.
  }
}

/**
 * Checks with a connection of the owner that the server answers and is new enough.
 *
 * @throws ProgramError with a one-line message
 */
export async function assertReachable(connection: Connection): Promise<void> {
  const client = new Client({ ...ownerAddress(connection), ...ownerOptions, connectionTimeoutMillis })
  // A connection that breaks between two statements makes the next one fail.
  client.on('error', () => {})
  let version: number
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version_num: string }>('show server_version_num')
    version = Number(rows[0]?.server_version_num)
  } catch (error) {
    const { code, detail } = causeOf(error)
    if (/unsupported startup parameter/.test(detail)) throw new ProgramError('DATABASE_BEHIND_POOLER')
    throw new ProgramError('DATABASE_UNREACHABLE', { code, detail }, { cause: error })
  } finally {
    // A connection that was never opened can't be closed either.
    await client.end().catch(() => {})
  }
  if (version < 150_000) throw new ProgramError('POSTGRES_TOO_OLD')
}

/** Runs an empty statement, which fails as any other would. */
export async function assertAnswers({ pool }: Database): Promise<void> {
  await pool.query('select 1')
}
