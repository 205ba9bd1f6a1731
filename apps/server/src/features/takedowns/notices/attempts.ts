import { randomUUID } from 'node:crypto'
import { isOneOf } from '@signet/contract/narrow'
import type * as work from '@signet/contract/takedowns/takedown-work'
import type { BodyOf } from '@signet/contract/route'
import {
  answeredStatuses,
  attemptChannels,
  heldAttemptStatuses,
  type AttemptChannel,
  type AttemptStatus,
  type StoredAttemptStatus,
} from '@signet/contract/takedowns/attempts'
import { authorisedTakedownStatuses } from '@signet/contract/takedowns/takedown-status'
import { abuseReportServices } from '@signet/contract/takedowns/abuse-report-services'
import { takedownWord } from '@signet/contract/threats/case-words'
import type { Handler } from '../../../app/handler.ts'
import { AppError, found } from '../../../errors.ts'
import { messageOf } from '../../../errors/sentences.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { lockTakedown, setUpdated } from '../../cases/takedowns.queries.ts'
import { releaseMail } from '../../mail/queue-mail.ts'
import { notify } from '../../notifications/notify.ts'
import { notifyCaseMoved } from '../../notifications/notify-changes.ts'
import { policyOf } from '../following/takedown-policy.queries.ts'
import { attemptsMax, attemptsOf, insertAttempt, lockAttempt, setAttempt } from './attempts.queries.ts'
import { caseFilesOf } from '../packs/case-files.ts'
import { sendingOf, sendingOfWritten } from './notice-channels.ts'
import { advance } from './notice-settled.ts'
import { takedownDetail } from '../takedown-detail.ts'
import { attemptWords } from './attempt-words.ts'
import { writeAbuseReport, writeEmail } from './queue-notice.ts'

type Body = BodyOf<typeof work.addAttempt>

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 * @throws AppError `CONFLICT` if the case is not authorised or is closed, or already has a hundred attempts
 * @throws AppError `TOO_MANY_REQUESTS` if the recipient has had too many notices
 * @throws AppError `BAD_REQUEST` for a file that doesn't belong to the case, or files that are too large for an email
 */
export const addAttempt: Handler<typeof work.addAttempt> = async (context, { params, body }) => {
  const { tx, actor, company } = context
  const takedown = found(await lockTakedown(tx, company.id, params.takedownId), 'takedown')
  if (!isOneOf(authorisedTakedownStatuses, takedown.status)) throw new AppError('TAKEDOWN_TAKES_NO_NOTICE')
  const before = await attemptsOf(tx, company.id, takedown.id)
  if (before.length >= attemptsMax) throw new AppError('TOO_MANY_ATTEMPTED_CHANNELS', { max: attemptsMax })
  const channel = channelOf(body)
  const recipient = recipientOf(body)
  const id = randomUUID()
  const sending = await sendingOfWritten(context, channel, body.way)
  const notice = { ...body, channel, recipient, isHeld: sending !== 'on' }
  const mailId =
    body.way === 'email'
      ? await writeEmail(context, takedown, id, notice)
      : body.way === 'api'
        ? await writeAbuseReport(context, takedown, notice)
        : null
  await insertAttempt(tx, {
    companyId: company.id,
    id,
    takedownId: takedown.id,
    channel,
    way: body.way,
    recipient,
    language: mailId === null ? null : (body.language ?? 'en'),
    mailId,
    link: (body.way === 'form' && body.link) || null,
    heldFor: mailId !== null && sending === 'secondPerson' ? 'secondPerson' : null,
    writtenBy: actor.userId,
  })
  await recordAudit(context, {
    action: body.way === 'form' ? 'takedown.formAdded' : 'takedown.attemptAdded',
    targetType: 'takedown',
    targetId: takedown.id,
    after: { channel, recipient, way: body.way, words: attemptWords({ channel, recipient }) },
  })
  await notifyCaseMoved(context, {
    kind: 'takedown',
    id: takedown.id,
    threatId: takedown.threat_id,
    title: takedown.title,
    status: takedown.status,
    sentence: messageOf('CHANNEL_ADDED', {
      case: takedownWord([takedown.source]),
      title: takedown.title,
      channel: attemptChannels[channel],
    }),
  })
  if (mailId !== null && sending === 'secondPerson') {
    await notify(tx, {
      companyId: company.id,
      audience: { permission: 'takedowns:move' },
      except: actor.userId,
      type: 'takedown',
      title: messageOf('NOTICE_UNRELEASED', { author: actor.name, title: takedown.title, recipient }),
      href: `/takedown/${takedown.id}`,
    })
  }
  return takedownDetail(context, takedown.id)
}

/** A service belongs to one channel, whose switch applies to it. */
const channelOf = ({ way, service, channel }: Body): AttemptChannel =>
  way === 'api' && service ? abuseReportServices[service].channel : channel

function recipientOf({ way, recipient, service }: Body): string {
  if (way === 'api' && service) return abuseReportServices[service].label
  return way === 'email' ? recipient.toLowerCase() : recipient
}

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company, or has no such attempt
 * @throws AppError `BAD_REQUEST` for a form without a case number or proof, an email that is marked as sent, or an answer without its text
 * @throws AppError `CONFLICT` for an answer to a notice that wasn't sent
 */
