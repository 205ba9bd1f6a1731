import type { Pool } from 'pg'
import { required } from '@signet/contract/narrow'

/* Health checks belong to the installation: they run as the owner of the database, outside of any company's transaction. */

const recentScans = 20

/** The version of the server, and how many migrations ran. */
export async function databaseVersion(pool: Pool): Promise<{ version: string; count: number; last: string }> {
  const { rows } = await pool.query<{ version: string; count: number; last: string }>(
    `select current_setting('server_version') as version, count(*)::int as count, coalesce(max(name), '') as last from migrations`,
  )
  return required(rows[0], 'a row')
}

/** The jobs that wait, those that failed on the last day, and for how many minutes the oldest one waits. */
export async function queueCounts(pool: Pool): Promise<{ waiting: number; failed: number; minutes: number }> {
  const { rows } = await pool.query<{ waiting: number; failed: number; minutes: number }>(
    `select count(*) filter (where state in ('created', 'retry') and start_after <= now())::int as waiting,
       count(*) filter (where state = 'failed' and completed_on > now() - interval '1 day')::int as failed,
       coalesce((extract(epoch from now() - min(start_after) filter (where state in ('created', 'retry') and start_after <= now()))
         / 60)::int, 0) as minutes
     from pgboss.job`,
  )
  return required(rows[0], 'a row')
}

/** The state of a job of the queue. */
export async function jobState(pool: Pool, jobId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ state: string }>('select state from pgboss.job where id = $1', [jobId])
  return rows[0]?.state
}

/** Every mailbox, and whether it was read within 15 minutes. */
export async function readMailboxes(pool: Pool): Promise<{ name: string; isRead: boolean }[]> {
  const { rows } = await pool.query<{ name: string; isRead: boolean }>(
    `select user_name || '@' || host as name,
       coalesce(checked_at, read_since + interval '30 days') > now() - interval '15 minutes' as "isRead"
     from mailboxes order by name`,
  )
  return rows
}

/** The result of the last reading of each feed that was read recently. */
export async function recentFeeds(pool: Pool): Promise<{ feed: string; state: string }[]> {
  const { rows } = await pool.query<{ feed: string; state: string }>(
    `select distinct on (feed) feed, state from (select feed, state, created_at from scans order by created_at desc limit $1) recent
     order by feed, created_at desc`,
    [recentScans],
  )
  return rows
}
