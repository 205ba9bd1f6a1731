import type { Actor } from '../../../app/context.ts'
import type { Tx } from '../../../db/database.ts'
import type { QaStage } from '@signet/contract/review/qa'
import { sql } from 'kysely'
import type { NewRow, ThreatRow } from '../../../db/rows.ts'
import { randomUUID } from 'node:crypto'
import { required } from '@signet/contract/narrow'
import { threatCounts } from '../../counts/counts.queries.ts'
import type { Kind } from '@signet/contract/threats/sources'
import { promisedTimesIn } from '../../threats/list/promised-times.queries.ts'

/**
 * Moves records to a stage; a published record keeps the time it was first published. Index: threats_pkey.
 *
 * @param options.isUndo whether they return to the queue as if they had never left it (`isUndoneBy`)
 * @returns when
 */
export async function setStage(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
  actor: Pick<Actor, 'userId' | 'name'>,
  to: { stage: QaStage; stage_reason?: string | null; status?: ThreatRow['status'] },
  { isUndo = false } = {},
): Promise<Date> {
  const now = new Date()
  if (ids.length === 0) return now
  await tx
    .updateTable('threats')
    .set((set) => ({
      ...to,
      // The column itself: a date read from it lacks the microseconds that place it among records of the same moment.
      staged_at: isUndo ? sql<Date>`queued_at` : now,
      queued_at: isUndo ? null : sql<Date | null>`case when stage = 'queued' then staged_at end`,
      staged_by: actor.userId,
      staged_by_name: actor.name,
      version: set('version', '+', 1),
      ...(to.stage === 'published'
        ? // A person decided on it, so it is no longer filtered automatically.
          { published_at: sql<Date>`least(published_at, now())`, recall_reason: null, auto_filtered: false }
        : {}),
    }))
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
  return now
}

/** Makes versions of records that were read before stale. Index: threats_pkey. */
export async function raiseVersions(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<Record<string, number>> {
  if (ids.length === 0) return {}
  const rows = await tx
    .updateTable('threats')
    .set((set) => ({ version: set('version', '+', 1) }))
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .returning(['id', 'version'])
    .execute()
  return Object.fromEntries(rows.map(({ id, version }) => [id, version]))
}

/** Records that published records were recalled, and why if the client was notified of them. Index: threats_pkey. */
export async function unpublish(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
  recall_reason: string | null,
): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('threats')
    .set({ published_at: null, announced_at: null, auto_filtered: false, recall_reason })
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .execute()
}

/**
 * Records that the client is notified of published records, each once. Those that aren't published any more, or again later, are left out.
 * Index: threats_pkey.
 *
 * @param since when they were published
 * @returns those of which the client is to be notified now
 */
