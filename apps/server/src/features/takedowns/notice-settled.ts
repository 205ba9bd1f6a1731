import { isOneOf } from '@signet/contract/narrow'
import { attemptChannels, openTakedownStatuses, takedownFlow } from '@signet/contract/takedowns/takedowns'
import type { Enqueue } from '../../app/jobs.ts'
import type { MailRefusal, MailSettled } from '../../app/mailer.ts'
import type { Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { closedBeforeSent, findTakedown, type TakedownWithThreat } from '../cases/takedowns.queries.ts'
import { publishEvents } from '../notifications/live-events.queries.ts'
import { putMove, type Mover } from './put-move.ts'

const actions = {
  sent: 'takedown.noticeSent',
  failed: 'takedown.noticeFailed',
  unknown: 'takedown.noticeUnknown',
} as const

/** The notes of the product's own moves; they match the texts of the portal. */
const notes = {
  email: 'The mail server took the notice',
  api: 'The service took the report',
  form: 'The form was submitted',
} as const

/** The attempt of an email with its case, whose threat is locked. Index: takedown_attempts_mail. */
async function lockCaseOf(tx: Tx, companyId: number, mailId: string) {
  const attempt = await tx
    .selectFrom('takedown_attempts')
    .select(['id', 'takedown_id', 'channel', 'way', 'recipient'])
    .where('company_id', '=', companyId)
    .where('mail_id', '=', mailId)
    .executeTakeFirst()
  const known = attempt && (await findTakedown(tx, companyId, attempt.takedown_id))
  if (!known) return null
  // A decision locks the threat before its case; the same order here prevents a deadlock.
  await tx
    .selectFrom('threats')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', known.threat_id)
    .forUpdate()
    .execute()
  const row = await findTakedown(tx, companyId, attempt.takedown_id)
  return row ? { attempt, row } : null
}

/** The ticket that a service gave, as the case number of its attempt. */
async function ticketOf(tx: Tx, companyId: number, mailId: string): Promise<{ reference?: string }> {
  const mail = await tx
    .selectFrom('mails')
    .select('ticket')
    .where('company_id', '=', companyId)
    .where('id', '=', mailId)
    .executeTakeFirst()
  return mail?.ticket ? { reference: mail.ticket } : {}
}

/** A notice of a closed case stays here, even if it was written before and a worker has only now come to it. */
export const noticeRefusal: MailRefusal = async (tx, { companyId, mailId }) => {
  const found = await lockCaseOf(tx, companyId, mailId)
  const isOpen = !found || isOneOf(openTakedownStatuses, found.row.status)
  return isOpen ? null : closedBeforeSent
}

/** Records in the case what became of the email of an attempt, and moves the case when a notice was sent. */
export const noticeSettled =
  (enqueue: Enqueue): MailSettled =>
  async (tx, { companyId, mailId }, outcome) => {
    const found = await lockCaseOf(tx, companyId, mailId)
    if (!found) return
    const { attempt, row } = found
    const now = new Date()
    if (outcome === 'sent') {
      await tx
        .updateTable('takedown_attempts')
        .set({ sent_at: now, updated_at: now, ...(await ticketOf(tx, companyId, mailId)) })
        .where('company_id', '=', companyId)
        .where('id', '=', attempt.id)
        .execute()
    }
    const mover: Mover = { tx, enqueue, company: { id: companyId }, actor: null, ip: null, requestId: null }
    await recordAudit(mover, {
      action: outcome === 'sent' && attempt.way === 'api' ? 'takedown.reportTaken' : actions[outcome],
      targetType: 'takedown',
      targetId: row.id,
      after: { attemptId: attempt.id, remark: `${attemptChannels[attempt.channel]}, ${attempt.recipient}` },
    })
    const data = { takedownId: row.id, threatId: row.threat_id, status: row.status }
    await publishEvents(tx, companyId, [{ type: 'takedown.changed', data }])
    if (outcome === 'sent') await advanceToSubmitted(mover, row, attempt.way, now)
  }

/** A notice was sent: a case that waits for one moves on by itself. The threat of the case must be locked. */
export async function advanceToSubmitted(
  mover: Mover,
  row: TakedownWithThreat,
  way: keyof typeof notes,
  now: Date,
): Promise<void> {
  if (!isOneOf(takedownFlow[row.status], 'submitted')) return
  await putMove({ ...mover, actor: null }, row, { status: 'submitted', note: notes[way] }, now)
}
