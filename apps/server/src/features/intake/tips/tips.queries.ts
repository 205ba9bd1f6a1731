import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import type { SortedPaging } from '@signet/contract/wire'
import type { AnySource } from '@signet/contract/threats/sources'
import { countUpTo, totalMax } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import type { NewRow, Row } from '../../../db/rows.ts'
import type { Tables } from '../../../db/tables.ts'

export type TipRow = Row<'tips'>
export type TipReportRow = Row<'tip_reports'>

/** A list that nobody works through takes no more. */
const waitingMax = 2000
const reportsShown = 5

/** Whether the list of a company takes another thing. Index: tips_waiting. */
export async function hasRoom(tx: Tx, companyId: number): Promise<boolean> {
  const waiting = tx.selectFrom('tips').where('company_id', '=', companyId).where('state', '=', 'waiting')
  return (await countUpTo(tx, waiting, waitingMax)) < waitingMax
}

/** Index: tips_company_id_fingerprint_key. */
export const findTipByFingerprint = (tx: Tx, companyId: number, fingerprint: Buffer) =>
  tx
    .selectFrom('tips')
    .select('id')
    .where('company_id', '=', companyId)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst()

/** The id of the thing that is reported; a known one keeps its state. Index: tips_company_id_fingerprint_key. */
export async function putTip(
  tx: Tx,
  companyId: number,
  subject: Pick<NewRow<'tips'>, 'fingerprint' | 'title' | 'source'>,
): Promise<string> {
  const { id } = await tx
    .insertInto('tips')
    .values({
      company_id: companyId,
      id: randomUUID(),
      ...subject,
      score: null,
      queued_at: null,
      decided_by_name: null,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.columns(['company_id', 'fingerprint']).doUpdateSet({ last_at: new Date() }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Index: tip_reports_company_id_code_hash_key. */
export const findReportByCode = (tx: Tx, companyId: number, codeHash: Buffer) =>
  tx
    .selectFrom('tip_reports')
    .select(['id', 'tip_id', 'details', 'created_at'])
    .where('company_id', '=', companyId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirst()

/**
 * Stores a report, and counts its sender once for each thing, whose row is locked. Indexes: tip_reports_tip,
 * tip_reports_company_id_code_hash_key.
 *
 * @returns false if another report has the code
 */
export async function insertReport(tx: Tx, report: NewRow<'tip_reports'> & { reporter: Buffer }): Promise<boolean> {
  const { company_id: companyId, tip_id: tipId, reporter } = report
  const known = await tx
    .selectFrom('tip_reports')
    .select('id')
    .where('company_id', '=', companyId)
    .where('tip_id', '=', tipId)
    .where('reporter', '=', reporter)
    .limit(1)
    .executeTakeFirst()
  const added = await tx
    .insertInto('tip_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['company_id', 'code_hash']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) return false
  if (known) return true
  await tx
    .updateTable('tips')
    .set({ reporters: sql`reporters + 1` })
    .where('company_id', '=', companyId)
    .where('id', '=', tipId)
    .execute()
  return true
}

/** A report with its thing. Indexes: tip_reports_pkey, tips_pkey. */
export async function findReport(
  tx: Tx,
  companyId: number,
  reportId: string,
): Promise<{ report: TipReportRow; tip: TipRow } | null> {
  const report = await tx
    .selectFrom('tip_reports')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', reportId)
    .executeTakeFirst()
  const tip = report && (await lockTip(tx, companyId, report.tip_id))
  return report && tip ? { report, tip } : null
}

/** Index: tips_pkey. */
export const findTip = (tx: Tx, companyId: number, tipId: string) =>
  tx.selectFrom('tips').selectAll().where('company_id', '=', companyId).where('id', '=', tipId).executeTakeFirst()

/** The thing, locked. Index: tips_pkey. */
export const lockTip = (tx: Tx, companyId: number, tipId: string) =>
  tx
    .selectFrom('tips')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('id', '=', tipId)
    .forUpdate()
    .executeTakeFirst()

/** Index: tips_pkey. */
export async function changeTip(
  tx: Tx,
  { company_id: companyId, id }: Pick<TipRow, 'company_id' | 'id'>,
  change: Updateable<Tables['tips']>,
): Promise<void> {
  await tx.updateTable('tips').set(change).where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Index: tip_reports_pkey. */
export async function endJudging(tx: Tx, { company_id: companyId, id }: TipReportRow): Promise<void> {
  await tx
    .updateTable('tip_reports')
    .set({ judged_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .execute()
}

/** How many things the product put in the review queue within the last hour. Index: tips_queued. */
export async function queuedWithinHour(tx: Tx, companyId: number, max: number): Promise<number> {
  const queued = tx
    .selectFrom('tips')
    .where('company_id', '=', companyId)
    .where('queued_at', '>', sql<Date>`now() - interval '1 hour'`)
  return countUpTo(tx, queued, max)
}

/** The threats with these identities, as far as there are any. Index: the unique one of the table. */
export async function threatsAmong(
  tx: Tx,
  companyId: number,
  identities: readonly { source: AnySource; fingerprint: Buffer }[],
): Promise<string[]> {
  if (identities.length === 0) return []
  const rows = await tx
    .selectFrom('threats')
    .select('id')
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where((where) =>
      where.or(
        identities.map(({ source, fingerprint }) =>
          where.and([where('source', '=', source), where('fingerprint', '=', fingerprint)]),
        ),
      ),
    )
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Stores which threats the thing is. */
export async function linkThreats(tx: Tx, tip: TipRow, threatIds: readonly string[]): Promise<void> {
  if (threatIds.length === 0) return
  await tx
    .insertInto('tip_threats')
    .values(threatIds.map((threatId) => ({ company_id: tip.company_id, tip_id: tip.id, threat_id: threatId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The newest reports of each thing, at most 5. Index: tip_reports_tip. */
export async function reportsOf(tx: Tx, companyId: number, tipIds: readonly string[]): Promise<TipReportRow[]> {
  if (tipIds.length === 0) return []
  const { rows } = await sql<TipReportRow>`
    select r.* from unnest(${tipIds}::uuid[]) as t (id) cross join lateral (
      select * from tip_reports where company_id = ${companyId} and tip_id = t.id
      order by created_at desc, id limit ${reportsShown}) r`.execute(tx)
  return rows
}

const sortColumn = { reporters: 'reporters', lastAt: 'last_at' } as const

/** A page of the things that wait for a reviewer, with the total number. Index: tips_waiting. */
export async function waitingTips(
  tx: Tx,
  companyId: number,
  query: SortedPaging<keyof typeof sortColumn>,
): Promise<{ rows: TipRow[]; total: number }> {
  const waiting = tx.selectFrom('tips').where('company_id', '=', companyId).where('state', '=', 'waiting')
  const rows = await waiting
    .selectAll()
    .orderBy(sortColumn[query.sortField], query.sortDirection)
    .orderBy('last_at', query.sortDirection)
    .orderBy('id')
    .limit(query.limit)
    .offset((query.pageNumber - 1) * query.limit)
    .execute()
  return { rows, total: await countUpTo(tx, waiting, totalMax + 1) }
}
