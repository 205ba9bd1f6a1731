import * as z from 'zod/mini'
import type * as contract from '@signet/contract/reports/exports'
import { exportFilters, type ExportKind } from '@signet/contract/reports/exports'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { refusedInput } from '../../app/refused-input.ts'
import { AppError, found } from '../../errors.ts'
import { rangeOf } from '../../app/range.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { filesOf, filesOfMany } from '../evidence/files.queries.ts'
import { queueExport, refuseUnusable } from './queue-export.ts'
import {
  countUnfinished,
  findExport,
  listExportRows,
  deleteExportRow,
  toExport,
  type ExportRow,
} from './exports.queries.ts'

// Waiting or running exports of one company.
const unfinishedMax = 20

const ownOf = ({ company, actor }: Context) => ({ companyId: company.id, userId: actor.userId })

export const listExports: Handler<typeof contract.listExports> = async (context, { query }) => {
  const page = await listExportRows(context.tx, ownOf(context), query)
  const files = await filesOfMany(
    context,
    'export',
    page.items.map(({ id }) => id),
  )
  return { ...page, items: page.items.map((row) => toExport(row, files.get(row.id)?.[0], context.fileHref)) }
}

/**
 * @throws AppError `MODULE_OFF` if the company doesn't use the module of the export
 * @throws AppError `BAD_REQUEST` for a filter that the list of the same records would refuse
 * @throws AppError `TOO_MANY_REQUESTS` if twenty exports of the company are waiting or running
 */
export const addExport: Handler<typeof contract.addExport> = async (context, { body }) => {
  const { tx, company } = context
  const { kind, format, filters = {} } = body
  refuseUnusable(context, kind)
  rangeOf(decodeFilters(kind, filters))
  if ((await countUnfinished(tx, company.id)) >= unfinishedMax) {
    throw new AppError('EXPORTS_RUNNING', {}, { retryAfter: 60 })
  }
  return { id: await queueExport(context, { kind, format, filters }) }
}

/** @throws AppError `NOT_FOUND` if it isn't the caller's own */
export const getExport: Handler<typeof contract.getExport> = async (context, { params }) => {
  const row = await exportOf(context, params.exportId)
  const [file] = await filesOf(context, 'export', row.id)
  return toExport(row, file, context.fileHref)
}

/** @throws AppError `NOT_FOUND` if it isn't the caller's own */
export const deleteExport: Handler<typeof contract.deleteExport> = async (context, { params }) => {
  const { tx, company } = context
  const row = await exportOf(context, params.exportId)
  await deleteExportRow(tx, company.id, row.id)
  await recordAudit(context, {
    action: 'export.deleted',
    targetType: 'export',
    targetId: row.id,
    before: { kind: row.kind, format: row.format, status: row.status },
  })
  return undefined
}

async function exportOf(context: Context, exportId: string): Promise<ExportRow> {
  return found(await findExport(context.tx, ownOf(context), exportId), 'export')
}

/**
 * The decoded filters of a kind.
 *
 * @throws AppError `BAD_REQUEST` naming each refused filter
 */
export function decodeFilters(kind: ExportKind, filters: Record<string, string | string[]>) {
  const schema: z.ZodMiniType<Parameters<typeof rangeOf>[0]> = exportFilters[kind]
  const result = z.safeDecode(schema, filters)
  if (result.success) return result.data
  throw refusedInput(result.error, filters, 'body.filters')
}
