import { causeOf, ProgramError } from '@signet/contract/errors/program-errors'

/** Turns a failed file operation in the data directory into an error for the person who starts the server. */
export function fileError(
  cause: unknown,
  action: 'createDatabase' | 'useDataDir' | 'createSocketDir' | 'copyPostgres',
  path: string,
): ProgramError {
  if (cause instanceof ProgramError) return cause
  return new ProgramError('DATA_DIR_UNUSABLE', { action, path, ...causeOf(cause) }, { cause })
}

/** The system's error code, e.g. `ENOENT`; empty if there is none. */
export const errorCode = (cause: unknown): string => causeOf(cause).code
