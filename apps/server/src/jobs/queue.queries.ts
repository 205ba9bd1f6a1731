import type { Pool } from 'pg'

/** Which of these jobs wait to be run. */
export async function waitingAmong(pool: Pool, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct name from pgboss.job where name = any($1) and state in ('created', 'retry')`,
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** Which of these jobs could be run now. Index: one of the queue itself, by name. */
export async function dueAmong(pool: Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted (name)
     where exists (select from pgboss.job where job.name = wanted.name and job.state < 'active' and not job.blocked
       and job.start_after <= now())`,
    [names],
  )
  return rows.map(({ name }) => name)
}

/** Grants the privileges that adding a job needs, and no more: payloads of other companies can't be read. */
export async function grantJobs(pool: Pool): Promise<void> {
  const roles = 'signet_app, signet_identity'
  await pool.query(
    `revoke all on all tables in schema pgboss from ${roles};
     grant usage on schema pgboss to ${roles};
     grant select on pgboss.queue to ${roles};
     grant insert, select (id, start_after) on pgboss.job, ${await jobTables(pool)} to ${roles};
     grant execute on all functions in schema pgboss to ${roles}`,
  )
}

/** The tables that contain jobs, for a statement; the queue chooses their names. */
async function jobTables(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct format('pgboss.%I', table_name) as name from pgboss.queue`,
  )
  return rows.map(({ name }) => name).join(', ')
}
