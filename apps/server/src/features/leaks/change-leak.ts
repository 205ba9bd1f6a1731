import type { LeakStatus } from '@signet/contract/leaks/leaks'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { CountChanges, countedColumns } from './leak-counts.queries.ts'

/** The result of changing several leaks; `failed` names those that don't exist. */
export interface ChangedLeaks {
  done: string[]
  failed: { id: string; code: string }[]
}

/** Sets the status of several leaks; each change is recorded separately. Index: leaks_pkey. */
export async function changeLeakStatuses(
  context: Context,
  leakIds: readonly string[],
  status: LeakStatus,
): Promise<ChangedLeaks> {
  const { tx, company } = context
  const ids = [...new Set(leakIds)]
  const found = await tx
    .selectFrom('leaks')
    .select([...countedColumns, 'id'])
    .where('company_id', '=', company.id)
    .where('id', 'in', ids)
    // Always in the same order, to avoid deadlocks between two of these calls.
    .orderBy('id')
    .forUpdate()
    .execute()
  const moved = found.filter((leak) => leak.status !== status)
  if (moved.length > 0) {
    await tx
      .updateTable('leaks')
      .set((set) => ({ status, version: set('version', '+', 1) }))
      .where('company_id', '=', company.id)
      .where(
        'id',
        'in',
        moved.map(({ id }) => id),
      )
      .execute()
    const changes = new CountChanges()
    for (const leak of moved) {
      changes.add(leak, -1)
      changes.add({ ...leak, status }, 1)
    }
    await changes.write(tx, company.id)
    for (const leak of moved) {
      await recordAudit(context, {
        action: 'leak.changed',
        targetType: 'leak',
        targetId: leak.id,
        before: { status: leak.status },
        after: { status },
      })
    }
  }
  const known = new Set(found.map(({ id }) => id))
  return {
    done: ids.filter((id) => known.has(id)),
    failed: ids.filter((id) => !known.has(id)).map((id) => ({ id, code: 'NOT_FOUND' })),
  }
}

/**
 * Sets the status of a leak. Ignored leaks are excluded from the figures and other statuses include them again, in the same transaction.
 *
 * @throws AppError `NOT_FOUND` if the leak is outside the company
 * @throws AppError `CONFLICT` if it has changed since it was read
 */
export async function changeLeakStatus(
  context: Context,
  leakId: string,
  { status, version }: { status: LeakStatus; version: number },
): Promise<void> {
  const { tx, company } = context
  const before = await tx
    .selectFrom('leaks')
    .select([...countedColumns, 'version'])
    .where('company_id', '=', company.id)
    .where('id', '=', leakId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw new AppError('NOT_FOUND', { what: 'leak' })
  if (before.version !== version) throw new AppError('STALE_VERSION', { what: 'leak' })
  if (before.status === status) return
  await tx
    .updateTable('leaks')
    .set((set) => ({ status, version: set('version', '+', 1) }))
    .where('company_id', '=', company.id)
    .where('id', '=', leakId)
    .execute()
  const changes = new CountChanges()
  changes.add(before, -1)
  changes.add({ ...before, status }, 1)
  await changes.write(tx, company.id)
  await recordAudit(context, {
    action: 'leak.changed',
    targetType: 'leak',
    targetId: leakId,
    before: { status: before.status },
    after: { status },
  })
}
