import type { Pool, PoolClient } from 'pg'
import { required } from '@signet/contract/narrow'

/* Health checks belong to the installation: they run as the owner of the database, outside of any company's transaction. */

const recentScans = 20

/** The version of the server, and the four digits that the name of its newest migration begins with. */
interface DatabaseVersion {
  version: string
  last: string
}

/** The version of the server, and its newest migration. */
export async function databaseVersion(pool: Pool): Promise<DatabaseVersion> {
  const { rows } = await pool.query<DatabaseVersion>(
    `select current_setting('server_version') as version, coalesce(left(max(name), 4), '') as last from migrations`,
  )
  return required(rows[0], 'a row')
}

/** The jobs of one queue. */
export interface QueueDepth {
  queue: string
  /** The jobs that could run now. */
  due: number
  created: number
  retry: number
  active: number
  /** Those of the last day, at most `failedMax`. */
  failed: number
  /** All failed ones that are still there, as the queue itself counts them, see `spaceOutCounts`. */
  failedKept: number
  /** For how long the oldest one could have run; null if none could. */
  seconds: number | null
}

/** Jobs that are counted one by one; beyond that, the count is the one that the queue itself takes, at most a minute old. */
const countedMax = 1000
/** More failures of a day and kind than anybody goes through. */
const failedMax = 1000

const isWaiting = `state < 'active' and not blocked`
/** A condition: the jobs that could run now. */
const dueIn = (state: 'created' | 'retry') => `state = '${state}' and ${isWaiting} and start_after <= now()`
/** How many jobs of a queue meet a condition. */
const countOf = (condition: string) =>
  `(select count(*) from (select from pgboss.job where job.name = queue.name and ${condition}) jobs)::int`

/** The state of every queue, at the same speed however many jobs wait. Indexes: `…_due`, `…_failed`. */
export async function queueDepths(pool: Pool | PoolClient): Promise<QueueDepth[]> {
  const { rows } = await pool.query<QueueDepth>(
    `select queue, active, failed, "failedKept", seconds,
       case when due_created < ${countedMax} and due_retry < ${countedMax} then due_created + due_retry
         else greatest(due_created + due_retry, ready_count) end as due,
       case when created < ${countedMax} then created else greatest(created, queued_count - retry) end as created, retry
     from (
       select name as queue, ready_count, queued_count, active_count as active, failed_count as "failedKept",
         ${countOf(`state = 'created' and ${isWaiting} limit ${countedMax}`)} as created, ${countOf(`state = 'retry' and ${isWaiting} limit ${countedMax}`)} as retry,
         ${countOf(`${dueIn('created')} limit ${countedMax}`)} as due_created,
         ${countOf(`${dueIn('retry')} limit ${countedMax}`)} as due_retry,
         ${countOf(`state = 'failed' and completed_on > now() - interval '1 day' limit ${failedMax}`)} as failed,
         extract(epoch from now() - least(
           (select start_after from pgboss.job where job.name = queue.name and ${dueIn('created')} order by start_after limit 1),
           (select start_after from pgboss.job where job.name = queue.name and ${dueIn('retry')} order by start_after limit 1)
         ))::float8 as seconds
       from pgboss.queue
     ) counted order by queue`,
  )
  return rows
}

/** The jobs that wait, those that failed on the last day, and for how many minutes the oldest one waits. */
export async function queueCounts(pool: Pool): Promise<{ waiting: number; failed: number; minutes: number }> {
  const depths = await queueDepths(pool)
  return {
    waiting: depths.reduce((sum, { due }) => sum + due, 0),
    failed: depths.reduce((sum, { failed }) => sum + failed, 0),
    minutes: Math.round(Math.max(0, ...depths.map(({ seconds }) => seconds ?? 0)) / 60),
  }
}

/** The time of the database's machine, in milliseconds since 1970. */
export async function databaseTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms',
  )
  return required(rows[0], 'a row').ms
}

/** When a job of this name was last done; null if never, or not in the days that jobs are kept. */
export async function lastDoneAt(pool: Pool, name: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    `select max(completed_on) as at from pgboss.job where name = $1 and state = 'completed'`,
    [name],
  )
  return rows[0]?.at ?? null
}

/** The state of a job of the queue. */
export async function jobState(pool: Pool, jobId: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ state: string }>('select state from pgboss.job where id = $1', [jobId])
  return rows[0]?.state
}

/** Every mailbox, and whether it was read within 15 minutes. */
export async function readMailboxes(client: PoolClient): Promise<{ name: string; isRead: boolean }[]> {
  const { rows } = await client.query<{ name: string; isRead: boolean }>(
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

/** The size now, and an earlier one with the days since. */
interface DatabaseSize {
  bytes: number
  earlier: number | null
  days: number
}

/** The size of the database now, and the earliest one that was noted in the last 30 days, with the days since. */
export async function databaseSize(pool: Pool): Promise<DatabaseSize> {
  const { rows } = await pool.query<DatabaseSize>(
    `select pg_database_size(current_database())::float8 as bytes, first.bytes::float8 as earlier,
       coalesce(current_date - first.day, 0) as days
     from (select) as now left join lateral
       (select day, bytes from database_sizes where day between current_date - 30 and current_date - 1 order by day limit 1) first on true`,
  )
  return required(rows[0], 'a row')
}

/** How many emails were written in the last day, by state. */
export async function emailsByState(client: PoolClient): Promise<{ state: string; count: number }[]> {
  const { rows } = await client.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from mails where not is_demo and created_at > now() - interval '1 day'
     group by state order by state`,
  )
  return rows
}

/** The certificates that the sign-in of companies depends on. */
export async function signInCertificates(pool: Pool): Promise<{ company: string; certificate: string }[]> {
  const { rows } = await pool.query<{ company: string; certificate: string }>(
    `select companies.name as company, idp_cert as certificate
     from sso_settings join companies on companies.id = sso_settings.company_id where idp_cert is not null order by companies.name`,
  )
  return rows
}

/** The API keys that end before an instant and haven't ended yet. */
export async function endingKeys(client: PoolClient, until: Date): Promise<{ name: string; ends: Date }[]> {
  const { rows } = await client.query<{ name: string; ends: Date }>(
    `select api_keys.name || ' (' || companies.name || ')' as name, expires_at as ends
     from api_keys join companies on companies.id = api_keys.company_id
     where ended_at is null and expires_at > now() and expires_at <= $1 order by expires_at limit 50`,
    [until],
  )
  return rows
}

/** Notes a finished backup, so that the watch knows how old the last one is. */
export async function insertBackup(pool: Pool, backupId: string): Promise<void> {
  await pool.query(`insert into backups (id) values ($1) on conflict (id) do nothing`, [backupId])
}

/** For how many hours the last backup has been finished; null if none was noted. */
export async function hoursSinceBackup(pool: Pool): Promise<number | null> {
  const { rows } = await pool.query<{ hours: number | null }>(
    `select floor(extract(epoch from now() - max(finished_at)) / 3600)::float8 as hours from backups`,
  )
  return required(rows[0], 'a row').hours
}

/** The parts that the watch has seen fail for a minute, and since when. */
export async function troubledParts(pool: Pool | PoolClient): Promise<{ name: string; since: Date }[]> {
  const { rows } = await pool.query<{ name: string; since: Date }>(
    `select name, since from part_troubles where since <= now() - interval '50 seconds' order by name`,
  )
  return rows
}
