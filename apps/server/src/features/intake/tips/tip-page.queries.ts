import { sql } from 'kysely'
import type { TipPage } from '@signet/contract/collection/tips'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'

/** The page of a company that has set none. */
const usualPage: Omit<Row<'tip_pages'>, 'company_id'> = { is_on: false, intro: {}, keep_days: 90 }

/** Index: tip_pages_pkey. */
export async function findTipPage(tx: Tx, companyId: number): Promise<Omit<Row<'tip_pages'>, 'company_id'>> {
  const row = await tx
    .selectFrom('tip_pages')
    .select(['is_on', 'intro', 'keep_days'])
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  return row ?? usualPage
}

export async function putTipPageRow(
  tx: Tx,
  companyId: number,
  { isOn, intro, keepDays }: Pick<TipPage, 'isOn' | 'intro' | 'keepDays'>,
): Promise<void> {
  const values = { is_on: isOn, intro: JSON.stringify(intro), keep_days: keepDays }
  await tx
    .insertInto('tip_pages')
    .values({ company_id: companyId, ...values })
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(values))
    .execute()
}

/** What came in during the last 30 days, and what waits. Indexes: tip_reports_created, tips_last, tips_waiting. */
export async function tipCounts(tx: Tx, companyId: number): Promise<TipPage['counts']> {
  const { rows } = await sql<TipPage['counts']>`
    select
      (select count(*)::int from tip_reports where company_id = ${companyId} and created_at > now() - interval '30 days') as reports,
      (select count(*)::int from tips where company_id = ${companyId} and state = 'waiting') as waiting,
      count(*)::int as tips,
      count(*) filter (where state = 'threat')::int as threats,
      count(*) filter (where state = 'suppressed')::int as suppressed,
      count(*) filter (where state = 'dismissed')::int as dismissed
    from tips where company_id = ${companyId} and last_at > now() - interval '30 days'`.execute(tx)
  const [counts] = rows
  if (!counts) throw new Error('a query without groups has one row')
  return counts
}
