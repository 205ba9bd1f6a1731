import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { dayMs, isoDay } from '@signet/contract/time'
import { advisoryLocks } from './advisory-locks.ts'
import type { Database, Tx } from './database.ts'
import { isLockTimeout } from './lock-timeout.ts'

/** A table with one partition per UTC day of its column `at`, in the schema signet_logs, so that old days are dropped at once. */
export interface DailyTable {
  table: 'request_logs' | 'live_events'
  /** The names of partitions begin with it, e.g. `d20261127`. */
  prefix: string
  /** Takes the rows of days without a partition. Without one, such rows are refused. */
  rest: string | null
}

/** The table of an installation: its rows are written after their day was created. */
export const requestLogs: DailyTable = { table: 'request_logs', prefix: 'd', rest: null }
export const liveEvents: DailyTable = { table: 'live_events', prefix: 'live_events_d', rest: 'live_events_default' }

/** Days that live events are kept: a reader that was away for longer reloads everything. */
export const liveEventDays = 7
/** Without a worker, no day is created for this long until rows have no partition. */
const daysAhead = 3
const lockMs = 500
const attemptsMax = 20

const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / dayMs) * dayMs)
const nameOf = ({ prefix }: DailyTable, day: Date) => `${prefix}${isoDay(day).replaceAll('-', '')}`
const partition = (name: string) => sql.id('signet_logs', name)

/** Creates the partitions of live events that are missing: those of the days that are kept, and a few ahead. */
export function prepareLiveEvents(database: Database, now: Date): Promise<void> {
  const days = Array.from({ length: liveEventDays + 1 + daysAhead }, (_, index) => index - liveEventDays)
  return createDays(
    database,
    liveEvents,
    days.map((day) => new Date(now.getTime() + day * dayMs)),
  )
}

/** Creates the missing partitions of these days. Each is attached when it is complete, so that reads aren't blocked. */
export async function createDays(database: Database, daily: DailyTable, instants: readonly Date[]): Promise<void> {
  const days = new Map(instants.map((at) => [nameOf(daily, at), startOfDay(at)]))
  await changingPartitions(database, async (tx) => {
    for (const name of await existing(tx, daily)) days.delete(name)
    if (days.size === 0) return
    const rest = daily.rest === null ? null : partition(daily.rest)
    // Its owner sees no row otherwise. Until the commit, nobody else sees the table.
    if (rest) await sql`alter table ${rest} no force row level security`.execute(tx)
    for (const [name, day] of days) {
      const [table, parent] = [partition(name), sql.id(daily.table)]
      const [from, to] = [sql.lit(day.toISOString()), sql.lit(new Date(day.getTime() + dayMs).toISOString())]
      await sql`create table ${table} (like ${parent} including defaults including constraints)`.execute(tx)
      if (rest) {
        await sql`with moved as (delete from ${rest} where at >= ${from} and at < ${to} returning *)
          insert into ${table} select * from moved`.execute(tx)
        await sql`alter table ${table} enable row level security, force row level security`.execute(tx)
      }
      await sql`alter table ${parent} attach partition ${table} for values from (${from}) to (${to})`.execute(tx)
    }
    if (rest) await restoreRest(tx, rest)
  })
}

/** Drops the days that ended before the instant, and deletes what is older and has no partition. @returns how many days */
export async function dropDays(database: Database, daily: DailyTable, before: Date): Promise<number> {
  const first = nameOf(daily, before)
  return changingPartitions(database, async (tx) => {
    const names = (await existing(tx, daily)).filter((name) => name < first)
    for (const name of names) await sql`drop table ${partition(name)}`.execute(tx)
    if (daily.rest !== null && (await hasRows(tx, daily.rest))) {
      const rest = partition(daily.rest)
      await sql`alter table ${rest} no force row level security`.execute(tx)
      await sql`delete from ${rest} where at < ${startOfDay(before)}`.execute(tx)
      await restoreRest(tx, rest)
    }
    return names.length
  })
}

/** Whether rows of live events have no partition of their own. */
export const hasStrayEvents = (database: Database): Promise<boolean> =>
  database.asOwner((db) => hasRows(db, 'live_events_default'))

/** Its size tells without reading it, which its own policies refuse. */
async function hasRows(tx: Tx, rest: string): Promise<boolean> {
  const { rows } = await sql<{
    bytes: number
  }>`select pg_relation_size(to_regclass(${`signet_logs.${rest}`}))::float8 as bytes`.execute(tx)
  return (rows[0]?.bytes ?? 0) > 0
}

/** Protects the partition of the rest again. If it is empty, its pages are released, so that its size says so. */
async function restoreRest(tx: Tx, rest: ReturnType<typeof partition>): Promise<void> {
  const { rows } = await sql`select from ${rest} limit 1`.execute(tx)
  if (rows.length === 0) await sql`truncate ${rest}`.execute(tx)
  await sql`alter table ${rest} force row level security`.execute(tx)
}

/**
 * One process at a time, as the owner of the tables. Dropping a partition waits for everyone who uses the table, and everyone else waits
 * behind it: so each attempt gives up soon, and is made again.
 */
async function changingPartitions<T>(database: Database, change: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.asOwner((db) =>
        db.transaction().execute(async (tx) => {
          await sql`set local lock_timeout = ${sql.lit(lockMs)}`.execute(tx)
          await sql`select pg_advisory_xact_lock(${advisoryLocks.logPartitions})`.execute(tx)
          return change(tx)
        }),
      )
    } catch (error) {
      if (!isLockTimeout(error) || attempt === attemptsMax) throw error
      await wait(lockMs)
    }
  }
}

/** The names of the partitions of days. */
async function existing(tx: Tx, { prefix }: DailyTable): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'signet_logs'::regnamespace and relkind = 'r' and relname ~ ${`^${prefix}[0-9]{8}$`} order by 1`.execute(
    tx,
  )
  return rows.map(({ name }) => name)
}
