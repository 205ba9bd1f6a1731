import { sql } from 'kysely'
import type { Database } from '@signet/server/db/database'
import type { Random } from '../random.ts'

/** The state of a log when the demo is loaded; ages and lags in seconds. */
interface DemoLog {
  name: string
  kind: 'static-ct' | 'rfc6962'
  state: 'reading' | 'ended'
  /** Age of the newest entry that was read. */
  entryAge: number
  /** Number of entries that were not read yet. */
  backlog: number
  gaps: number
}

/** One log is four minutes behind, one lacks entries it no longer serves, and one is retired. */
const logs: readonly DemoLog[] = [
  { name: "Demo log 'Amber2026h2'", kind: 'static-ct', state: 'reading', entryAge: 3, backlog: 0, gaps: 0 },
  { name: "Demo log 'Amber2027h1'", kind: 'static-ct', state: 'reading', entryAge: 9, backlog: 0, gaps: 0 },
  { name: "Demo log 'Birch2026h1'", kind: 'rfc6962', state: 'ended', entryAge: 12_096_000, backlog: 0, gaps: 0 },
  { name: "Demo log 'Birch2026h2'", kind: 'rfc6962', state: 'reading', entryAge: 240, backlog: 5_376, gaps: 0 },
  { name: "Demo log 'Birch2027h1'", kind: 'rfc6962', state: 'reading', entryAge: 5, backlog: 0, gaps: 0 },
  { name: "Demo log 'Cedar2026h2'", kind: 'static-ct', state: 'reading', entryAge: 4, backlog: 0, gaps: 256 },
  { name: "Demo log 'Cedar2027h1'", kind: 'static-ct', state: 'reading', entryAge: 17, backlog: 0, gaps: 0 },
]
const operator = 'Demo (invented, never read)'
/** Age of the last response when the demo is loaded. */
const checkedAge = 2

const before = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`

/**
 * Fills the state of the certificate logs as it is after a few weeks. The logs are invented: their addresses lead nowhere, the reader skips
 * them, and their figures don't change after the demo is loaded.
 */
export async function loadCtLogsDemo(database: Database, random: Random): Promise<void> {
  const rows = logs.map((log) => {
    const size = 40_000_000 + random.int(0, 900_000_000)
    const read = 300_000 + random.int(0, 4_000_000)
    return { ...log, id: random.uuid(), size, read, names: Math.round(read * 1.9), unreadable: random.int(0, 3) }
  })
  await database.inCompanies([], async (tx) => {
    for (const row of rows) {
      const host = row.name.replaceAll(/^.*'(\w+)'$/g, '$1').toLowerCase()
      await tx
        .insertInto('ct_logs')
        .values({
          id: row.id,
          log_id: `demo ${host}`,
          operator,
          description: row.name,
          // A name that can never be registered (RFC 6761).
          url: `https://${host}.demo.invalid/`,
          kind: row.kind,
          state: row.state,
          next_index: row.size - row.backlog,
          tree_size: row.size,
          tree_root: null,
          tree_at: null,
          edge: null,
          entry_at: before(row.entryAge),
          entries_read: row.read,
          names_read: row.names,
          threats_added: 0,
          unreadable: row.unreadable,
          gaps: row.gaps,
          error: null,
          retry_at: null,
          checked_at: before(row.state === 'ended' ? row.entryAge : checkedAge),
          is_demo: true,
        })
        .onConflict((conflict) => conflict.column('log_id').doNothing())
        .execute()
    }
  })
}
