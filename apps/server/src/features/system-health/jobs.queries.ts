import type { Pool } from 'pg'
import { sql } from 'kysely'
import type { FailedJob, JobName } from '@signet/contract/operation/jobs'
import type { Tx } from '../../db/database.ts'

/* Jobs belong to the installation and contain data of every company: they are read as the owner of the database. */

const errorMax = 500

export interface FailedJobRow extends Pick<FailedJob, 'id' | 'name' | 'company' | 'attempts' | 'error'> {
  queued_at: Date
  failed_at: Date
}

/** The failed jobs of these kinds, newest first. */
export async function readFailedJobs(
  pool: Pool,
  names: readonly JobName[],
  page: { limit: number; offset: number },
): Promise<{ rows: FailedJobRow[]; total: number }> {
  const { rows } = await pool.query<FailedJobRow & { total: number }>(
    `select job.id, job.name, companies.key as company, job.retry_count + 1 as attempts, job.created_on as queued_at,
       job.completed_on as failed_at, count(*) over ()::int as total,
       left(split_part(coalesce(job.output->>'message', ''), E'\\n', 1), $4) as error
     from pgboss.job left join companies on companies.id::text = job.data->>'companyId'
     where job.state = 'failed' and job.name = any ($1)
     order by job.completed_on desc, job.id limit $2 offset $3`,
    [names, page.limit, page.offset, errorMax],
  )
  return { rows: rows.map(({ total: _total, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** Lets a failed job run again as soon as the transaction commits. Returns false if it hasn't failed. */
export async function retryFailed(tx: Tx, name: JobName, jobId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select retry_failed_job(${name}, ${jobId}) as done`.execute(tx)
  return rows[0]?.done === true
}

/** Deletes a failed job. Returns false if it hasn't failed. */
export async function discardFailed(tx: Tx, name: JobName, jobId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`select discard_failed_job(${name}, ${jobId}) as done`.execute(tx)
  return rows[0]?.done === true
}
