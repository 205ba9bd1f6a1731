import type { AssignedKind } from '@signet/contract/threats/assignees'
import type { Context } from '../../app/context.ts'
import { messageOf, wordsOf } from '../../errors/sentences.ts'
import { putAssignments, type AssignedUser } from '../assignees/assignments.queries.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { notifyAssigned, type PersonalRecord } from '../notifications/notify-person.ts'

/** A locked record that is to be assigned. */
export type AssignedRecord = PersonalRecord & { id: string }

/**
 * Assigns locked records to a person or to no one. Only those that were assigned otherwise are audited, and the person is notified of them
 * once, so that a repeated call does nothing.
 *
 * @param listHref the list that a notification about several records opens
 * @returns the ids of those that changed
 */
export async function assignRecords(
  context: Context,
  kind: AssignedKind,
  records: readonly AssignedRecord[],
  person: AssignedUser | null,
  listHref: string,
): Promise<string[]> {
  const ids = records.map(({ id }) => id)
  const changed = await putAssignments(context, kind, ids, person)
  const words = wordsOf(person ? messageOf('ASSIGNED_TO', { name: person.name }) : messageOf('UNASSIGNED', {}))
  await recordAudit(
    context,
    [...changed].map(([targetId, before]) => ({
      action: `${kind}.assigned`,
      targetType: kind,
      targetId,
      before: { assignee: before },
      after: { assignee: person?.name ?? null, words },
    })),
  )
  if (person) {
    const theirs = records.filter(({ id }) => changed.has(id))
    await notifyAssigned(context, person.id, theirs, { href: listHref })
  }
  return [...changed.keys()]
}
