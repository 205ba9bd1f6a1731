import { isOneOf } from '@signet/contract/narrow'
import type { AttemptPurpose, AttemptWay } from '@signet/contract/takedowns/attempts'
import { openTakedownStatuses, takedownFlow } from '@signet/contract/takedowns/takedown-status'
import type { Enqueue } from '../../../app/jobs.ts'
import type { MailRefusal, MailSettled } from '../../../app/mailer.ts'
import { companyOf } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { asProduct, recordAudit } from '../../audit/audit.queries.ts'
import { closedBeforeSent, lockTakedown, setUpdated, type TakedownWithThreat } from '../../cases/takedowns.queries.ts'
import { publishTakedownChanged } from '../../notifications/live-events.queries.ts'
import { setContactHealth } from '../../abuse-contacts/contact-health.queries.ts'
import { findMail, settleMail, suppressionOf } from '../../mail/mails.queries.ts'
import { attemptOfMail, unsentMailOf, setAttempt } from './attempts.queries.ts'
import { putMove, type Mover } from '../put-move.ts'
import { attemptWords } from './attempt-words.ts'

const actions = {
  sent: 'takedown.noticeSent',
  failed: 'takedown.noticeFailed',
  unknown: 'takedown.noticeUnknown',
} as const

/** The attempt of an email with its case, whose threat is locked. */
async function lockCaseOf(tx: Tx, companyId: number, mailId: string) {
  const attempt = await attemptOfMail(tx, companyId, mailId)
  const row = attempt && (await lockTakedown(tx, companyId, attempt.takedown_id))
  return row ? { attempt, row } : null
}

/** A notice of a closed case or an archived company stays here, even if it was written before and a worker has only now come to it. */
export const noticeRefusal: MailRefusal = async (tx, { companyId, mailId }) => {
  const found = await lockCaseOf(tx, companyId, mailId)
  if (!found) return null
  if (!isOneOf(openTakedownStatuses, found.row.status)) return closedBeforeSent
  return (await companyOf(tx, companyId)).is_active ? null : messageOf('MAIL_COMPANY_ARCHIVED', {})
}

/** Whether a mail server refused the address now, and not the message, or the address before. */
async function isAddressRefused(tx: Tx, companyId: number, mailId: string, recipient: string): Promise<boolean> {
  const isTried = (await findMail(tx, companyId, mailId))?.state === 'failed'
  return isTried && (await suppressionOf(tx, companyId, recipient)) !== null
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
      // The ticket that a service gave is the case number of its attempt.
      const ticket = (await findMail(tx, companyId, mailId))?.ticket
      await setAttempt(tx, companyId, attempt.id, { sent_at: now, ...(ticket ? { reference: ticket } : {}) }, now)
      await setUpdated(tx, row, now)
    }
    const mover: Mover = { ...asProduct(tx, companyId), enqueue }
    await recordAudit(mover, {
      action: outcome === 'sent' && attempt.way === 'api' ? 'takedown.abuseReportTaken' : actions[outcome],
      targetType: 'takedown',
      targetId: row.id,
      after: { attemptId: attempt.id, words: attemptWords(attempt) },
    })
    await publishTakedownChanged(tx, companyId, row)
    if (outcome === 'sent') await advance(mover, row, attempt, now)
    if (attempt.way !== 'email') return
    if (outcome === 'sent') await setContactHealth(tx, attempt.recipient, null)
    if (outcome === 'failed' && (await isAddressRefused(tx, companyId, mailId, attempt.recipient))) {
      await setContactHealth(tx, attempt.recipient, now)
    }
  }

/**
 * A reply to a notice shows that a mail server accepted it, even if the worker that sent it ended before it could record that. It isn't
 * sent again. The threat of the case must be locked.
 */
export async function markArrived({ tx, enqueue, company }: Mover, attemptId: string): Promise<void> {
  const mailId = await unsentMailOf(tx, company.id, attemptId)
  if (mailId === null || !(await settleMail(tx, company.id, mailId, ['queued', 'sending', 'unknown'], 'sent'))) return
  await noticeSettled(enqueue)(tx, { companyId: company.id, mailId }, 'sent')
}

/** Moves a case on whose notice was sent. The threat of the case must be locked. */
export async function advance(
  mover: Mover,
  row: TakedownWithThreat,
  { purpose, way }: { purpose: AttemptPurpose; way: AttemptWay },
  now: Date,
): Promise<void> {
  // A reminder changes nothing: the case waits for the same provider as before, or by now for somebody else.
  if (purpose === 'reminder') return
  if (purpose !== 'escalation') return advanceToSubmitted(mover, row, way, now)
  if (!isOneOf(takedownFlow[row.status], 'escalated')) return
  const words = messageOf('TAKEDOWN_SUBMITTED', { way })
  await putMove({ ...mover, actor: null }, row, { status: 'escalated', words }, now)
}

/** A notice was sent: a case that waits for one moves on by itself. */
async function advanceToSubmitted(mover: Mover, row: TakedownWithThreat, way: AttemptWay, now: Date): Promise<void> {
  if (!isOneOf(takedownFlow[row.status], 'submitted')) return
  const words = messageOf('TAKEDOWN_SUBMITTED', { way })
  await putMove({ ...mover, actor: null }, row, { status: 'submitted', words }, now)
}
