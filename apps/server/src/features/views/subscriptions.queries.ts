import type { Tx } from '../../db/database.ts'
import { whereThreats, type ThreatFilter, type ThreatScope } from '../threats/list/threat-filter.queries.ts'
import type { ViewRow } from './views.queries.ts'

/** Subscribes a user to a view; does nothing if they are. */
export async function insertSubscription(tx: Tx, companyId: number, viewId: string, userId: string): Promise<void> {
  await tx
    .insertInto('view_subscriptions')
    .values({ company_id: companyId, view_id: viewId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteSubscription(tx: Tx, companyId: number, viewId: string, userId: string): Promise<void> {
  await tx
    .deleteFrom('view_subscriptions')
    .where('company_id', '=', companyId)
    .where('view_id', '=', viewId)
    .where('user_id', '=', userId)
    .execute()
}

/** Whether anybody subscribed to a view. Index: view_subscriptions_pkey. */
export async function isSubscribedTo(tx: Tx, companyId: number, viewId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('view_subscriptions')
    .select('user_id')
    .where('company_id', '=', companyId)
    .where('view_id', '=', viewId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The views of a company with one of their subscribers each: their own, or while they are shared. Index: view_subscriptions_pkey. */
export function subscribedViews(tx: Tx, companyId: number): Promise<(ViewRow & { subscriber_id: string })[]> {
  return tx
    .selectFrom('view_subscriptions')
    .innerJoin('saved_views', (join) =>
      join
        .onRef('saved_views.company_id', '=', 'view_subscriptions.company_id')
        .onRef('saved_views.id', '=', 'view_subscriptions.view_id'),
    )
    .selectAll('saved_views')
    .select('view_subscriptions.user_id as subscriber_id')
    .where('view_subscriptions.company_id', '=', companyId)
    .where('saved_views.company_id', '=', companyId)
    .where((where) =>
      where.or([
        where('saved_views.user_id', '=', where.ref('view_subscriptions.user_id')),
        where('saved_views.is_shared', '=', true),
      ]),
    )
    .orderBy('saved_views.id')
    .orderBy('view_subscriptions.user_id')
    .execute()
}

/** Keeps the threats that a subscriber is notified of; returns those that they weren't before. */
export async function insertViewHits(
  tx: Tx,
  view: Pick<ViewRow, 'company_id' | 'id'> & { subscriber_id: string },
  threatIds: readonly string[],
): Promise<Set<string>> {
  const hits = await tx
    .insertInto('view_hits')
    .values(
      threatIds.map((threatId) => ({
        company_id: view.company_id,
        view_id: view.id,
        user_id: view.subscriber_id,
        threat_id: threatId,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('threat_id')
    .execute()
  return new Set(hits.map(({ threat_id: threatId }) => threatId))
}

/** What a view finds for a subscriber, the most severe first. Index: threats_pkey. */
export const foundForSubscriber = (tx: Tx, scope: ThreatScope, filter: ThreatFilter) =>
  whereThreats(
    tx.selectFrom('threats').select(['id', 'kind', 'title', 'source', 'severity', 'threat_type']),
    scope,
    filter,
  )
    .orderBy('severity', 'desc')
    .orderBy('id')
    .execute()
export type FoundRecord = Awaited<ReturnType<typeof foundForSubscriber>>[number]
