import { randomUUID } from 'node:crypto'
import type { UndoImport } from './imports.jobs.ts'
import type { keptReasons } from '@signet/contract/collection/imports'
import type { JobParts, JobRun } from '../../../app/jobs.ts'
import type { Tx } from '../../../db/database.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { notifyArrived } from '../../notifications/notify-changes.ts'
import { changeImport, setRun, type ImportRow } from './imports.queries.ts'
import { importedThreats, removeThreats, type ImportedThreat } from './undo-import.queries.ts'

/** Threats of one transaction. */
const batchSize = 2000

/**
 * Removes the threats that an import added and that still wait for their review as they came. Each batch is committed with its place, so
 * a run that is interrupted resumes there.
 */
export async function runUndoImport(
  { database }: Pick<JobParts, 'database'>,
  { companyId, importId, userId, userName }: UndoImport,
  { signal, stopping }: Pick<JobRun, 'signal' | 'stopping'>,
): Promise<void> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const row = await inCompany((tx) => changeImport(tx, companyId, importId, ['undoing'], { run: randomUUID() }))
  if (!row) return
  const actor = { userId, name: userName }
  while (await inCompany((tx) => undoBatch(tx, row, actor))) AbortSignal.any([signal, stopping]).throwIfAborted()
}

/** @returns whether there may be more */
async function undoBatch(tx: Tx, row: ImportRow, actor: { userId: string; name: string }): Promise<boolean> {
  const batch = await importedThreats(tx, row, batchSize)
  const removed = batch.filter((threat) => reasonToKeep(threat) === null).map(({ id }) => id)
  await removeThreats(tx, row, removed, actor)
  row.removed += removed.length
  for (const threat of batch) {
    const reason = reasonToKeep(threat)
    if (reason) row.kept[reason] = (row.kept[reason] ?? 0) + 1
  }
  row.undone_to = batch.at(-1)?.id ?? row.undone_to
  const isEnd = batch.length < batchSize
  const isMine = await setRun(tx, row, {
    undone_to: row.undone_to,
    removed: row.removed,
    kept: JSON.stringify(row.kept),
    ...(isEnd ? { state: 'undone' } : {}),
  })
  // Another worker has it: rolls back this batch.
  if (!isMine) throw new Error(`The import ${row.id} is undone by another process`)
  if (removed.length > 0) await notifyArrived(tx, row.company_id)
  if (isEnd) {
    await recordAudit(asProduct(tx, row.company_id), {
      action: 'import.undone',
      targetType: 'import',
      targetId: row.id,
      after: { removed: row.removed, kept: row.kept },
    })
  }
  return !isEnd
}

/** The step that a person took; null if there is none. */
function reasonToKeep({ stage, status, hasDuplicates }: ImportedThreat): (typeof keptReasons)[number] | null {
  if (stage !== 'queued') return stage
  if (hasDuplicates) return 'merged'
  return status === 'open' ? null : 'decided'
}
