import { viewsMax, type View } from '@signet/contract/threats/views'
import type * as contract from '@signet/contract/threats/views'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { insertSubscription, isSubscribedTo, deleteSubscription } from './subscriptions.queries.ts'
import { readView } from './view-filter.ts'
import {
  countOwnViews,
  findVisibleView,
  hasViewNamed,
  insertView,
  listViewRows,
  lockOwnView,
  deleteViewRow,
  toView,
  setView,
  type ViewRow,
} from './views.queries.ts'

export const listViews: Handler<typeof contract.listViews> = async (context, { query }) => {
  const rows = await listViewRows(context, query.list)
  return rows.map((row) => toView(row, context.actor.userId))
}

/** @throws AppError `BAD_REQUEST` for a name that is already used or if there are too many views */
export const addView: Handler<typeof contract.addView> = async (context, { body }) => {
  if (await hasViewNamed(context, body.list, body.name)) throw nameTaken()
  if ((await countOwnViews(context, body.list)) >= viewsMax) throw new AppError('TOO_MANY_VIEWS', { max: viewsMax })
  const row = await insertView(context, body)
  await audit(context, 'view.added', row)
  return toView({ ...row, is_subscribed: false }, context.actor.userId)
}

/**
 * @throws AppError `NOT_FOUND` for another user's view, `CONFLICT` for a stale version, `BAD_REQUEST` for a name that is already used, or
 * filters of a subscribed view that the list doesn't have
 */
export const changeView: Handler<typeof contract.changeView> = async (context, { params, body }) => {
  const before = await ownView(context, params.viewId)
  const { version, ...changes } = body
  if (before.version !== version) throw new AppError('STALE_VERSION', { what: 'view' })
  if (changes.name !== undefined && (await hasViewNamed(context, before.list, changes.name, before.id)))
    throw nameTaken()
  const row = await setView(context, before.id, changes)
  // Otherwise its subscribers would wait in vain.
  if (!readView(row) && (await isSubscribedTo(context.tx, context.company.id, row.id))) throw notReadable()
  await audit(context, 'view.changed', row, before)
  return sent(context, row.id)
}

/** @throws AppError `NOT_FOUND` for another user's view */
export const deleteView: Handler<typeof contract.deleteView> = async (context, { params }) => {
  const before = await ownView(context, params.viewId)
  await deleteViewRow(context, before.id)
  await audit(context, 'view.deleted', before)
  return undefined
}

/** @throws AppError `NOT_FOUND` for a view that the caller doesn't see, `BAD_REQUEST` for filters that the list doesn't have */
export const subscribeToView: Handler<typeof contract.subscribeToView> = async (context, { params }) => {
  const { tx, company, actor } = context
  const row = found(await findVisibleView(context, params.viewId), 'view')
  if (!readView(row)) throw notReadable()
  await insertSubscription(tx, company.id, row.id, actor.userId)
  if (!row.is_subscribed) await audit(context, 'view.subscribed', row)
  return sent(context, row.id)
}

/** @throws AppError `NOT_FOUND` for a view that the caller doesn't see */
export const unsubscribeFromView: Handler<typeof contract.unsubscribeFromView> = async (context, { params }) => {
  const { tx, company, actor } = context
  const row = found(await findVisibleView(context, params.viewId), 'view')
  await deleteSubscription(tx, company.id, row.id, actor.userId)
  if (row.is_subscribed) await audit(context, 'view.unsubscribed', row)
  return sent(context, row.id)
}

/** The view as it is now. */
async function sent(context: Context, viewId: string): Promise<View> {
  return toView(found(await findVisibleView(context, viewId), 'view'), context.actor.userId)
}

const notReadable = () => new AppError('VIEW_NOT_READABLE')

async function ownView(context: Context, viewId: string): Promise<ViewRow> {
  return found(await lockOwnView(context, viewId), 'view')
}

const nameTaken = () => new AppError('VIEW_NAME_TAKEN', {}, { at: 'body.name' })

const auditFields = ({ list, name, source, filters, is_shared: isShared }: ViewRow): Partial<View> => ({
  list,
  name,
  source,
  filters,
  isShared,
})

function audit(context: Context, action: string, row: ViewRow, before?: ViewRow): Promise<void> {
  return recordAudit(context, {
    action,
    targetType: 'view',
    targetId: row.id,
    ...(before ? { before: auditFields(before) } : {}),
    after: auditFields(row),
  })
}
