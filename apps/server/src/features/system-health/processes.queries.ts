import type { Pool, PoolClient } from 'pg'
import type { RunningProcess } from '@signet/contract/operation/jobs'

/** A process that hasn't shown a sign of life for this long counts as dead: three of them are missing. */
const silentSeconds = 30
/** More than an installation has. */
const processesMax = 500

export type NewProcess = Pick<RunningProcess, 'id' | 'host' | 'pid' | 'services' | 'version'>

/** Adds or renews a process. */
export async function beat(pool: Pool, { id, host, pid, services, version }: NewProcess): Promise<void> {
  await pool.query(
    `insert into processes (id, host, pid, services, version) values ($1, $2, $3, $4, $5)
     on conflict (id) do update set beat_at = now()`,
    [id, host, pid, services, version],
  )
}

/** Deletes a process that stops. */
export async function forget(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from processes where id = $1', [id])
}

/** Deletes processes that have been dead for a day. */
export async function deleteDead(pool: Pool): Promise<void> {
  await pool.query(`delete from processes where beat_at < now() - interval '1 day'`)
}

export interface ProcessRow extends NewProcess {
  started_at: Date
  beat_at: Date
  is_silent: boolean
}

/** The processes of the installation, newest first. */
export async function readProcesses(pool: Pool | PoolClient): Promise<ProcessRow[]> {
  const { rows } = await pool.query<ProcessRow>(
    `select id, host, pid, services, version, started_at, beat_at, beat_at < now() - make_interval(secs => $1) as is_silent
     from processes order by started_at desc, id limit $2`,
    [silentSeconds, processesMax],
  )
  return rows
}
