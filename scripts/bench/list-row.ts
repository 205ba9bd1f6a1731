import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import * as z from 'zod/mini'
import { definitionOf } from '@signet/contract/route'
import { listAllThreats, type ThreatListQuery } from '@signet/contract/threats/threats'
import { openDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import type { Tables } from '../../apps/server/src/db/tables.ts'
import { signAccessToken } from '../../apps/server/src/features/sessions/tokens/tokens.ts'
import { listThreatRows } from '../../apps/server/src/features/threats/threats.queries.ts'
import { openBenchServer } from './bench-server.ts'
import type { Answer, Figures, Order } from './http-clients.ts'
import { insertListData, threatCount, type ListData } from './data/list-data.ts'
import { mediansOf, type Row } from './measure.ts'
import { commit, findPgbench, openingOf, runPgbench, writeScript } from './pgbench.ts'

const clients = 8
const seconds = 3
const rounds = 5
const pageQuery = { pageNumber: '1', limit: '100' }

/** Compares the first page of a company's threats, over HTTP and through the data layer, with the same SQL in pgbench. */
export async function listRows(say: (line: string) => void): Promise<Row[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection)
  try {
    await migrate(database)
    say(`Inserting ${threatCount.toLocaleString('en')} threats …`)
    const data = await insertListData(database)
    return await measure(database, data, directory, say)
  } finally {
    await database.close()
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

async function measure(
  database: Database,
  data: ListData,
  directory: string,
  say: (line: string) => void,
): Promise<Row[]> {
  const server = await openBenchServer(database, directory)
  const threads = new Worker(new URL('http-clients.ts', import.meta.url))
  try {
    const order: Order = {
      url: `${server.origin}/api/rest${listAllThreats.path}?${new URLSearchParams(pageQuery).toString()}`,
      token: await signAccessToken(server.keys, data.sessionId, data.userId),
      clients,
      seconds,
    }
    const pgbench = findPgbench()
    const queries = await issuedQueries(database, data)
    const script = writeScript(path.join(directory, 'list.sql'), [openingOf(data.companyId), ...queries, commit])
    say(`Asking for the first page with ${clients} clients …`)
    const [http, layer, reference] = await mediansOf(rounds, [
      async () => (await askThreads(threads, order)).perSecond,
      () => runLayer(database, data),
      ...(pgbench ? [() => runPgbench(pgbench, database.connection, script, { clients, seconds })] : []),
    ])
    const common = {
      unit: 'calls',
      reference: reference === undefined ? null : { name: 'the same SQL by pgbench', perSecond: reference },
    }
    const left = pgbench ? '' : '; the reference is left out, PostgreSQL is not installed (no pgbench)'
    const of = `${threatCount.toLocaleString('en')} threats, page 1 of 100 rows, ${clients} clients; wall time`
    return [
      { name: 'list call over HTTP', perSecond: http!, ...common, note: `${of}${left}` },
      { name: 'list call, data layer only', perSecond: layer!, ...common, note: `${of}${left}` },
    ]
  } finally {
    await threads.terminate()
    await server.close()
  }
}

/** The arguments that the call passes to the data layer. */
function listArguments({ companyId, userId }: ListData) {
  const query = z.decode(
    definitionOf(listAllThreats).query as z.ZodMiniType<ThreatListQuery, typeof pageQuery>,
    pageQuery,
  )
  return [{ companyId, userId, kind: 'threat', stages: ['published'] as const }, query, query] as const
}

/** The statements that the list call actually sends, in order. */
async function issuedQueries(database: Database, data: ListData): Promise<CompiledQuery[]> {
  const issued: CompiledQuery[] = []
  const client = await database.pool.connect()
  try {
    await client.query(`begin; set local role signet_app; set local app.companies = '${data.companyId}'`)
    // The transaction's own connection, behind a data layer that reports its statements.
    const pool = { connect: async () => client, end: async () => {} }
    const recorder = new Kysely<Tables>({
      dialect: new PostgresDialect({ pool: pool as never }),
      log: ({ query }) => {
        issued.push(query)
      },
    })
    const released = client.release
    client.release = () => {}
    const page = await listThreatRows(recorder, ...listArguments(data))
    client.release = released
    if (page.items.length !== Number(pageQuery.limit)) throw new Error('the page is not full')
    await client.query('rollback')
  } finally {
    client.release()
  }
  return issued
}

async function runLayer(database: Database, data: ListData): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + seconds * 1000
  let calls = 0
  const client = async () => {
    while (performance.now() < until) {
      await database.inCompanies([data.companyId], (tx) => listThreatRows(tx, ...listArguments(data)))
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return calls / ((performance.now() - startedAt) / 1000)
}

export function askThreads(threads: Worker, order: Order): Promise<Figures> {
  return new Promise((resolve, reject) => {
    threads.once('message', (answer: Answer) => {
      if ('error' in answer) reject(new Error(answer.error))
      else resolve(answer)
    })
    // A thread has no origin, as a window has.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    threads.postMessage(order)
  })
}
