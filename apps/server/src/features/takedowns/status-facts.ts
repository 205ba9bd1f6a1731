import type { TakedownStatus } from '@signet/contract/takedowns/takedowns'
import type { Tx } from '../../db/database.ts'
import type { TakedownWithThreat } from '../cases/takedowns.queries.ts'

/** What must be recorded with an attempt before a person may set a status without a reason. */
const factOf: Partial<Record<TakedownStatus, 'sent' | 'answered' | 'refused'>> = {
  submitted: 'sent',
  acknowledged: 'answered',
  info_requested: 'answered',
  refused: 'refused',
}
/** The decision of the person who sets these is itself the fact. */
const decisions: ReadonlySet<TakedownStatus> = new Set(['awaiting_authorisation', 'authorised'])

/**
 * Whether the case shows that a status is true when a person sets it: a notice that was sent, an answer that was recorded. What happened
 * before the case was reopened no longer counts. The other statuses follow from checks, which the product makes itself, or are somebody's
 * judgement, so a person gives a reason for them.
 */
export async function isShownByCase(tx: Tx, row: TakedownWithThreat, status: TakedownStatus): Promise<boolean> {
  if (decisions.has(status)) return true
  const fact = factOf[status]
  if (!fact) return false
  const since = new Date(row.reached_at.reopened ?? 0)
  const attempts = tx
    .selectFrom('takedown_attempts')
    .select('id')
    .where('company_id', '=', row.company_id)
    .where('takedown_id', '=', row.id)
  const shown =
    fact === 'sent'
      ? attempts.where('sent_at', '>=', since)
      : attempts
          .where('answered_at', '>=', since)
          .where('status', 'in', fact === 'refused' ? ['refused'] : ['acknowledged', 'actioned', 'refused'])
  return (await shown.executeTakeFirst()) !== undefined
}