export function setAnnounced(tx: Tx, companyId: number, ids: readonly string[], since: Date): Promise<ThreatRow[]> {
  return tx
    .updateTable('threats')
    .set({ announced_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .where('stage', '=', 'published')
    .where('staged_at', '=', since)
    .where('announced_at', 'is', null)
    .returningAll()
    .execute()
}

/** Those of these whitelisted records that a reviewer whitelisted, rather than the client. Index: audit_target. */
export async function whitelistedInReview(
  tx: Tx,
  companyId: number,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select w.id from unnest(${ids}::uuid[]) as w (id) cross join lateral (
      select a.action from audit a where a.company_id = ${companyId} and a.target_id = w.id
        and a.action in ('qa.whitelist', 'threat.whitelist') order by a.at desc limit 1
    ) last where last.action = 'qa.whitelist'`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

type EnteredThreat = Pick<
  NewRow<'threats'>,
  'source' | 'fingerprint' | 'title' | 'search' | 'threat_type' | 'severity' | 'category' | 'url' | 'fields' | 'score'
> &
  Pick<Partial<NewRow<'threats'>>, 'kind' | 'brand_id' | 'indicators'>

/** Adds a threat that a person entered, with its sighting; null if the company already has it. */
export async function insertThreat(tx: Tx, companyId: number, threat: EnteredThreat): Promise<string | null> {
  const now = new Date()
  const added = await tx
    .insertInto('threats')
    .values({
      company_id: companyId,
      id: randomUUID(),
      brand_id: null,
      ...threat,
      staged_by: null,
      staged_by_name: null,
      stage_reason: null,
      class: null,
      first_seen: now,
      last_seen: now,
      published_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return null
  await insertSightings(tx, companyId, added.id, [threat.title], now)
  return added.id
}

/** Records where a person saw a threat. */
export async function insertSightings(
  tx: Tx,
  companyId: number,
  threatId: string,
  places: readonly string[],
  seenAt = new Date(),
): Promise<void> {
  if (places.length === 0) return
  await tx
    .insertInto('sightings')
    .values(
      places.map((text) => ({
        company_id: companyId,
        threat_id: threatId,
        scan_id: randomUUID(),
        feed: 'added manually',
        line: null,
        text,
        seen_at: seenAt,
      })),
    )
    .execute()
}

/** The threats of the company with one of the fingerprints: ids by fingerprint, in hex. Index: the unique one of the table. */
export async function knownThreats(
  tx: Tx,
  companyId: number,
  { kind, source }: Pick<ThreatRow, 'kind' | 'source'>,
  fingerprints: readonly Buffer[],
): Promise<ReadonlyMap<string, string>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await tx
    .selectFrom('threats')
    .select(['id', 'fingerprint'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where('fingerprint', 'in', fingerprints)
    .execute()
  return new Map(rows.map(({ id, fingerprint }) => [fingerprint.toString('hex'), id]))
}

/** Those of these threats that a reviewer can still see, waiting ones first. Index: threats_pkey. */
export async function findSharers(tx: Tx, companyId: number, ids: readonly string[]) {
  if (ids.length === 0) return []
  return (
    tx
      .selectFrom('threats')
      .select(['id', 'source', 'title', 'severity', 'stage', 'auto_filtered', 'first_seen'])
      .where('company_id', '=', companyId)
      .where('kind', '=', 'threat')
      // Deleted threats, and those merged into another, are no longer shown.
      .where('stage', 'not in', ['deleted', 'merged'])
      .where('id', 'in', ids)
      .orderBy((order) => order('stage', '=', 'queued'), 'desc')
      .orderBy('first_seen', 'desc')
      .orderBy('id')
      .execute()
  )
}

interface Waiting {
  queued: number
  watchlist: number
  deletionPending: number
  /** Of the queue. */
  oldest: Date | null
  /** How many of the queue are past the promised time. */
  overdue: number
}

/**
 * How many records wait in each stage of the review. Indexes: those of the counts; threats_stage, once for each source in the queue;
 * threats_promised.
 */
export async function waitingByStage(tx: Tx, companyId: number, kind: Kind): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    with counts as (
      select stage, source, sum(count)::int as count from ${threatCounts(companyId)} as counted
      where kind = ${kind} and stage in ('queued', 'watchlist', 'deletionPending') and not auto_filtered
      group by stage, source having sum(count) > 0
    )
    select coalesce(sum(count) filter (where stage = 'queued'), 0)::int as queued,
      coalesce(sum(count) filter (where stage = 'watchlist'), 0)::int as watchlist,
      coalesce(sum(count) filter (where stage = 'deletionPending'), 0)::int as "deletionPending",
      min((select first_seen from threats where company_id = ${companyId} and kind = ${kind} and stage = 'queued'
        and source = counts.source and not auto_filtered order by first_seen limit 1)) filter (where stage = 'queued') as oldest,
      (select overdue from ${promisedTimesIn(sql`${companyId}::int`, kind)} as promised) as overdue
    from counts`.execute(tx)
  return required(rows[0], 'the row of an aggregate')
}
