import type { addTakedownFile as addFile } from '@signet/contract/files'
import type * as contract from '@signet/contract/takedowns'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { auditOf, recordAudit } from '../audit/audit.queries.ts'
import { historyText } from '../audit/history-text.ts'
import { filesOf, insertFile } from '../evidence/files.queries.ts'
import { findTakedown, listTakedownRows, takedownOptions, toTakedown } from './takedowns.queries.ts'

export const listTakedowns: Handler<typeof contract.listTakedowns> = async (context, { query }) => {
  const page = await listTakedownRows(context.tx, context.company.id, query)
  return { ...page, items: page.items.map((row) => toTakedown(row, context.company)) }
}

/** @throws AppError `NOT_FOUND` when the takedown is outside the company */
export const getTakedown: Handler<typeof contract.getTakedown> = async (context, { params }) => {
  const row = await findTakedown(context.tx, context.company.id, params.takedownId)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such takedown.')
  const audited = await auditOf(context.tx, context.company.id, [row.id])
  return {
    ...toTakedown(row, context.company),
    relapses: row.relapse_count,
    files: await filesOf(context, 'takedown', row.id),
    events: audited.map((entry) => {
      const remark = (entry.after as { remark?: string } | null)?.remark
      return {
        id: entry.id,
        at: entry.at.toISOString(),
        by: entry.by_name,
        action: entry.action,
        text: historyText(entry.action, entry.after),
        ...(remark ? { remark } : {}),
      }
    }),
  }
}

/** @throws AppError `NOT_FOUND` when the takedown is outside the company */
export const addTakedownFile: Handler<typeof addFile> = async (context, { params, file }) => {
  const row = await findTakedown(context.tx, context.company.id, params.takedownId)
  if (!row) throw new AppError('NOT_FOUND', 'There is no such takedown.')
  const added = await insertFile(context, { owner: 'takedown', ownerId: row.id, ...file })
  await recordAudit(context, {
    action: 'takedown.fileAdded',
    targetType: 'takedown',
    targetId: row.id,
    after: { fileId: added.id, ...file },
  })
  return added
}

export const getTakedownSources: Handler<typeof contract.getTakedownSources> = (context) =>
  takedownOptions(context.tx, context.company.id, 'source', {})
export const getTakedownTypes: Handler<typeof contract.getTakedownTypes> = (context, { query }) =>
  takedownOptions(context.tx, context.company.id, 'type', query)
export const getTakedownSeverities: Handler<typeof contract.getTakedownSeverities> = (context, { query }) =>
  takedownOptions(context.tx, context.company.id, 'severity', query)
export const getTakedownStatuses: Handler<typeof contract.getTakedownStatuses> = (context) =>
  takedownOptions(context.tx, context.company.id, 'status', {})
