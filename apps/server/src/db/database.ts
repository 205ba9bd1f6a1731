import type { Duplex } from 'node:stream'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import { Client, type Pool } from 'pg'
import type { Logger } from 'pino'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import { companyScope } from './company-scope.ts'
import { ownerAddress, type Connection } from './connection.ts'
import { connectionTimeoutMillis, openPools, ownerOptions } from './pools.ts'
import { restoring } from './restoring.ts'
import { assertRolesSignIn } from './roles.ts'
import { waitForCommits } from './sharding/wait-for-commits.ts'
import type { Tables } from './tables.ts'
import { Sockets } from './sockets.ts'
import { transactions, type CommitSoFar } from './transactions.ts'
import { watchDatabase, type DatabaseWatch } from './watch.ts'

export type { CommitSoFar }

/** A transaction that sees only the companies it was opened for. */
export type Tx = Kysely<Tables>

/**
 * The ways to use the database. Each has its own connections, signed in as the role it is for: no statement can get from one to another.
 */
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
  /**
   * For readers of tables that aren't a company's own, such as jobs, who then read rows of the company: resolves once these show what the
   * transactions wrote that such a row comes from (`waitForCommits`). On one server, at once.
   */
  afterCommits(companyIds: Iterable<number>): Promise<void>
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
  const pools = openPools(connection, size, sockets)
  const { owner: pool, identity: identityPool } = pools
  const all = [pool, pools.app, identityPool, pools.audit]
  const [db, app, people, audit] = [
    newKysely(pool),
    newKysely(pools.app),
    newKysely(identityPool),
    newKysely(pools.audit),
  ]
  // A pooler doesn't keep settings of a session, so these are set in each transaction; few installations have any.
  const settings = [
    ...(clockFactor === 1 ? [] : [`set local app.clock_factor = ${clockFactor}`]),
    ...(promisedHours ? [`set local app.promised_hours = '{${promisedHours.map(Number).join(',')}}'`] : []),
  ]
  let watch: DatabaseWatch | null = null
  const { inTransaction, isOneServer } = transactions(() => watch?.isAway() ?? false)

  return {
    inCompanies: (companyIds, work) =>
      inTransaction(app, { begin: 'begin', settings: [...settings, companyScope(companyIds)] }, work),
    inIdentity: (work) => inTransaction(people, { begin: 'begin', settings }, work),
    withIdentity: (companyIds, work) =>
      inTransaction(
        people,
        { begin: `begin; ${asApp}`, settings: [...settings, companyScope(companyIds)] },
        (tx, commitSoFar) => work(tx, (change) => asIdentity(tx, change), commitSoFar),
      ),
    inAudit: (companyIds, work) => inTransaction(audit, { begin: 'begin', settings: [companyScope(companyIds)] }, work),
    async afterCommits(companyIds) {
      if (isOneServer()) return
      for (const companyId of new Set(companyIds))
        await inTransaction(app, { begin: 'begin', settings: [companyScope([companyId])] }, (tx) =>
          waitForCommits(tx, companyId),
        )
    },
    asOwner: (work) => work(db),
    pool,
    identityPool,
    connection: { ...connection, stream: sockets.make },
    assertRoles: () => assertRolesSignIn(connection),
    figures() {
      const sum = { open: 0, idle: 0, waiting: 0 }
      for (const { totalCount, idleCount, waitingCount } of all) {
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
      await Promise.all([db, app, people, audit].map((one) => one.destroy()))
      // Kysely closes a pool only if it was used.
      await Promise.all(all.filter((one) => !one.ended).map((one) => one.end()))
    },
  }
}

const newKysely = (pool: Pool) => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** Only for connections of `signet_identity`, the one role that may become another. */
const asApp = `select set_config('role', 'signet_app', true)`

/** Runs work on users and sessions inside a transaction of `withIdentity`, which is `signet_app` again afterwards. */
async function asIdentity<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  await tx.executeQuery(CompiledQuery.raw(`select set_config('role', 'signet_identity', true)`))
  return restoring(
    () => work(tx),
    async () => void (await tx.executeQuery(CompiledQuery.raw(asApp))),
  )
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
