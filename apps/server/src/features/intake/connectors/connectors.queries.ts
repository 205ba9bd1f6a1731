import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Batch, Quota } from '@signet/connectors'
import { ConnectorError } from '@signet/connectors'
import {
  Credentials,
  isPolled,
  type ConnectorName,
  type PollConnectorName,
} from '@signet/contract/collection/connectors'
import { keysIn } from '@signet/contract/narrow'
import { threatSources, type AnySource } from '@signet/contract/threats/sources'
import { minuteMs } from '@signet/contract/time'
import type { Words } from '@signet/contract/wire'
import type { Secrets } from '../../../app/secrets.ts'
import { clockFactorOf } from '../../../db/clock-factor.ts'
import type { Tx } from '../../../db/database.ts'
import { eachCompany } from '../../../db/each-company.ts'
import type { Row } from '../../../db/rows.ts'

export type ConnectorRow = Row<'connectors'>

/** A run that wrote nothing for this long is considered dead, and another one continues at its cursor. */
const deadAfter = '10 minutes'
/** Between two runs, however fast the clock of a local internet is. */
export const waitMsMin = minuteMs
/** Number of malformed records that are listed. */
const skipsMax = 20

/** The connectors of a company. Index: connectors_company_id_connector_key. */
export function connectorsOf(tx: Tx, companyId: number): Promise<ConnectorRow[]> {
  return tx.selectFrom('connectors').selectAll().where('company_id', '=', companyId).orderBy('connector').execute()
}

/** A connector of a company. Index: connectors_company_id_connector_key. */
export function findConnector(tx: Tx, companyId: number, connector: ConnectorName): Promise<ConnectorRow | undefined> {
  return tx
    .selectFrom('connectors')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('connector', '=', connector)
    .executeTakeFirst()
}

/** The connectors that are on, of all companies that the transaction sees. Index: connectors_due. */
export function connectorsOn(tx: Tx): Promise<ConnectorRow[]> {
  return tx
    .selectFrom('connectors')
    .selectAll()
    .where('is_on', '=', true)
    .orderBy('company_id')
    .orderBy('connector')
    .execute()
}

/** Stores that people were notified of connectors, or that these work again; returns those of which that was not stored yet. */
export async function setAlerted(
  tx: Tx,
  companyId: number,
  connectors: readonly ConnectorName[],
  isAlerted: boolean,
): Promise<ConnectorName[]> {
  const rows = await tx
    .updateTable('connectors')
    .set({ alerted_at: isAlerted ? new Date() : null })
    .where('company_id', '=', companyId)
    .where('connector', 'in', connectors)
    .where('alerted_at', isAlerted ? 'is' : 'is not', null)
    .returning('connector')
    .execute()
  return rows.map(({ connector }) => connector).toSorted()
}

/** The stored credentials of a connector, decrypted. */
export async function openCredentials(
  secrets: Secrets,
  tx: Tx,
  { company_id: companyId, id: recordId, secret }: ConnectorRow,
): Promise<Credentials> {
  if (!secret) return {}
  return Credentials.parse(JSON.parse(await secrets.open(tx, { companyId, recordId, field: 'credentials' }, secret)))
}

/** Switches a connector on or off and stores its credentials, all of them. One that is switched on runs at once. */
export async function putConnectorRow(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  companyId: number,
  connector: ConnectorName,
  { isOn, credentials }: { isOn: boolean; credentials: Credentials },
): Promise<void> {
  const known = await findConnector(tx, companyId, connector)
  const id = known?.id ?? randomUUID()
  const names = keysIn(credentials)
  const sealer = await secrets.sealer(tx, companyId)
  const values = {
    is_on: isOn,
    on_since: isOn ? (known?.on_since ?? new Date()) : null,
    next_run_at: isOn && isPolled(connector) ? new Date() : null,
    ...(isOn ? {} : { paused_at: null, paused_by_name: null }),
    credentials: names,
    secret: names.length > 0 ? sealer.seal({ recordId: id, field: 'credentials' }, JSON.stringify(credentials)) : null,
    problem: null,
    failures: 0,
    alerted_at: null,
    tested_at: null,
    test_problem: null,
    test_reply: null,
  }
  await tx
    .insertInto('connectors')
    .values({ company_id: companyId, id, connector, ...values })
    .onConflict((conflict) => conflict.columns(['company_id', 'connector']).doUpdateSet(values))
    .execute()
}

