import path from 'node:path'
import type { Database } from '../../apps/server/src/db/database.ts'
import { listThreatRows } from '../../apps/server/src/features/threats/threats.queries.ts'
import { countRows } from './count-rows.ts'
import type { LargeData } from './data/large-data-shape.ts'
import { median } from './measure.ts'
import { commit, openingOf, runPgbench, writeScript } from './pgbench.ts'
import { recordTransactions, type Statement } from './recorded-statements.ts'
import type { RatioRow } from './rows.ts'
import { upsertRow } from './upsert-row.ts'

const rounds = 5
const clients = 8
const seconds = 2
const searched = (from: string): Statement[] => [{ sql: `select count(*) from ${from}`, parameters: [] }]
/** As many statements as the opening of a company, but without a policy: pgbench sends each as a separate message. */
const ownerOpening = (companyId: number): Statement => ({
  sql: `begin; set local role none; set local app.companies = '${companyId}'`,
  parameters: [],
})

/** Measures the cost of row-level security and of deep pages, and the data layer's share of pgbench's throughput. */
export async function ratioRows(
  database: Database,
  data: LargeData,
  { directory, pgbench }: { directory: string; pgbench: string },
  say: (line: string) => void,
): Promise<RatioRow[]> {
  const { companyId } = data
  say('Row-level security, deep pages, the data layer …')
  const file = path.join(directory, 'ratio.sql')
  const perSecond = (statements: readonly Statement[], opening: Statement) =>
    runPgbench(pgbench, database.connection, writeScript(file, [opening, ...statements, commit]), { clients, seconds })

  const list = ownOf(await recordTransactions(async () => void (await readPage(database, data, 1, 100))))
  const withPolicy = await perSecond(list, openingOf(companyId))
  const without = await perSecond(list, ownerOpening(companyId))
  const needle = 'bench-123'
  const searchWithPolicy = await perSecond(
    searched(`threats_matching(${companyId}, 'threat', '${needle}', null, '{published}', false)`),
    openingOf(companyId),
  )
  const searchWithout = await perSecond(
    searched(`(select id from threats where company_id = ${companyId} and kind = 'threat' and search like '%${needle}%'
      order by first_seen desc, id desc limit 10001) as found`),
    ownerOpening(companyId),
  )
  const layer = await runLayer(database, data)

  const lastPage = Math.min(5000, Math.floor((data.largest * 0.8) / pageRows))
  const first: number[] = []
  const deep: number[] = []
  for (let round = 0; round <= rounds * 4; round += 1) {
    first.push(await timeOf(() => readPage(database, data, 1)))
    deep.push(await timeOf(() => readPage(database, data, lastPage)))
  }
  return [
    { name: 'list of 100 through the data layer / pgbench', value: layer / withPolicy, is: 'at least', bar: 0.45 },
    { name: 'list with row-level security / without', value: without / withPolicy, is: 'at most', bar: 1.25 },
    {
      name: 'search with row-level security / without',
      value: searchWithout / searchWithPolicy,
      is: 'at most',
      bar: 1.5,
    },
    {
      name: `page ${lastPage} of ${pageRows} rows / page 1`,
      value: median(deep) / median(first),
      is: 'at most',
      bar: 8,
    },
    await upsertRow(database, data, directory),
    ...(await countRows(database, data)),
  ]
}

const pageRows = 25

function readPage(database: Database, data: LargeData, pageNumber: number, limit = pageRows) {
  const scope: Parameters<typeof listThreatRows>[1] = {
    companyId: data.companyId,
    userId: data.readers.client.userId,
    kind: 'threat',
    stages: ['published'],
  }
  const paging = { pageNumber, limit, sortField: 'firstSeen', sortDirection: 'desc' } as const
  return database.inCompanies([data.companyId], (tx) => listThreatRows(tx, scope, {}, paging))
}

const ownOf = (transactions: readonly Statement[][]) =>
  transactions
    .filter((sent) => !sent.some(({ sql }) => /insert into request_logs\b/.test(sql)))
    .flat()
    .filter(({ sql }) => !/^(begin|commit)\b/.test(sql))

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function runLayer(database: Database, data: LargeData): Promise<number> {
  const until = performance.now() + seconds * 1000
  let calls = 0
  const startedAt = performance.now()
  const client = async () => {
    while (performance.now() < until) {
      await readPage(database, data, 1, 100)
      calls += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  return calls / ((performance.now() - startedAt) / 1000)
}

/** The ratios as a Markdown table for people. */
export function toRatioTable(rows: readonly RatioRow[]): string {
  const lines = rows.map(({ name, value, is, bar }) => {
    const isMet = is === 'at most' ? value <= bar : value >= bar
    return `| ${name} | ${value.toFixed(2)} | ${is} ${bar} | ${isMet ? 'met' : 'missed'} |`
  })
  return ['| ratio | measured | goal | |', '|---|--:|--:|---|', ...lines].join('\n')
}
