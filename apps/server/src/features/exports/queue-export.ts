import { randomUUID } from 'node:crypto'
import type { ExportFormat, ExportKind } from '@signet/contract/reports/exports'
import { can } from '@signet/contract/access/permissions'
import { exportJob } from './exports.jobs.ts'
import type { Actor, CompanyRef, Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { exporters } from './exporters.generated.ts'
import { insertExport, publishExportChanged } from './exports.queries.ts'

/**
 * @throws AppError `MODULE_OFF` if the company doesn't use the module of the export
 * @throws AppError `NOT_FOUND` if the actor may not see the list
 */
export function refuseUnusable({ company, actor }: { company: CompanyRef; actor: Actor }, kind: ExportKind): void {
  const exporter = exporters[kind]
  if (exporter.module && company.modules[exporter.module] !== true) {
    throw new AppError('MODULE_OFF')
  }
  // Users who may not see a list can't export it. No role is affected today, so there is no separate 403 answer.
  if (!can(actor.role, exporter.permission)) throw new AppError('NOT_FOUND', { what: 'page' })
}

/** Stores an export, queues the job that creates its file, and records the request in the audit. */
export async function queueExport(
  context: Pick<Context, 'tx' | 'company' | 'actor' | 'enqueue' | 'ip'> & { requestId: string | null },
  request: { kind: ExportKind; format: ExportFormat; filters: Record<string, string | string[]> },
): Promise<string> {
  const { tx, company, actor } = context
  const { kind, format, filters } = request
  const id = randomUUID()
  const by = { created_by: actor.userId, created_by_name: actor.name }
  await insertExport(tx, company.id, { id, kind, format, filters: JSON.stringify(filters), ...by })
  await recordAudit(context, {
    action: 'export.requested',
    targetType: 'export',
    targetId: id,
    after: { kind, format, filters },
  })
  await publishExportChanged(tx, { company_id: company.id, id, created_by: actor.userId }, 'queued')
  await context.enqueue(tx, exportJob, { companyId: company.id, exportId: id, userId: actor.userId })
  return id
}
