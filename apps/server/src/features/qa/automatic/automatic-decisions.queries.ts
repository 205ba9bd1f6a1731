import type { AutomaticThreshold } from '@signet/contract/review/detection-quality'
import type { ThreatSource } from '@signet/contract/threats/sources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Row, ThreatRow } from '../../../db/rows.ts'

type Decision = Row<'automatic_decisions'>['decision']

/** What is decided automatically, and how much of it waits for a reviewer anyway. */
export interface Automatic {
  decision: Decision
  source: ThreatSource
  threshold: AutomaticThreshold
  sampledPercent: number
}

/**
 * Locks waiting threats on which no person ever decided, that nobody has claimed, and whose score is beyond the threshold, without those
 * that a reviewer decides as a sample. Index: threats_stage.
 */
export async function lockDecidable(
  tx: Tx,
  companyId: number,
  { decision, source, threshold, sampledPercent }: Automatic,
  limit: number,
): Promise<ThreatRow[]> {
  return (
    tx
      .selectFrom('threats as t')
      .selectAll()
      .where('t.company_id', '=', companyId)
      .where('t.kind', '=', 'threat')
      .where('t.source', '=', source)
      .where('t.stage', '=', 'queued')
      .where('t.auto_filtered', '=', false)
      .where('t.score', decision === 'release' ? '>=' : '<=', threshold.score)
      .where(sql<boolean>`t.indicators <> '[]'`)
      // One that a person decided on, or that came back because it changed, waits for a person.
      .where('t.staged_by', 'is', null)
      .where('t.stage_reason', 'is', null)
      .where(sql<boolean>`(hashtextextended(t.id::text, 0) & 2147483647) % 100 >= ${sampledPercent}`)
      .where(
        sql<boolean>`not exists (select from qa_claims c where c.company_id = t.company_id and c.threat_id = t.id and c.expires_at > now())`,
      )
      .orderBy('t.first_seen')
      .orderBy('t.id')
      .limit(limit)
      .forUpdate('t')
      .skipLocked()
      .execute()
  )
}

/** Publishes locked threats without a reviewer, filtered ones out of the client's usual lists. Index: threats_pkey. */
export async function publishAutomatically(
  tx: Tx,
  companyId: number,
  threats: readonly ThreatRow[],
  { decision, threshold }: Automatic,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('threats')
    .set((set) => ({
      stage: 'published',
      staged_at: now,
      published_at: now,
      auto_filtered: decision === 'filter',
      version: set('version', '+', 1),
    }))
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      threats.map(({ id }) => id),
    )
    .execute()
  await tx
    .insertInto('automatic_decisions')
    .values(
      threats.map(({ id, score }) => ({
        company_id: companyId,
        threat_id: id,
        decision,
        score,
        threshold: threshold.score,
        low: threshold.low,
        at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * How many threats of each source were decided automatically since a time, and how many of them a person then decided differently: recalled
 * or found harmless what was published, or took out what was filtered. Index: automatic_decisions_at.
 */
export async function automaticCounts(tx: Tx, companyId: number, since: Date) {
  const { rows } = await sql<{ source: ThreatSource; released: number; filtered: number; overturned: number }>`
    select t.source, count(*) filter (where d.decision = 'release')::int as released,
      count(*) filter (where d.decision = 'filter')::int as filtered,
      count(*) filter (where t.stage <> 'published'
        or (d.decision = 'release' and t.status in ('whitelist', 'falsePositive'))
        or (d.decision = 'filter' and (not t.auto_filtered or t.status in ('takedown', 'deeperAnalysis'))))::int as overturned
    from automatic_decisions d join threats t on t.company_id = d.company_id and t.id = d.threat_id
    where d.company_id = ${companyId} and d.at >= ${since} group by t.source`.execute(tx)
  return new Map(rows.map(({ source, ...counts }) => [source, counts]))
}
