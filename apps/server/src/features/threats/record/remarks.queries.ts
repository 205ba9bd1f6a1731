import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../app/context.ts'
import { countUpTo } from '../../../db/capped-page.ts'
import type { Tx } from '../../../db/database.ts'
import type { Row } from '../../../db/rows.ts'
import { withMerged } from './merges.queries.ts'

const remarkColumns = ['id', 'kind', 'text', 'by_name', 'at'] as const
export type RemarkRow = Pick<Row<'remarks'>, (typeof remarkColumns)[number]>

/** Stores a remark on its threat; returns it as stored. */
export async function insertRemark(
  context: Pick<Context, 'tx' | 'company' | 'actor'>,
  threatId: string,
  kind: string,
  text: string,
): Promise<RemarkRow> {
  return context.tx
    .insertInto('remarks')
    .values({
      company_id: context.company.id,
      id: randomUUID(),
      threat_id: threatId,
      kind,
      text,
      by_user: context.actor.userId,
      by_name: context.actor.name,
    })
    .returning(remarkColumns)
    .executeTakeFirstOrThrow()
}

/** How many remarks a threat has, without those of its duplicates; stops counting after `max`. Index: remarks_threat. */
export function countRemarks(tx: Tx, companyId: number, threatId: string, max: number): Promise<number> {
  const remarks = tx.selectFrom('remarks').where('company_id', '=', companyId).where('threat_id', '=', threatId)
  return countUpTo(tx, remarks, max)
}

/** How many remarks a threat and its merged duplicates have. Index: remarks_threat. */
export async function countAllRemarks(tx: Tx, companyId: number, threatId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('remarks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', withMerged(companyId, threatId))
    .executeTakeFirstOrThrow()
  return count
}

/** A page of the remarks on a threat and its merged duplicates, newest first. Index: remarks_threat. */
export function remarksPage(
  tx: Tx,
  companyId: number,
  threatId: string,
  { pageNumber = 1, limit }: { pageNumber?: number; limit: number },
): Promise<RemarkRow[]> {
  return tx
    .selectFrom('remarks')
    .select(remarkColumns)
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', withMerged(companyId, threatId))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((pageNumber - 1) * limit)
    .execute()
}
