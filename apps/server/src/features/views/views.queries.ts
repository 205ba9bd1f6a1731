import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '@signet/contract/route'
import type { addView, changeView, View, ViewList } from '@signet/contract/threats/views'
import type { Context } from '../../app/context.ts'
import type { Row } from '../../db/rows.ts'

export type ViewRow = Row<'saved_views'>
/** A view, and whether the reader subscribed to it. */
export type ReadViewRow = ViewRow & { is_subscribed: boolean }

/** The views that a reader may see: their own and shared ones. */
const visibleViews = ({ tx, company, actor }: Context) =>
  tx
    .selectFrom('saved_views')
    .selectAll()
    .select(isSubscribed(company.id, actor.userId).as('is_subscribed'))
    .where('company_id', '=', company.id)
    .where((where) => where.or([where('user_id', '=', actor.userId), where('is_shared', '=', true)]))

/** Index: view_subscriptions_pkey. */
const isSubscribed = (companyId: number, userId: string) =>
  sql<boolean>`exists (select from view_subscriptions s where s.company_id = ${companyId} and s.view_id = saved_views.id
    and s.user_id = ${userId})`

/** One of the views that a reader may see. Index: saved_views_pkey. */
export const findVisibleView = (context: Context, viewId: string): Promise<ReadViewRow | undefined> =>
  visibleViews(context).where('id', '=', viewId).executeTakeFirst()

/** The views that a reader may see in a list, or in all of them, by name. Index: saved_views_list. */
export function listViewRows(context: Context, list: ViewList | undefined): Promise<ReadViewRow[]> {
  return visibleViews(context)
    .$call((query) => (list !== undefined ? query.where('list', '=', list) : query))
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

export async function countOwnViews({ tx, company, actor }: Context, list: ViewList): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_views')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', company.id)
    .where('user_id', '=', actor.userId)
    .where('list', '=', list)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Whether the reader has another view with that name in the list. Index: saved_views_name_uq. */
export async function hasViewNamed(
  { tx, company, actor }: Context,
  list: ViewList,
  name: string,
  exceptId?: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('saved_views')
    .select('id')
    .where('company_id', '=', company.id)
    .where('user_id', '=', actor.userId)
    .where('list', '=', list)
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .$call((query) => (exceptId !== undefined ? query.where('id', '!=', exceptId) : query))
    .executeTakeFirst()
  return found !== undefined
}

/** One of the reader's own views, locked for a change. */
export function lockOwnView({ tx, company, actor }: Context, viewId: string): Promise<ViewRow | undefined> {
  return tx
    .selectFrom('saved_views')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('user_id', '=', actor.userId)
    .where('id', '=', viewId)
    .forUpdate()
    .executeTakeFirst()
}

export function insertView({ tx, company, actor }: Context, body: BodyOf<typeof addView>): Promise<ViewRow> {
  return tx
    .insertInto('saved_views')
    .values({
      company_id: company.id,
      id: randomUUID(),
      user_id: actor.userId,
      user_name: actor.name,
      list: body.list,
      name: body.name,
      source: body.source,
      filters: JSON.stringify(body.filters),
      columns: body.columns && JSON.stringify(body.columns),
      is_shared: body.isShared,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function setView(
  { tx, company }: Context,
  viewId: string,
  { name, source, filters, columns, isShared }: Omit<BodyOf<typeof changeView>, 'version'>,
): Promise<ViewRow> {
  return tx
    .updateTable('saved_views')
    .set((set) => ({
      version: set('version', '+', 1),
      ...(name === undefined ? {} : { name }),
      ...(source === undefined ? {} : { source }),
      ...(filters === undefined ? {} : { filters: JSON.stringify(filters) }),
      ...(columns === undefined ? {} : { columns: columns && JSON.stringify(columns) }),
      ...(isShared === undefined ? {} : { is_shared: isShared }),
    }))
    .where('company_id', '=', company.id)
    .where('id', '=', viewId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteViewRow({ tx, company }: Context, viewId: string): Promise<void> {
  await tx.deleteFrom('saved_views').where('company_id', '=', company.id).where('id', '=', viewId).execute()
}

/** A view as it is sent to a reader. */
export function toView(row: ReadViewRow, userId: string): View {
  return {
    id: row.id,
    list: row.list,
    name: row.name,
    source: row.source,
    filters: row.filters,
    columns: row.columns,
    isShared: row.is_shared,
    isOwn: row.user_id === userId,
    by: row.user_name,
    isSubscribed: row.is_subscribed,
    version: row.version,
  }
}
