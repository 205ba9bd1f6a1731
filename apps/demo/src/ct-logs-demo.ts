import { sql } from 'kysely'
import type { Database } from '@signet/server'
import type { Random } from './random.ts'

/** A log as a visitor meets it; ages and lags in seconds. */
interface DemoLog {
  name: string
  kind: 'static-ct' | 'rfc6962'
  state: 'reading' | 'ended'
  /** How old the newest entry is that was read. */
  entryAge: number
  /** Entries that wait. */
  backlog: number
  gaps: number
}

/** One is behind by four minutes, one misses what its log no longer serves, one is retired. */
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
/** When they answered last, before the demo was loaded. */
const checkedAge = 2

const before = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`

/**
 * Fills what is known of certificate logs, as it is some weeks after following them began. They are of the demo: none exists, their
 * addresses lead nowhere, the reader passes over them, and their figures stay those of the moment they were made.
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
