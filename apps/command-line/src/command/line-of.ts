import { ConnectorError } from '@signet/connectors'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { sentenceOf } from '@signet/server/errors/sentences'

/**
 * Whether the terminal is German: of `LC_ALL`, `LC_MESSAGES` and `LANG`, the first one that has a value decides. Source: POSIX.1-2024, Base
 * Definitions, section 8.2.
 */
const isGerman = (env: NodeJS.ProcessEnv) =>
  /^de([_.@]|$)/.test(env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '')

/** The line for a failed command: expected failures as a sentence in the language of the terminal, English unless that is German. */
export async function lineOf(error: unknown, env: NodeJS.ProcessEnv): Promise<string> {
  if (!(error instanceof ProgramError || error instanceof ConnectorError))
    return error instanceof Error ? (error.stack ?? error.message) : String(error)
  const { reason, parameters } = error
  if (!isGerman(env)) return sentenceOf(reason, parameters)
  const { germanSentenceOf } = await import('@signet/server/errors/german')
  return germanSentenceOf(reason, parameters)
}
