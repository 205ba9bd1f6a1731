// A process that reads the logs of a list repeatedly until it is killed: `node ct-reader-process.ts <address> <list> <journal>`. A line of
// the journal contains a batch with its cursor, so both are stored together or not at all; an incomplete line is ignored.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConnectorError } from '../src/connector-error.ts'
import { readCtLog, type CtCursor } from '../src/ct/read-log.ts'
import { readLogList } from '../src/ct/read-log-list.ts'

/** A stored batch. */
export interface JournalLine {
  log: string
  indexes: number[]
  cursor: CtCursor
}

/** The complete lines of a journal. */
export function readJournal(path: string): JournalLine[] {
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as JournalLine)
}

async function readForEver(address: string, list: string, journal: string): Promise<void> {
  const { logs } = await readLogList(list)
  const cursors = new Map(readJournal(journal).map(({ log, cursor }) => [log, cursor]))
  if (existsSync(journal)) truncateSync(journal, readFileSync(journal, 'utf8').lastIndexOf('\n') + 1)
  const follow = async (log: (typeof logs)[number]) => {
    for (;;) {
      try {
        for await (const batch of readCtLog(log, cursors.get(log.logId) ?? null, { allowAddress: [address] })) {
          const indexes = batch.entries.map(({ index }) => index)
          appendFileSync(journal, `${JSON.stringify({ log: log.logId, indexes, cursor: batch.cursor })}\n`)
          cursors.set(log.logId, batch.cursor)
        }
      } catch (error) {
        if (!(error instanceof ConnectorError)) throw error
      }
      await sleep(5)
    }
  }
  await Promise.all(logs.map(follow))
}

const [, script, address, list, journal] = process.argv
if (script?.endsWith('ct-reader-process.ts') && address && list && journal) await readForEver(address, list, journal)
