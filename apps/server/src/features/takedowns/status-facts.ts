import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { Tx } from '../../db/database.ts'
import type { TakedownWithThreat } from '../cases/takedowns.queries.ts'
import { hasAttempt } from './notices/attempts.queries.ts'

/** What must be recorded with an attempt before a person may set a status without a reason. */
const factOf: Partial<Record<TakedownStatus, 'sent' | 'escalated' | 'answered' | 'refused'>> = {
  submitted: 'sent',
  escalated: 'escalated',
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
  return hasAttempt(tx, row, fact, new Date(row.reached_at.reopened ?? 0))
}
