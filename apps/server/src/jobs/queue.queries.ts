import type { Pool } from 'pg'

/** Which of these jobs wait to be run. Index: `…_due`. */
export async function waitingAmong(pool: Pool, names: readonly string[]): Promise<Set<string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted (name)
     where exists (select from pgboss.job where job.name = wanted.name and job.state < 'active' and not job.blocked)`,
    [names],
  )
  return new Set(rows.map(({ name }) => name))
}

/** When the first job of a name is due, among those in a state. */
const firstDue = (state: 'created' | 'retry') => `(select min(job.start_after) from pgboss.job
  where job.name = wanted.name and job.state = '${state}' and job.state < 'active' and not job.blocked)`

/**
 * Which of these jobs could be run now. Index: `…_due`, of which the first entry of each name and state is read; with `exists`, the planner
 * reads all jobs if most are of one name.
 */
export async function dueAmong(pool: Pool, names: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select wanted.name from unnest($1::text[]) as wanted (name)
     where least(${firstDue('created')}, ${firstDue('retry')}) <= now()`,
    [names],
  )
  return rows.map(({ name }) => name)
}

/** What the queue notes as the result of a job whose process ended. */
const killed = 'job heartbeat timeout'
/**
 * So many killed processes are not the fault of a job. One that ends its process each time has the pauses and the end of any other after
 * that.
 */
const excusedKills = 10

/**
 * Lets jobs whose process was killed run again at once, and doesn't count that as an attempt: the queue would let them wait twice as long
 * after each kill, and give them up like jobs that fail. Indexes: `…_due`, `…_failed`.
 */
export async function resumeKilled(pool: Pool, names: readonly string[]): Promise<void> {
  await pool.query(
    `update pgboss.job set state = 'retry', start_after = now(), completed_on = null, retry_limit = job.retry_limit + 1
     from pgboss.queue q where q.name = job.name and q.retry_limit > 0 and job.retry_limit < q.retry_limit + ${excusedKills}
       and job.state in ('retry', 'failed') and job.output -> 'value' ->> 'message' = $2
       and (job.name, job.id) in (
         select name, id from pgboss.job where name = any($1) and state = 'retry' and state < 'active' and not blocked
           and start_after > now()
         union all select name, id from pgboss.job where name = any($1) and state = 'failed'
           and completed_on > now() - interval '5 minutes')`,
    [names, killed],
  )
}

/** Jobs that the queue counts in a hundredth of a second on a small machine. */
const countedAtOnce = 20_000
const countsMaxAgeSeconds = 60

/**
 * Makes the queue wait before it counts its jobs again, a second for every `countedAtOnce` jobs: counting a million every two seconds
 * takes a quarter of a core and keeps the completed ones from being cleaned up. Finding the jobs of killed processes isn't delayed.
 */
export async function spaceOutCounts(pool: Pool): Promise<void> {
  await pool.query(
    `update pgboss.version set monitor_backoff_on = next.at
     from (select max(monitor_on) + least(sum(total_count) / ${countedAtOnce}.0, ${countsMaxAgeSeconds}) * interval '1 second' as at
           from pgboss.queue) next
     where next.at > greatest(now(), monitor_backoff_on)`,
  )
}

/** Ordinary jobs have this many priorities, the highest of them 0; urgent ones have as many above 0. */
const laneWidth = 1_000_000_000

/**
 * Adds what the product needs to the tables of the queue: indexes, so that the state of a queue and its running jobs, among which the queue
 * searches those of killed processes every two seconds, are read at the same speed however long it is, and the function that `placeOf`
 * calls.
 *
 * The function is start-time fair queueing (P. Goyal, H. Vin, H. Cheng: "Start-time Fair Queuing", SIGCOMM 1996) with the priority of
 * the queue as the negative tag: a job goes behind the last waiting job of its company, and no further forward than the job that runs now.
 * Companies therefore take turns, each in the order of its own jobs, and nobody is passed forever.
 */
export async function prepareOrder(pool: Pool): Promise<void> {
  const tables = await jobTables(pool)
  const indexes = tables.map((table) => {
    const name = table.split('.')[1]?.replaceAll('"', '')
    return `create index if not exists ${name}_company on ${table} (name, group_id, priority) where state < 'active';
      create index if not exists ${name}_due on ${table} (name, state, start_after) where state < 'active' and not blocked;
      create index if not exists ${name}_active on ${table} (name, started_on) where state = 'active';
      create index if not exists ${name}_failed on ${table} (name, completed_on) where state = 'failed';`
  })
  // The owner's rights: a process that adds jobs can't read those of others.
  await pool.query(
    `${indexes.join('\n')}
     create or replace function pgboss.place_of(queue text, company text, lane int) returns int
     language sql stable security definer set search_path = pg_catalog, pg_temp as $place$
       select greatest(lane - ${laneWidth} + 1, least(lane, coalesce(
         (select min(priority) from pgboss.job where name = queue and state = 'active' and group_id is not null
            and priority > lane - ${laneWidth} and priority <= lane),
         (select priority from pgboss.job where name = queue and state < 'active' and not blocked
            and priority > lane - ${laneWidth} and priority <= lane order by priority desc, created_on limit 1)),
         (select min(priority) - 1 from pgboss.job where name = queue and group_id = company and state < 'active'
            and priority > lane - ${laneWidth} and priority <= lane)))
     $place$`,
  )
}

/** The priority with which a new job takes its turn: before all ordinary jobs if it is urgent. */
export function placeOf(queue: string, company: string, isUrgent: boolean): { text: string; values: unknown[] } {
  return { text: 'select pgboss.place_of($1, $2, $3) as place', values: [queue, company, isUrgent ? laneWidth : 0] }
}

/** Grants the privileges that adding a job needs, and no more: payloads of other companies can't be read. */
export async function grantJobs(pool: Pool): Promise<void> {
  const roles = 'signet_app, signet_identity'
  await pool.query(
    `revoke all on all tables in schema pgboss from ${roles};
     grant usage on schema pgboss to ${roles};
     grant select on pgboss.queue to ${roles};
     grant insert, select (id, start_after) on pgboss.job, ${(await jobTables(pool)).join(', ')} to ${roles};
     grant execute on all functions in schema pgboss to ${roles}`,
  )
}

/** The tables that contain jobs, ready for a statement; the queue chooses their names. */
async function jobTables(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select distinct format('pgboss.%I', table_name) as name from pgboss.queue`,
  )
  return rows.map(({ name }) => name)
}
