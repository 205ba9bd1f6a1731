import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'
import type { Env } from '@signet/server/env'

/** Codes of the system for a host that is no address of this machine. */
const notLocal = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EAI_AGAIN', 'ENOTFOUND'])

/** Why the port of the API could not be opened; an unexpected error is returned as it is. */
export function portFailure(error: unknown, { host, port }: Pick<Env, 'host' | 'port'>): unknown {
  const { code } = causeOf(error)
  if (code === 'EADDRINUSE') return new ProgramError('PORT_TAKEN', { port, host })
  if (code === 'EACCES') return new ProgramError('PORT_NOT_ALLOWED', { port })
  return notLocal.has(code) ? new ProgramError('HOST_NOT_LOCAL', { host }) : error
}
