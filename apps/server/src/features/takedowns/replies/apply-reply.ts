import { takedownFlow } from '@signet/contract/takedowns/takedown-status'
import type { ReplyClass } from '@signet/contract/takedowns/replies'
import type { ColumnValue } from '../../../db/columns.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { setUpdated, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { watchSooner } from '../../threats/found/domain-watches.queries.ts'
import { setContactHealth } from '../../abuse-contacts/contact-health.queries.ts'
import { recipientOfAttempt, recordReply } from '../notices/attempts.queries.ts'
import { putMove, type Mover } from '../put-move.ts'

/** What an answer makes of its attempt. A question shows that the provider received the notice. */
const statuses = {
  acknowledged: 'acknowledged',
  question: 'acknowledged',
  done: 'actioned',
  refused: 'refused',
} as const satisfies Record<Exclude<ReplyClass, 'other'>, ColumnValue<'takedown_attempts.status'>>

/**
 * Lets a case react to an answer: it is recorded with its attempt, and a receipt moves a case that waits for one. What the provider says it
 * did is checked, not believed; a question or a refusal leaves the next step to a person.
 *
 * @param row its threat must be locked
 */
export async function applyReply(
  mover: Mover,
  row: TakedownWithThreat,
  reply: { attemptId: string | null; class: Exclude<ReplyClass, 'other'>; sentence: string },
): Promise<void> {
  const { tx } = mover
  const now = new Date()
  if (reply.attemptId) {
    const answer = { status: statuses[reply.class], answer: reply.sentence, at: now }
    await recordReply(tx, row.company_id, reply.attemptId, answer)
    await setUpdated(tx, row, now)
  }
  if (reply.class === 'done') await watchSooner(tx, row.company_id, row.threat_id)
  const next: readonly string[] = takedownFlow[row.status]
  if (reply.class === 'acknowledged' && reply.attemptId && next.includes('acknowledged')) {
    const words = messageOf('TAKEDOWN_ACKNOWLEDGED', {})
    await putMove({ ...mover, actor: null }, row, { status: 'acknowledged', words }, now)
  }
  // Who answers receives messages.
  const recipient = reply.attemptId && (await recipientOfAttempt(tx, row.company_id, reply.attemptId))
  if (recipient) await setContactHealth(tx, recipient, null)
}
