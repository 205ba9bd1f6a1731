import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorError, isReadable, readCtLog, readLogList, type CtCursor, type CtLog } from '@signet/connectors'
import { ProgramError } from '@signet/contract/errors/program-errors'
import { readEnv } from '@signet/server/env'
import { sentenceOf } from '@signet/server/errors/sentences'
import { say, write, type CommonOptions } from '../command/command.ts'

export interface CtReadCommand extends CommonOptions {
  /** Only logs whose description or address contains this text. */
  log?: string
  /** How many entries before the end reading starts. */
  backfill: number
  /** Stop when every log has been read up to its present end. */
  once?: boolean
}

const pollMs = 5_000

/**
 * Prints logged certificates as JSON Lines: `{ log, index, loggedAt, names, notBefore, notAfter }`. It stores nothing and needs no
 * database; a pipe may run for any length of time. Failing logs are named on standard error; with `once` the command then fails at its end.
 */
export async function ctRead(list: string, options: CtReadCommand): Promise<void> {
  const allowAddress = readEnv(options.terminal.env).feedAllow
  const { logs, skipped } = await readLogList(list, { allowAddress })
  for (const { description, reason } of skipped) say(`${description}: ${reason}`, options.terminal)
  const wanted = logs.filter((log) => isWanted(log, options.log))
  if (wanted.length === 0) throw new ProgramError('NO_LOG_CHOSEN')
  const failed = await Promise.all(wanted.map((log) => followAndPrint(log, options, allowAddress)))
  const count = failed.filter(Boolean).length
  if (count > 0) throw new ProgramError('LOGS_NOT_READ', { failed: count, count: wanted.length })
}

/** A log selected by name is read in any state; otherwise only logs that may contain certificates still in use are read. */
function isWanted(log: CtLog, text: string | undefined): boolean {
  return text === undefined ? isReadable(log, new Date()) : log.description.includes(text) || log.url.includes(text)
}

/** @returns true if the log failed and won't be read again */
async function followAndPrint(log: CtLog, options: CtReadCommand, allowAddress: readonly string[]): Promise<boolean> {
  let cursor: CtCursor | null = null
  for (;;) {
    try {
      for await (const batch of readCtLog(log, cursor, { allowAddress, backfill: options.backfill })) {
        let lines = ''
        for (const { index, loggedAt, names, notBefore, notAfter } of batch.entries)
          lines += `${JSON.stringify({ log: log.description, index, loggedAt: timeOf(loggedAt), names, notBefore: timeOf(notBefore), notAfter: timeOf(notAfter) })}\n`
        await write(lines, options.terminal)
        cursor = batch.cursor
      }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error
      say(`${log.description}: ${sentenceOf(error.reason, error.parameters)}`, options.terminal)
      if (options.once) return true
      await sleep(Math.max(0, (error.retryAt?.getTime() ?? 0) - Date.now()))
    }
    if (options.once) return false
    await sleep(pollMs)
  }
}

/** ISO 8601; null for an unknown time. */
const timeOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
