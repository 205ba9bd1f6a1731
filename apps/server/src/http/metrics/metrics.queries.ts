import { isRecord } from '@signet/contract/narrow'
import type { Pool, PoolClient } from 'pg'
import type { ConnectorRow } from '../../features/intake/connectors/connectors.queries.ts'
import { daysUntilFull } from '../../features/system-health/disk-use/forecast.ts'
import { diskSize, largestTables, type ListedSize } from '../../features/system-health/disk-use/sizes.queries.ts'
import { seeEveryCompany } from '../../db/every-company.ts'
import { emailsByState, queueDepths, troubledParts } from '../../features/system-health/health.queries.ts'
import { readProcesses } from '../../features/system-health/processes.queries.ts'

/* Metrics belong to the installation: they are read as the owner of the database, outside of any company's transaction. */

/** All statements together take less than a scrape waits. */
const statementMs = 600
/** The SQLSTATE of a statement that took longer (PostgreSQL, Appendix A). */
const queryCanceled = '57014'
/** More connectors than an installation has. */
const connectorsMax = 10_000
/** More than any list of logs contains. */
const logsMax = 500

/** What is exported of the database; null for what took too long. */
export interface ServerFigures {
  /** The failed ones are those of the last day. */
  jobs: { queue: string; state: string; count: number; seconds: number | null }[] | null
  /** Those written in the last day. */
  emails: { state: string; count: number }[] | null
  connectors:
    | Pick<ConnectorRow, 'connector' | 'is_on' | 'on_since' | 'paused_at' | 'problem' | 'ran_at' | 'data_at'>[]
    | null
  logs: { log: string; seconds: number }[] | null
  /** The largest tables when they were last measured. */
  tables: Pick<ListedSize, 'name' | 'bytes'>[] | null
  /** In how many days the disk is full; none if it isn't filling up. */
  fullIn: number[] | null
  /** The watched parts that fail. */
  troubles: string[] | null
  /** What each process that shows a sign of life does. */
  processes: string[][] | null
}

/** Everything that is exported of the database, from one connection. A statement that takes too long is left out. */
export async function readFigures(pool: Pool): Promise<ServerFigures> {
  const client = await pool.connect()
  let isDone = false
  try {
    await client.query(`begin read only; set local statement_timeout = ${statementMs}`)
    await seeEveryCompany(client)
    const figures = {
      jobs: await inTime(client, jobsByState),
      emails: await inTime(client, emailsByState),
      connectors: await inTime(client, allConnectors),
      logs: await inTime(client, logLags),
      tables: await inTime(client, largestTables),
      fullIn: await inTime(client, forecast),
      troubles: await inTime(client, async () => (await troubledParts(client)).map(({ name }) => name)),
      processes: await inTime(client, livingProcesses),
    }
    await client.query('commit')
    isDone = true
    return figures
  } finally {
    // After a failure the connection is closed, and its transaction with it.
    client.release(!isDone)
  }
}

/** The rows of a statement; null if it took too long. */
async function inTime<Row>(client: PoolClient, read: (client: PoolClient) => Promise<Row[]>): Promise<Row[] | null> {
  await client.query('savepoint before_figure')
  try {
    return await read(client)
  } catch (error) {
    if (!isRecord(error) || error['code'] !== queryCanceled) throw error
    await client.query('rollback to savepoint before_figure')
    return null
  }
}

type Rows<Name extends keyof ServerFigures> = NonNullable<ServerFigures[Name]>

async function jobsByState(client: PoolClient): Promise<Rows<'jobs'>> {
  const depths = await queueDepths(client)
  return depths.flatMap(({ queue, seconds, created, retry, active, failed }) =>
    Object.entries({ created, retry, active, failed })
      .filter(([, count]) => count > 0)
      .map(([state, count]) => ({
        queue,
        state,
        count,
        seconds: state === 'created' || state === 'retry' ? seconds : null,
      })),
  )
}

async function allConnectors(client: PoolClient): Promise<Rows<'connectors'>> {
  const { rows } = await client.query<Rows<'connectors'>[number]>(
    `select connector, is_on, on_since, paused_at, problem, ran_at, data_at from connectors order by company_id, id limit $1`,
    [connectorsMax],
  )
  return rows
}

/** Like the lag on the page of the logs: the age of the newest entry read, or the time since none were waiting. */
async function logLags(client: PoolClient): Promise<Rows<'logs'>> {
  const { rows } = await client.query<Rows<'logs'>[number]>(
    `select description as log, max(greatest(0, extract(epoch from now()
       - case when next_index < tree_size then entry_at else checked_at end)))::float8 as seconds
     from ct_logs where is_listed and state <> 'ended' and not is_demo and checked_at is not null
     group by description order by description limit $1`,
    [logsMax],
  )
  return rows.filter(({ seconds }) => seconds !== null)
}

async function livingProcesses(client: PoolClient): Promise<string[][]> {
  const rows = await readProcesses(client)
  return rows.flatMap((row) => (row.is_silent ? [] : [row.services]))
}

async function forecast(client: PoolClient): Promise<number[]> {
  const disk = await diskSize(client)
  const days = disk && daysUntilFull(disk)
  return days === null ? [] : [days]
}
