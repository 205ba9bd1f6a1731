import type { Duplex } from 'node:stream'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import { Pool, type PoolClient } from 'pg'
import type { Logger } from 'pino'
import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import type { Connection } from './connection.ts'
import { DatabaseAwayError, isReadOnlyState, lossOf } from './loss.ts'
import type { Tables } from './tables.ts'
import { Sockets } from './sockets.ts'
import { watchDatabase, type DatabaseWatch } from './watch.ts'

/** A transaction that sees only the companies it was opened for. */
export type Tx = Kysely<Tables>

/** The three ways to use the database. There is no fourth: the product runs every query through one of them. */
export interface Database {
  /** For all company data: runs as `signet_app` and sees only the rows of `companyIds`. */
  inCompanies<T>(companyIds: readonly number[], work: (tx: Tx) => Promise<T>): Promise<T>
  /** For sign-in and sessions: runs as `signet_identity`. */
  inIdentity<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** For migrations and the setup of queues: runs as the owner. */
  asOwner<T>(work: (db: Kysely<Tables>) => Promise<T>): Promise<T>
  pool: Pool
  /** How it was opened, for components with their own connections (the queue). */
  connection: Connection & { stream: () => Duplex }
  /** Starts checking once a second whether the server answers, until `close`. */
  watch(log: Logger): void
  /** Whether it is known to be unavailable: calls are then rejected at once. Always false unless it is watched. */
  isAway(): boolean
  close(): Promise<void>
}

const statementTimeoutMs = 30_000
/** How many attempts are made to begin a transaction on a broken connection; retrying is safe because nothing has happened in it yet. */
const openingTries = 3

/**
 * Opens a connection pool for an embedded or external server. It connects lazily; call `assertReachable` to fail early.
 *
 * @param clockFactor see `clockFactorOf`
 */
export function openDatabase(connection: Connection, size = 10, clockFactor = 1): Database {
  const sockets = new Sockets()
  const tracked = { ...connection, stream: sockets.make }
  const pool = new Pool({
    ...tracked,
    max: size,
    statement_timeout: statementTimeoutMs,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    application_name: 'signet',
    // Row-level security policies make the planner overestimate the work and use JIT compilation: half a second for a query of 60 ms.
    options: `-c jit=off -c app.clock_factor=${clockFactor}`,
  })
  surviveLosses(pool)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  let watch: DatabaseWatch | null = null

  async function inTransaction<T>(opening: string, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      if (watch?.isAway()) throw new DatabaseAwayError()
      const done = await db.connection().execute(async (pinned): Promise<{ result: T } | null> => {
        try {
          await pinned.executeQuery(CompiledQuery.raw(opening))
        } catch (error) {
          // The connection broke while idle, so another one may still work.
          if (lossOf(error) === 'away' && attempt < openingTries) return null
          await rollback(pinned)
          throw error
        }
        let result: T
        try {
          result = await work(pinned)
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
    inCompanies: (companyIds, work) => inTransaction(openingOf(companyIds), work),
    inIdentity: (work) => inTransaction('begin; set local role signet_identity', work),
    asOwner: (work) => work(db),
    pool,
    connection: tracked,
    watch(log) {
      watch ??= watchDatabase(connection, sockets, log)
    },
    isAway: () => watch?.isAway() ?? false,
    async close() {
      const isAway = watch?.isAway()
      await watch?.stop()
      // Closing connections to a server that doesn't answer would never end.
      if (isAway) sockets.destroyAll()
      await db.destroy()
      // Kysely closes the pool only if it was used.
      if (!pool.ended) await pool.end()
    },
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

/** `begin`, the plain role and the companies in one message, which saves one of four round trips (docs/database.md). */
function openingOf(companyIds: readonly number[]): string {
  for (const companyId of companyIds) {
    if (!Number.isSafeInteger(companyId) || companyId < 1)
      throw new TypeError('a company id is a positive whole number')
  }
  // SET instead of set_config(), because the latter isn't propagated to the nodes of a sharded cluster.
  return `begin; set local role signet_app; set local app.companies = '${companyIds.join(',')}'`
}

/** Commits and continues in a new transaction for the same companies. The caller must check whether the data it needs was committed. */
export async function commitSoFar(tx: Tx, companyIds: readonly number[]): Promise<void> {
  await tx.executeQuery(CompiledQuery.raw('commit'))
  await tx.executeQuery(CompiledQuery.raw(openingOf(companyIds)))
}

async function rollback(connection: Kysely<Tables>): Promise<void> {
  try {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  } catch {
    // The connection itself is lost, and the transaction with it; the caller throws the original error.
  }
}

/**
 * Checks that the server answers and is new enough.
 *
 * @throws ProgramError with a one-line message
 */
export async function assertReachable(database: Database): Promise<void> {
  let version: number
  try {
    version = await database.asOwner(async (db) => {
      const { rows } = await sql<{ server_version_num: string }>`show server_version_num`.execute(db)
      return Number(rows[0]?.server_version_num)
    })
  } catch (error) {
    throw new ProgramError('DATABASE_UNREACHABLE', causeOf(error), { cause: error })
  }
  if (version < 150_000) throw new ProgramError('POSTGRES_TOO_OLD')
}

/** Runs an empty statement, which fails as any other would. */
export async function assertAnswers({ pool }: Database): Promise<void> {
  await pool.query('select 1')
}
