import { takedownFlow } from '@signet/contract/takedowns/takedowns'
import type { ReplyClass } from '@signet/contract/takedowns/replies'
import type { ColumnValue } from '../../db/columns.ts'
import type { TakedownWithThreat } from '../cases/takedowns.queries.ts'
import { watchSooner } from '../threats/domain-watches.queries.ts'
import { putMove, type Mover } from './put-move.ts'

/** What an answer makes of its attempt. A question shows that the provider received the notice. */
const statuses = {
  acknowledged: 'acknowledged',
  question: 'acknowledged',
  done: 'actioned',
  refused: 'refused',
} as const satisfies Record<Exclude<ReplyClass, 'other'>, ColumnValue<'takedown_attempts.status'>>

/** The note of the product's own move; it matches a text of the portal. */
const note = 'The provider confirmed that it received the notice'

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
    await tx
      .updateTable('takedown_attempts')
      .set({ status: statuses[reply.class], answer: reply.sentence, answered_at: now, updated_at: now })
      .where('company_id', '=', row.company_id)
      .where('id', '=', reply.attemptId)
      // A later receipt doesn't undo what was done or refused.
      .$if(statuses[reply.class] === 'acknowledged', (update) =>
        update.where('status', 'not in', ['actioned', 'refused']),
      )
      .execute()
  }
  if (reply.class === 'done') await watchSooner(tx, row.company_id, row.threat_id)
  const next: readonly string[] = takedownFlow[row.status]
  if (reply.class === 'acknowledged' && reply.attemptId && next.includes('acknowledged')) {
    await putMove({ ...mover, actor: null }, row, { status: 'acknowledged', note }, now)
  }
}
