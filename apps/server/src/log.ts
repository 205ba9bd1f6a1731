import { pino, type Logger } from 'pino'

export type { Logger }

/**
 * The program's log: JSON lines on stderr.
 *
 * What is logged of a request is an allow-list (`http/app.ts`); the redaction here is a second net for objects logged whole.
 */
export function openLog(level: string): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
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
    pino.destination({ fd: 2, sync: false }),
  )
}
