import type { LeakStatus } from '@signet/contract/leaks/leaks'
import type { Context } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { lockLeaks, setLeakStatus, type LockedLeak } from './leaks.queries.ts'

/** The result of changing several leaks; `failed` names those that don't exist or have changed since they were read. */
export interface ChangedLeaks {
  done: string[]
  /** The versions after the change, by leak. */
  versions: Record<string, number>
  failed: { id: string; code: string }[]
}

/**
 * Sets the status of several leaks; each change is recorded separately.
 *
 * @param versions those that were read, by leak; leaks without one aren't checked
 */
export async function changeLeakStatuses(
  context: Context,
  leakIds: readonly string[],
  status: LeakStatus,
  versions: Readonly<Record<string, number>> = {},
): Promise<ChangedLeaks> {
  const { tx, company } = context
  const ids = [...new Set(leakIds)]
  const found = await lockLeaks(tx, company.id, ids)
  const current = found.filter(({ id, version }) => (versions[id] ?? version) === version)
  const moved = current.filter((leak) => leak.status !== status)
  await moveLeaks(context, moved, status)
  const after = new Map(current.map((leak) => [leak.id, leak.version + (leak.status === status ? 0 : 1)]))
  const known = new Set(found.map(({ id }) => id))
  return {
    done: ids.filter((id) => after.has(id)),
    versions: Object.fromEntries(after),
    failed: ids.filter((id) => !after.has(id)).map((id) => ({ id, code: known.has(id) ? 'CONFLICT' : 'NOT_FOUND' })),
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
  const [before] = await lockLeaks(tx, company.id, [leakId])
  if (!before) throw new AppError('NOT_FOUND', { what: 'leak' })
  if (before.version !== version) throw new AppError('STALE_VERSION', { what: 'leak' })
  if (before.status !== status) await moveLeaks(context, [before], status)
}

async function moveLeaks(context: Context, leaks: readonly LockedLeak[], status: LeakStatus): Promise<void> {
  if (leaks.length === 0) return
  await setLeakStatus(context.tx, context.company.id, leaks, status)
  for (const leak of leaks) {
    await recordAudit(context, {
      action: 'leak.changed',
      targetType: 'leak',
      targetId: leak.id,
      before: { status: leak.status },
      after: { status },
    })
  }
}
