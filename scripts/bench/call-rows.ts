import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Connection } from '../../apps/server/src/db/connection.ts'
import { openDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { signAccessToken } from '../../apps/server/src/features/sessions/tokens/tokens.ts'
import { findSystemPostgres, startSystemPostgres } from '../system-postgres.ts'
import { openBenchServer } from './bench-server.ts'
import { benchCalls, type BenchCall } from './call-list.ts'
import type { LargeData } from './data/large-data-shape.ts'
import { insertLargeData, type Size } from './data/large-data.ts'
import { askThreads } from './list-row.ts'
import { findPgbench, runPgbench, writeScript } from './pgbench.ts'
import { ratioRows } from './ratio-rows.ts'
import { recordTransactions } from './recorded-statements.ts'
import type { CallRow, RatioRow } from './rows.ts'
import { decisionRow } from './decision-row.ts'

export interface Measured {
  rows: CallRow[]
  ratios: RatioRow[]
}

/** Measures every list and dashboard call over HTTP and its SQL with pgbench, on a large data set. */
export async function callRows(
  size: Size,
  { isNative, clients, seconds, only }: { isNative: boolean; clients: number; seconds: number; only: RegExp },
  say: (line: string) => void,
): Promise<Measured> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const postgres = await openPostgres(directory, isNative)
  const database = openDatabase(postgres.connection)
  try {
    await migrate(database)
    const data = await insertLargeData(database, size, say)
    return await measure(database, data, { directory, clients, seconds, only }, say)
  } finally {
    await database.close()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function openPostgres(
  directory: string,
  isNative: boolean,
): Promise<{ connection: Connection; stop(): Promise<void> }> {
  if (!isNative) return openEmbeddedPostgres({ dataDir: directory })
  const bin = findSystemPostgres()
  if (!bin) throw new Error('--native needs a PostgreSQL server on this machine')
  const { url, stop } = await startSystemPostgres(bin)
  return { connection: { connectionString: url, rolePassword: randomUUID() }, stop }
}

async function measure(
  database: Database,
  data: LargeData,
  { directory, clients, seconds, only }: { directory: string; clients: number; seconds: number; only: RegExp },
  say: (line: string) => void,
): Promise<Measured> {
  const server = await openBenchServer(database, directory)
  const threads = new Worker(new URL('http-clients.ts', import.meta.url))
  const pgbench = findPgbench()
  const rows: CallRow[] = []
  try {
    for (const call of benchCalls.filter(({ name }) => only.test(name))) {
      say(`${call.name} …`)
      const { userId, sessionId } = data.readers[call.as]
      const token = await signAccessToken(server.keys, sessionId, userId)
      const url = `${server.origin}/api/rest${addressOf(call, data)}`
      const transactions = await recordTransactions(async () => {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
        if (answer.status !== 200) throw new Error(`${call.name} answered ${answer.status}: ${await answer.text()}`)
        await answer.arrayBuffer()
      })
      // Excludes the look-up of the session, which is one message, and the log of earlier requests.
      const own = transactions.filter(
        (sent) => sent.length > 1 && !sent.some(({ sql }) => /insert into request_logs\b/.test(sql)),
      )
      const alone = await askThreads(threads, { url, token, clients: 1, seconds: 1 })
      const figures = await askThreads(threads, { url, token, clients, seconds })
      let pgbenchPerSecond: number | null = null
      if (pgbench) {
        const script = writeScript(path.join(directory, 'call.sql'), own.flat())
        pgbenchPerSecond = await runPgbench(pgbench, database.connection, script, { clients, seconds })
      }
      const row = { name: call.name, aloneMs: alone.medianMs, ...figures, pgbenchPerSecond }
      // Printed immediately: a run takes a quarter of an hour, and later failures must not lose earlier results.
      say(JSON.stringify(row))
      rows.push(row)
    }
    if (only.test('decision')) {
      say('triage …')
      rows.push(await decisionRow(database, server, data, { threads, clients, seconds, directory, pgbench }))
    }
    const ratios = pgbench && only.test('ratios') ? await ratioRows(database, data, { directory, pgbench }, say) : []
    return { rows, ratios }
  } finally {
    await threads.terminate()
    await server.close()
  }
}

function addressOf(call: BenchCall, { companyKey }: LargeData): string {
  if (call.isOfAll) return call.path
  return `${call.path}${call.path.includes('?') ? '&' : '?'}company=${companyKey}`
}

/** The rows as a Markdown table for people. */
export function toCallTable(rows: readonly CallRow[]): string {
  const [first] = rows
  const lines = rows.map(({ name, aloneMs, perSecond, medianMs, p99Ms, pgbenchPerSecond }) =>
    [
      name,
      aloneMs.toFixed(1),
      perSecond.toFixed(0),
      medianMs.toFixed(1),
      p99Ms.toFixed(1),
      (p99Ms / medianMs).toFixed(1),
      first ? (aloneMs / first.aloneMs).toFixed(1) : '',
      pgbenchPerSecond === null ? '–' : pgbenchPerSecond.toFixed(0),
      pgbenchPerSecond === null ? '–' : (perSecond / pgbenchPerSecond).toFixed(2),
    ].join(' | '),
  )
  return [
    '| call | alone, ms | per second | median ms | p99 ms | p99 / median | median / list page 1 | pgbench per second | HTTP / pgbench |',
    '|---|--:|--:|--:|--:|--:|--:|--:|--:|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n')
}