/** Stores credentials that the provider has replaced; all others stay. */
export async function replaceCredentials(
  { tx, secrets }: { tx: Tx; secrets: Secrets },
  companyId: number,
  connector: ConnectorName,
  replaced: Credentials,
): Promise<void> {
  const row = await findConnector(tx, companyId, connector)
  if (!row) return
  const credentials = { ...(await openCredentials(secrets, tx, row)), ...replaced }
  const sealer = await secrets.sealer(tx, companyId)
  await tx
    .updateTable('connectors')
    .set({ secret: sealer.seal({ recordId: row.id, field: 'credentials' }, JSON.stringify(credentials)) })
    .where('company_id', '=', companyId)
    .where('id', '=', row.id)
    .execute()
}

/** Deletes a connector with its account; false if the company has none. */
export async function deleteStored(tx: Tx, companyId: number, connector: ConnectorName): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('connectors')
    .where('company_id', '=', companyId)
    .where('connector', '=', connector)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** The result of a test of an account; `problem` is null if the provider accepted it. */
export async function recordTest(
  tx: Tx,
  companyId: number,
  connector: ConnectorName,
  { problem, reply }: { problem: Words | null; reply: string | null },
): Promise<void> {
  await tx
    .updateTable('connectors')
    .set({ tested_at: new Date(), test_problem: problem && JSON.stringify(problem), test_reply: reply })
    .where('company_id', '=', companyId)
    .where('connector', '=', connector)
    .execute()
}

/**
 * Pauses a connector that is on, or resumes it; false if there is nothing to change. A run that is going on loses its claim, so that it
 * stores nothing more. One that is resumed is not silent because of the pause.
 *
 * @param pause the name of the user who pauses it; null to resume
 */
