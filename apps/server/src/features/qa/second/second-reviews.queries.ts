import type { SecondVerdict } from '@signet/contract/review/second-reviews'
import type { AnySource } from '@signet/contract/threats/sources'
import { sql } from 'kysely'
import type { Actor } from '../../../app/context.ts'
import type { Tx } from '../../../db/database.ts'
import type { DecisionPair } from './kappa.ts'

const disagreementsMax = 50

type Reviewer = Pick<Actor, 'userId' | 'name'>

/** Puts a share of decided threats up for a second review. They are chosen by their ids, so that nobody can know or influence which. */
export async function sampleDecided(
  tx: Tx,
  companyId: number,
  threatIds: readonly string[],
  { by, verdict, percent }: { by: Reviewer; verdict: SecondVerdict; percent: number },
): Promise<void> {
  if (percent === 0) return
  await sql`
    insert into second_reviews (company_id, threat_id, first_by, first_by_name, first_verdict, first_at)
    select ${companyId}, id, ${by.userId}, ${by.name}, ${verdict}, now() from unnest(${threatIds}::uuid[]) as id
    where (hashtextextended(id::text, 1) & 2147483647) % 100 < ${percent}
    on conflict do nothing`.execute(tx)
}

/** Forgets decisions that were undone before their second review. Index: second_reviews_pkey. */
export async function deleteUndone(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('second_reviews')
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', threatIds)
    .where('second_at', 'is', null)
    .execute()
}

/** Second reviews of the decisions of others that wait. Index: second_reviews_waiting. */
const waitingFor = (tx: Tx, companyId: number, userId: string) =>
  tx
    .selectFrom('second_reviews')
    .where('company_id', '=', companyId)
    .where('second_at', 'is', null)
    .where('first_by', '<>', userId)

export async function countSecondReviews(tx: Tx, companyId: number, userId: string): Promise<number> {
  const { count } = await waitingFor(tx, companyId, userId)
    .select((select) => select.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The threat whose second review has waited longest. */
export async function nextSecondReview(tx: Tx, companyId: number, userId: string): Promise<string | null> {
  const row = await waitingFor(tx, companyId, userId)
    .select('threat_id')
    .orderBy('first_at')
    .orderBy('threat_id')
    .limit(1)
    .executeTakeFirst()
  return row?.threat_id ?? null
}

/**
 * Records a second decision, once.
 *
 * @returns the first one; null if the threat doesn't wait for this reviewer
 */
export async function putSecondVerdict(
  tx: Tx,
  companyId: number,
  threatId: string,
  by: Reviewer,
  verdict: SecondVerdict,
) {
  const row = await tx
    .updateTable('second_reviews')
    .set({ second_by: by.userId, second_by_name: by.name, second_verdict: verdict, second_at: sql<Date>`now()` })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('second_at', 'is', null)
    .where('first_by', '<>', by.userId)
    .returning(['first_verdict', 'first_by_name', 'first_at'])
    .executeTakeFirst()
  return row ?? null
}

/** How often each pair of decisions occurred since a time. Index: second_reviews_at. */
export async function decisionPairs(tx: Tx, companyId: number, since: Date): Promise<DecisionPair[]> {
  const { rows } = await sql<DecisionPair>`
    select first_verdict as first, second_verdict as second, count(*)::int as count from second_reviews
    where company_id = ${companyId} and second_at >= ${since} group by 1, 2`.execute(tx)
  return rows
}

export interface Disagreement {
  threat_id: string
  title: string
  source: AnySource
  first_verdict: SecondVerdict
  first_by_name: string
  second_verdict: SecondVerdict
  second_by_name: string
  second_at: Date
}

/** The latest disagreements since a time. Index: second_reviews_at. */
export async function latestDisagreements(tx: Tx, companyId: number, since: Date): Promise<Disagreement[]> {
  const { rows } = await sql<Disagreement>`
    select r.threat_id, t.title, t.source, r.first_verdict, r.first_by_name, r.second_verdict, r.second_by_name, r.second_at
    from second_reviews r join threats t on t.company_id = r.company_id and t.id = r.threat_id
    where r.company_id = ${companyId} and r.second_at >= ${since} and r.first_verdict <> r.second_verdict
    order by r.second_at desc, r.threat_id limit ${disagreementsMax}`.execute(tx)
  return rows
}
