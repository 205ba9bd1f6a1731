/**
 * Why the database did not do what it was asked, where the reason passes by itself: `away` when it cannot be reached or went away,
 * `read-only` while it answers reads alone (a standby before its promotion), `full` when its disk is.
 */
export type Loss = 'away' | 'read-only' | 'full'

/** Thrown instead of a connection being tried, while it is known that none can be opened. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  constructor() {
    super('The database is away')
  }
}

// Classes and codes of PostgreSQL (documentation, appendix A): 08 connection exception, 57P operator intervention (shut down, crashed,
// starting), 53300 too many connections; 58030 an error of its input and output, which a server about to fail gives.
const awayStates = /^(08|57P|53300|58030)/
const awayOnTheNetwork =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/
// What `pg` and its pool throw without a code.
const awayInWords =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed)/
const readOnlyState = '25006'
const diskFullState = '53100'

/** @returns null for every other failure, such as a statement that is wrong */
export function lossOf(error: unknown): Loss | null {
  if (error instanceof DatabaseAwayError) return 'away'
  const { code = '', message = '', syscall } = (error ?? {}) as { code?: string; message?: string; syscall?: string }
  if (code === readOnlyState) return 'read-only'
  if (code === diskFullState) return 'full'
  if (awayStates.test(code) || awayOnTheNetwork.test(code)) return 'away'
  // The socket of the embedded server is missing; a file that is missing has the same code.
  if (code === 'ENOENT' && syscall === 'connect') return 'away'
  return awayInWords.test(message) ? 'away' : null
}

export const isReadOnlyState = (code: string | undefined) => code === readOnlyState
