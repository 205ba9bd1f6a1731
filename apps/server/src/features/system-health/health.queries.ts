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

/** The size of the database now, and the earliest one that was noted in the last 30 days, with the days since. */
export async function databaseSize(pool: Pool): Promise<{ bytes: number; earlier: number | null; days: number }> {
  const { rows } = await pool.query<{ bytes: number; earlier: number | null; days: number }>(
    `select pg_database_size(current_database())::float8 as bytes, first.bytes::float8 as earlier,
       coalesce(current_date - first.day, 0) as days
     from (select) as now left join lateral
       (select day, bytes from database_sizes where day between current_date - 30 and current_date - 1 order by day limit 1) first on true`,
  )
  return required(rows[0], 'a row')
}

/** Notes the size of the database once a day, and deletes notes that are older than a year. */
export async function noteSize(pool: Pool): Promise<void> {
  await pool.query(
    `insert into database_sizes (day, bytes) values (current_date, pg_database_size(current_database()))
     on conflict (day) do update set bytes = excluded.bytes`,
  )
  await pool.query('delete from database_sizes where day < current_date - 365')
}

/** What became of the emails of the last day. Index: mails_pkey. */
export async function deliveryCounts(pool: Pool): Promise<{ sent: number; failed: number }> {
  const { rows } = await pool.query<{ sent: number; failed: number }>(
    `select count(*) filter (where state = 'sent')::int as sent, count(*) filter (where state = 'failed')::int as failed
     from mails where not is_demo and created_at > now() - interval '1 day'`,
  )
  return required(rows[0], 'a row')
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
export async function endingKeys(pool: Pool, until: Date): Promise<{ name: string; ends: Date }[]> {
  const { rows } = await pool.query<{ name: string; ends: Date }>(
    `select api_keys.name || ' (' || companies.name || ')' as name, expires_at as ends
     from api_keys join companies on companies.id = api_keys.company_id
     where ended_at is null and expires_at > now() and expires_at <= $1 order by expires_at limit 50`,
    [until],
  )
  return rows
}
