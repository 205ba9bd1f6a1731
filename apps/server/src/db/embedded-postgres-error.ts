import { causeOf, ProgramError } from '@signet/contract/program-errors'

/** A failed file operation in the data directory, as an error for the person who starts the server. */
export function fileError(
  cause: unknown,
  action: 'createDatabase' | 'useDataDir' | 'createSocketDir' | 'copyPostgres',
  path: string,
): ProgramError {
  if (cause instanceof ProgramError) return cause
  return new ProgramError('DATA_DIR_UNUSABLE', { action, path, ...causeOf(cause) }, { cause })
}

/** The system's code of an error, e.g. `ENOENT`; empty when it has none. */
export const errorCode = (cause: unknown): string => causeOf(cause).code
