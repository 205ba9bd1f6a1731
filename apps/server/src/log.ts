import { AsyncLocalStorage } from 'node:async_hooks'
import { multistream, pino, stdSerializers, type DestinationStream, type Logger } from 'pino'

export type { Logger }

interface Cause {
  requestId: string
  /** Whether its own logger already names the request. */
  isRequest: boolean
}

const causes = new AsyncLocalStorage<Cause>()

/** Runs work that a request caused, so that its jobs, emails, audit records and log lines name that request. */
export function causedBy<T>(requestId: string, work: () => T, from: 'request' | 'job' = 'job'): T {
  return causes.run({ requestId, isRequest: from === 'request' }, work)
}

/** The request that caused what runs now; null for scheduled work. */
export const causingRequest = (): string | null => causes.getStore()?.requestId ?? null

/**
 * The program's log: JSON lines on stderr.
 *
 * The logged fields of a request are an allow list (`http/build-server.ts`); the redaction here is a second safeguard for objects logged as
 * a whole.
 *
 * @param copy also gets every line
 */
export function openLog(
  level: string,
  destination: DestinationStream = stderr(),
  copy: DestinationStream | null = null,
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: requestOfJob,
      serializers: { err: describeError },
      redact: {
        paths: [
          'password',
          'token',
          'secret',
          'authorization',
          'cookie',
          '*.password',
          '*.token',
          '*.secret',
          '*.authorization',
          '*.cookie',
        ],
        censor: '[hidden]',
      },
    },
    // Each takes what the logger lets pass.
    copy ? multistream([destination, copy].map((stream) => ({ stream, level: 'trace' }))) : destination,
  )
}

function requestOfJob(): object {
  const cause = causes.getStore()
  return cause && !cause.isRequest ? { requestId: cause.requestId } : {}
}

const stderr = () => pino.destination({ fd: 2, sync: false })

/** The logged fields of an error: an allow list, because those of the database (`detail`, `where`) repeat the values of a row. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const { type, message, stack } = stdSerializers.err(error)
  const { code, constraint, table }: Error & { code?: unknown; constraint?: unknown; table?: unknown } = error
  return { type, message, stack, code, constraint, table }
}
