import type { AllowEntry } from '@signet/contract/threats/allow-list'
import { allowedBy, type SeenAt } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { hasEntries, rulesFor } from './rules.queries.ts'

/**
 * The entries of a company's allow list that would suppress the given findings; nothing is counted.
 *
 * @param seen at most a few thousand
 * @param now the time that expiry is compared with
 * @returns one answer for each, in the same order; null for findings that wouldn't be suppressed
 */
export async function suppressedBy(
  tx: Tx,
  companyId: number,
  seen: readonly SeenAt[],
  now: Date,
): Promise<(Pick<AllowEntry, 'id' | 'kind' | 'value' | 'reason' | 'expiresAt'> | null)[]> {
  if (seen.length === 0 || !(await hasEntries(tx, companyId))) return seen.map(() => null)
  const rules = await rulesFor(
    tx,
    companyId,
    seen.map((one) => ({ seen: one })),
  )
  return seen.map((one) => {
    const allowed = allowedBy(rules, one, now)
    if (allowed?.state !== 'suppressed') return null
    const { id, kind, value, reason, expiresAt } = allowed.rule
    return { id, kind, value, reason, expiresAt: expiresAt?.toISOString() ?? null }
  })
}
