/**
 * The embedded PostgreSQL cannot be used. The message is one sentence for the person who starts the server: what is
 * wrong and, where there is a way out, what to do.
 */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError'
}

/**
 * Words a failed file operation in the data directory for the person who starts the server.
 *
 * @param cause what `node:fs` threw
 * @param doing what was tried, e.g. `create the data directory /srv/signet`
 */
export function fileError(cause: unknown, doing: string): EmbeddedPostgresError {
  if (cause instanceof EmbeddedPostgresError) return cause
  const reason = fileReasons[errorCode(cause)] ?? (cause instanceof Error ? cause.message : String(cause))
  return new EmbeddedPostgresError(`Cannot ${doing}: ${reason}`, { cause })
}

/** The system's code of an error, e.g. `ENOENT`; empty when it has none. */
export function errorCode(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

const elsewhere = 'set DATA_DIR to a directory this user may write, or DATABASE_URL'
const fileReasons: Record<string, string> = {
  EACCES: `permission denied; ${elsewhere}`,
  EPERM: `not permitted; ${elsewhere}`,
  EROFS: `the file system is read-only; ${elsewhere}`,
  ENOTDIR: `a part of the path is not a directory; ${elsewhere}`,
  EEXIST: `a file is in the way; ${elsewhere}`,
  ENOENT: `the path cannot be created (is the file system read-only?); ${elsewhere}`,
  ENOSPC: 'the disk is full; free some space and start again',
  EDQUOT: 'the disk quota is used up; free some space and start again',
}
