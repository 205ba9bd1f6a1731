import { CompiledQuery, type Kysely } from 'kysely'
import { DatabaseAwayError, lossOf } from './loss.ts'
import { clusterState, type ClusterState } from './sharding/cluster.ts'
import type { Tables } from './tables.ts'

/**
 * Commits the transaction and continues in a new one for the same companies, on the same connection. The caller must check whether the data
 * it needs was committed.
 */
export type CommitSoFar = () => Promise<void>

/** How many attempts are made to begin a transaction on a broken connection; retrying is safe because nothing has happened in it yet. */
const openingTries = 3

/** How a transaction begins: what only its own connection gets, and the settings that the nodes of a cluster get as well. */
export interface Opening {
  begin: string
  settings: readonly string[]
}

/** One message, which saves a round trip (docs/database.md). Citus repeats the whole message of a setting on its nodes. */
const messagesOf = ({ begin, settings }: Opening, isCluster: boolean): string[] =>
  isCluster ? [begin, ...settings] : [[begin, ...settings].join('; ')]

/** One message too: on a cluster, what was written on the coordinator and on the nodes is committed together. */
const commitOf = ({ commitsTogether }: ClusterState): string =>
  commitsTogether ? 'select commit_together(); commit' : 'commit'

/** Runs work in a transaction on one of the connections, and returns what it returns once that is committed. */
export type InTransaction = <T>(
  on: Kysely<Tables>,
  opening: Opening,
  work: (tx: Kysely<Tables>, commitSoFar: CommitSoFar) => Promise<T>,
) => Promise<T>

export interface Transactions {
  inTransaction: InTransaction
  /** Whether the database is known to be one server. */
  isOneServer(): boolean
}

/**
 * Transactions of one database.
 *
 * @param isAway whether the database is known to be unavailable: they are then rejected at once
 */
export function transactions(isAway: () => boolean): Transactions {
  let state: ClusterState | null = null

  /** The tables of a cluster may be distributed later. */
  async function currentState(pinned: Kysely<Tables>): Promise<ClusterState> {
    if (!state || (state.isCluster && !state.commitsTogether)) state = await clusterState(pinned)
    return state
  }

  /** Returns the message that commits it. */
  async function open(pinned: Kysely<Tables>, opening: Opening): Promise<string> {
    const current = await currentState(pinned)
    for (const text of messagesOf(opening, current.isCluster)) await pinned.executeQuery(CompiledQuery.raw(text))
    return commitOf(current)
  }

  const inTransaction = async <T>(
    on: Kysely<Tables>,
    opening: Opening,
    work: (tx: Kysely<Tables>, commitSoFar: CommitSoFar) => Promise<T>,
  ): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      if (isAway()) throw new DatabaseAwayError()
      const done = await on.connection().execute(async (pinned): Promise<{ result: T } | null> => {
        let commit: string
        try {
          commit = await open(pinned, opening)
        } catch (error) {
          // The connection broke while idle, so another one may still work.
          if (lossOf(error) === 'away' && attempt < openingTries) return null
          await rollback(pinned)
          throw error
        }
        let result: T
        try {
          result = await work(pinned, async () => {
            await pinned.executeQuery(CompiledQuery.raw(commit))
            commit = await open(pinned, opening)
          })
          await pinned.executeQuery(CompiledQuery.raw(commit))
        } catch (error) {
          await rollback(pinned)
          throw error
        }
        return { result }
      })
      if (done) return done.result
    }
  }
  return { inTransaction, isOneServer: () => state?.isCluster === false }
}

async function rollback(connection: Kysely<Tables>): Promise<void> {
  try {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  } catch {
    // The connection itself is lost, and the transaction with it; the caller throws the original error.
  }
}