export const changeAttempt: Handler<typeof work.changeAttempt> = async (context, { params, body }) => {
  const { tx, company } = context
  const takedown = found(await lockTakedown(tx, company.id, params.takedownId), 'takedown')
  const before = found(await lockAttempt(tx, company.id, takedown.id, params.attemptId), 'attempt')
  const after = {
    status: body.status === 'sent' && before.status !== 'queued' ? before.status : (body.status ?? before.status),
    reference: body.reference === undefined ? before.reference : body.reference || null,
    answer: body.answer === undefined ? before.answer : body.answer || null,
    proof_file_id: body.proofFileId ?? before.proof_file_id,
  }
  if (body.proofFileId && !(await caseFilesOf(context, takedown)).some(({ id }) => id === body.proofFileId)) {
    throw new AppError('FILE_NOT_OF_CASE', {}, { at: 'body.proofFileId' })
  }
  const isSubmitted = before.way === 'form' && before.sent_at === null && after.status === 'sent'
  if (body.status === 'sent' && before.way !== 'form') throw new AppError('NOT_A_FORM', {}, { at: 'body.status' })
  if (before.way === 'form' && (before.sent_at ?? isSubmitted) && !after.reference && !after.proof_file_id) {
    throw new AppError('PROOF_MISSING', {}, { at: 'body.reference' })
  }
  const isAnswered = isOneOf(answeredStatuses, after.status)
  checkAnswer(before.shownStatus, { ...after, isAnswered, isSent: isSubmitted || before.sent_at !== null })
  const isNewAnswer = isAnswered && (after.status !== before.status || after.answer !== before.answer)
  const now = new Date()
  const times = { ...(isSubmitted ? { sent_at: now } : {}), ...(isNewAnswer ? { answered_at: now } : {}) }
  await setAttempt(tx, company.id, before.id, { ...after, ...times }, now)
  await setUpdated(tx, takedown, now)
  await recordAudit(context, {
    action: isSubmitted ? 'takedown.formSubmitted' : 'takedown.attemptChanged',
    targetType: 'takedown',
    targetId: takedown.id,
    before: { status: before.status, reference: before.reference, answer: before.answer },
    after: { ...after, words: attemptWords({ ...before, answer: after.answer }) },
  })
  if (isSubmitted) await advance(context, takedown, before, now)
  return takedownDetail(context, takedown.id)
}

/** An answer has a text and belongs to a notice that may have reached its recipient. */
function checkAnswer(
  shown: AttemptStatus,
  after: { status: StoredAttemptStatus; answer: string | null; isAnswered: boolean; isSent: boolean },
): void {
  const { isAnswered } = after
  const isHeld = isOneOf(heldAttemptStatuses, shown)
  const wasSent = after.isSent || !(isHeld || shown === 'queued' || shown === 'bounced')
  // What waits for a person can be given up instead of being sent.
  if ((isAnswered || after.answer || (after.status === 'expired' && !isHeld)) && !wasSent)
    throw new AppError('ANSWER_BEFORE_NOTICE')
  if (isAnswered && !after.answer) throw new AppError('ANSWER_MISSING', {}, { at: 'body.answer' })
}

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company, or has no such attempt
 * @throws AppError `CONFLICT` if the email isn't held, failed or uncertain, the case takes no notices, sending is off, or the company wants
 *   another person than its author to send it
 */
export const sendAttempt: Handler<typeof work.sendAttempt> = async (context, { params }) => {
  const { tx, actor, company, enqueue } = context
  const takedown = found(await lockTakedown(tx, company.id, params.takedownId), 'takedown')
  const attempt = found(await lockAttempt(tx, company.id, takedown.id, params.attemptId), 'attempt')
  if (!isOneOf(authorisedTakedownStatuses, takedown.status)) throw new AppError('TAKEDOWN_TAKES_NO_NOTICE')
  if (attempt.status !== 'queued' || attempt.sent_at || !attempt.mail_id) throw new AppError('NOTICE_NOT_WAITING')
  if ((await sendingOf(context, attempt.channel, attempt.way)) !== 'on') throw new AppError('NOTICE_SENDING_OFF')
  // After a failure it may be sent again by anyone: a second person has seen it.
  const isFirstTime = isOneOf(heldAttemptStatuses, attempt.shownStatus)
  if (isFirstTime && attempt.written_by === actor.userId && (await policyOf(tx, company.id)).needsSecondPerson) {
    throw new AppError('NOTICE_NEEDS_SECOND_PERSON')
  }
  if (!(await releaseMail(tx, enqueue, company.id, attempt.mail_id))) throw new AppError('NOTICE_NOT_WAITING')
  await recordAudit(context, {
    action: 'takedown.noticeReleased',
    targetType: 'takedown',
    targetId: takedown.id,
    before: { status: attempt.shownStatus },
    after: { words: attemptWords({ channel: attempt.channel, recipient: attempt.recipient }) },
  })
  return takedownDetail(context, takedown.id)
}
