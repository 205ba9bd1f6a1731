import { causeOf } from '@signet/contract/errors/program-errors'
import { textIn } from '@signet/contract/narrow'

/**
 * Why the database couldn't do its work, if the reason is temporary: `away` if it can't be reached or the connection was lost, `read-only`
 * while it accepts only reads (a standby before its promotion), `full` if its disk is full.
 */
export type Loss = 'away' | 'read-only' | 'full'

/** Thrown instead of trying to connect while it is known that no connection can be opened. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  constructor() {
    super('The database is away')
  }
}

// Classes and codes of PostgreSQL (documentation, appendix A): 08 connection exception, 57P operator intervention (shut down, crashed,
// starting), 53300 too many connections; 58030 I/O error, which a failing server returns.
const awayStates = /^(08|57P|53300|58030)/
const awayOnTheNetwork =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
// Messages that `pg` and its pool throw without a code.
const awayInWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/
// Of Citus, without a code of its own: the coordinator was killed while a statement waited for a node, or a node was lost while a
// transaction was prepared or committed. Its other errors about nodes have a code of the class 08.
const lostOnClusterInWords =
  /^(postmaster was shut down|could not commit transaction for shard \d+ on at least one active node|failed to prepare transaction '|failure on connection marked as essential: |execution cannot recover from multiple connection failures)/
// Of libpq, with which the coordinator reaches the nodes.
const nodeLostInWords =
  /^(server closed the connection unexpectedly|could not (receive data from|send data to) server: |no connection to the server|SSL SYSCALL error: |SSL connection has been closed unexpectedly)/
const inWords = [awayInWords, lostOnClusterInWords, nodeLostInWords]
const readOnlyState = '25006'
const diskFullState = '53100'

/** @returns null for every other failure, such as an invalid statement */
export function lossOf(error: unknown): Loss | null {
  if (error instanceof DatabaseAwayError) return 'away'
  const { code, detail } = causeOf(error)
  if (code === readOnlyState) return 'read-only'
  if (code === diskFullState) return 'full'
  if (awayStates.test(code) || awayOnTheNetwork.test(code)) return 'away'
  // The socket of the embedded server is missing; a missing file has the same code.
  if (code === 'ENOENT' && textIn(error, 'syscall') === 'connect') return 'away'
  return inWords.some((words) => words.test(detail)) ? 'away' : null
}

export const isReadOnlyState = (code: string | undefined) => code === readOnlyState