export async function setPaused(
  tx: Tx,
  companyId: number,
  connector: ConnectorName,
  pause: { byName: string | null } | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connectors')
    .set(
      pause
        ? { paused_at: new Date(), paused_by_name: pause.byName, run: null }
        : { paused_at: null, paused_by_name: null, on_since: new Date() },
    )
    .where('company_id', '=', companyId)
    .where('connector', '=', connector)
    .where('is_on', '=', true)
    .where('paused_at', pause ? 'is' : 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lets a connector run now; false if it is off or paused. */
export async function makeDue(tx: Tx, companyId: number, connector: ConnectorName): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('connectors')
    .set({ next_run_at: new Date() })
    .where('company_id', '=', companyId)
    .where('connector', '=', connector)
    .where('is_on', '=', true)
    .where('paused_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether the connector `k` is on and nobody works on it. */
const isFree = sql<boolean>`k.is_on and k.paused_at is null and (k.run is null or k.run_until < now())`
/** Whether it has to run now, or within this time. */
const isDueWithin = (ms: number) =>
  sql<boolean>`(${isFree} and k.next_run_at <= now() + ${`${ms} milliseconds`}::interval)`

/** What has to run now, and that nobody works on, of all companies that the transaction sees. Index: connectors_due. */
export function dueConnectors(tx: Tx): Promise<{ company_id: number; connector: ConnectorName }[]> {
  return tx
    .selectFrom('connectors as k')
    .select(['company_id', 'connector'])
    .where(isDueWithin(0))
    .orderBy('next_run_at')
    .orderBy('company_id')
    .orderBy('connector')
    .limit(1000)
    .execute()
}

/**
 * Takes a run over for the companies that the transaction sees; empty if it isn't due for any of them any more or another worker has it.
 *
 * @param aheadMs the run also includes companies for which it is due within that time
 */
export async function claimRun(
  tx: Tx,
  connector: ConnectorName,
  aheadMs: number,
): Promise<{ run: string; rows: ConnectorRow[] }> {
  const run = randomUUID()
  const isIncluded = isDueWithin(aheadMs / (await clockFactorOf(tx)))
  const candidates = await tx
    .selectFrom('connectors as k')
    .select(['company_id', isDueWithin(0).as('isDue')])
    .where('connector', '=', connector)
    .where(isIncluded)
    .orderBy('company_id')
    .execute()
  if (!candidates.some((row) => row.isDue)) return { run, rows: [] }
  const due = await eachCompany(
    tx,
    candidates.map(({ company_id: companyId }) => companyId),
    (company, from) => sql<{ company_id: number }>`
      select k.company_id from ${from} join connectors k on k.company_id = ${company}
      where k.connector = ${connector} and ${isIncluded}
      order by k.company_id for update of k skip locked`,
  )
  if (due.length === 0) return { run, rows: [] }
  const rows = await tx
    .updateTable('connectors')
    .set({ run, run_until: sql<Date>`now() + ${deadAfter}::interval` })
    .where('connector', '=', connector)
    .where(
      'company_id',
      'in',
      due.map(({ company_id: companyId }) => companyId),
    )
    .returningAll()
    .execute()
  return { run, rows: rows.toSorted((a, b) => a.company_id - b.company_id) }
}

/** A run as it was claimed, for one company or several. */
export interface Run {
  connector: PollConnectorName
  run: string
}

const ofRun = (tx: Tx, { connector, run }: Run) =>
  tx.updateTable('connectors').where('connector', '=', connector).where('run', '=', run)

/**
 * Stores the progress after a batch; returns the companies without those that switched the connector off or paused it, or whose run was
 * taken over.
 */
export async function setBatch(tx: Tx, run: Run, batch: Batch): Promise<number[]> {
  const { observations, skipped, cursor, mail, readings = [], bound } = batch
  const rows = await ofRun(tx, run)
    .where('is_on', '=', true)
    .set({
      cursor,
      ...(bound === undefined ? {} : { bound: bound && JSON.stringify(bound) }),
      run_until: sql<Date>`now() + ${deadAfter}::interval`,
      // An email is one record, whatever is in it.
      ...readColumns({ observations: mail ? [mail] : [...observations, ...readings], skipped }),
    })
    .returning('company_id')
    .execute()
  return rows.map(({ company_id: companyId }) => companyId).toSorted((a, b) => a - b)
}

/** The columns that count what was read. */
const readColumns = ({ observations, skipped }: { observations: readonly object[]; skipped: Batch['skipped'] }) => ({
  observed: sql<number>`observed + ${observations.length}::int`,
  skipped: sql<number>`skipped + ${skipped.length}::int`,
  ...(observations.length > 0 ? { data_at: new Date() } : {}),
  ...(skipped.length > 0 ? { skips: JSON.stringify(skipped.slice(0, skipsMax)) } : {}),
})

/** Stores what a provider delivered: each delivery counts as a run that succeeded. */
export async function setDelivery(
  tx: Tx,
  { company_id: companyId, id }: ConnectorRow,
  read: Pick<Batch, 'observations' | 'skipped'>,
  { found, suppressed }: { found: number; suppressed: number },
): Promise<void> {
  await tx
    .updateTable('connectors')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .set({
      ...readColumns(read),
      found: sql`found + ${found}::int`,
      suppressed: sql`suppressed + ${suppressed}::int`,
      ran_at: new Date(),
    })
    .execute()
}

/** Adds what became of the findings of a company. */
export async function countFindings(
  tx: Tx,
  run: Run,
  companyId: number,
  { found, suppressed }: { found: number; suppressed: number },
): Promise<void> {
  await ofRun(tx, run)
    .where('company_id', '=', companyId)
    .set({ found: sql`found + ${found}::int`, suppressed: sql`suppressed + ${suppressed}::int` })
    .execute()
}

/** Counts an email in which nothing was found. */
export async function countEmpty(tx: Tx, run: Run): Promise<void> {
  await ofRun(tx, run)
    .set({ empty: sql`empty + 1` })
    .execute()
}

/** Ends a run that collected everything. */
export async function endRun(tx: Tx, run: Run, everyMs: number): Promise<void> {
  const waitMs = Math.max(everyMs / (await clockFactorOf(tx)), waitMsMin)
  const nextRunAt = new Date(Date.now() + waitMs)
  await ofRun(tx, run)
    .set({ run: null, ran_at: new Date(), next_run_at: nextRunAt, problem: null, failures: 0 })
    .execute()
}

/** Ends a run that failed; the next one continues at its cursor, at the time that the provider named, or after a wait. */
export async function failRun(
  tx: Tx,
  run: Run,
  { problem, retryAt, waitMs }: { problem: Words; retryAt: Date | null; waitMs: number },
): Promise<void> {
  const nextRunAt = retryAt ?? new Date(Date.now() + Math.max(waitMs / (await clockFactorOf(tx)), waitMsMin))
  await ofRun(tx, run)
    .set({ run: null, next_run_at: nextRunAt, problem: JSON.stringify(problem), failures: sql`failures + 1` })
    .execute()
}

/** Gives a run back that the worker can't finish. */
export async function releaseRun(tx: Tx, run: Run): Promise<void> {
  await ofRun(tx, run).set({ run: null }).execute()
}

/**
 * Takes a call from the quota of a company's account. The period of a quota begins with its first call.
 *
 * @throws ConnectorError `throttled` until the quota begins anew
 */
export async function takeCall(
  tx: Tx,
  { companyId, connector }: { companyId: number; connector: ConnectorName },
  quota: Quota,
): Promise<void> {
  const now = new Date()
  const isOver = sql<boolean>`(quota_ends_at is null or quota_ends_at <= ${now}::timestamptz)`
  const ends = sql<Date>`${new Date(now.getTime() + quota.perMs / (await clockFactorOf(tx)))}::timestamptz`
  const taken = await tx
    .updateTable('connectors')
    .set({
      quota_used: sql`case when ${isOver} then 1 else quota_used + 1 end`,
      quota_ends_at: sql`case when ${isOver} then ${ends} else quota_ends_at end`,
    })
    .where('company_id', '=', companyId)
    .where('connector', '=', connector)
    .where((where) => where.or([isOver, where('quota_used', '<', quota.calls)]))
    .executeTakeFirst()
  if (taken.numUpdatedRows === 1n) return
  const row = await findConnector(tx, companyId, connector)
  throw new ConnectorError('API_QUOTA_USED', { host: connector }, { retryAt: row?.quota_ends_at ?? undefined })
}

/** When something last came in. */
interface Arrival {
  companyId: number
  source: AnySource
  at: Date
}

/**
 * When anything but a connector last brought something in, by company and source: findings of other programs, files, reports of the public,
 * for domains the feeds and logs that the installation reads, and the newest published threat. Indexes: ingest_jobs_created,
 * imports_created, tips_last, threats_stage.
 */
export async function lastArrivals(tx: Tx, companyIds: readonly number[]): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`
    with read as (
      select greatest((select max(entry_at) from ct_logs where is_listed and not is_demo), (select max(finished_at) from scans where state = 'done')) as at)
    select company_id as "companyId", source, max(at) as at from (
      select company_id, source, updated_at as at from ingest_jobs where company_id = any (${companyIds}::int[]) and lines_done > 0
      union all
      select company_id, source, finished_at from imports where company_id = any (${companyIds}::int[]) and rows_done > 0
      union all
      select company_id, source, last_at from tips where company_id = any (${companyIds}::int[]) and source is not null
      union all
      select c, 'Domain', read.at from unnest(${companyIds}::int[]) as c cross join read) as came
    where at is not null group by company_id, source`.execute(tx)
  const newest = await eachCompany(
    tx,
    companyIds,
    (companyId, from) => sql<Arrival>`
      select company.id as "companyId", s.source, newest.at from ${from} cross join unnest(${[...threatSources]}::text[]) as s (source)
        cross join lateral (
          select max(first_seen) as at from threats
          where company_id = ${companyId} and kind = 'threat' and stage = 'published' and source = s.source) as newest
      where newest.at is not null`,
  )
  const bySource = Map.groupBy([...rows, ...newest], ({ companyId, source }) => `${companyId} ${source}`)
  return [...bySource.values()].flatMap((all) => all.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0] ?? [])
}
