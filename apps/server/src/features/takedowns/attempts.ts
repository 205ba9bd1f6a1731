import { randomUUID } from 'node:crypto'
import { isOneOf } from '@signet/contract/narrow'
import { noticeBytesMax } from '@signet/contract/takedowns/takedown-work'
import type * as work from '@signet/contract/takedowns/takedown-work'
import type { BodyOf } from '@signet/contract/route'
import {
  answeredStatuses,
  attemptChannels,
  openTakedownStatuses,
  type AttemptChannel,
  type AttemptStatus,
  type StoredAttemptStatus,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedowns'
import { reportServices } from '@signet/contract/takedowns/report-services'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { noticeOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import type { TakedownWithThreat } from '../cases/takedowns.queries.ts'
import { readyServices } from '../report-accounts/report-accounts.queries.ts'
import { rightsOf } from '../rights/rights.queries.ts'
import { isMailAddress } from '../mail/mail-address.ts'
import { noticeTemplate, queueMail, releaseMail } from '../mail/queue-mail.ts'
import { notifyCaseMoved } from '../notifications/notify-changes.ts'
import {
  attemptsMax,
  attemptsOf,
  earlierMails,
  lockAttempt,
  noticesAnHourMax,
  noticesInLastHour,
} from './attempts.queries.ts'
import { caseFilesOf, noticeFilesOf } from './case-files.ts'
import { sendingOf } from './notice-channels.ts'
import { noticeSubjectOf, reportOf } from './notice-subject.ts'
import { advanceToSubmitted } from './notice-settled.ts'
import { lockTakedown } from './put-move.ts'
import { takedownDetail } from './takedown-detail.ts'
import { dryRunSender } from './write-notice.ts'

type Body = BodyOf<typeof work.addAttempt>

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 * @throws AppError `CONFLICT` if the case is not authorised or is closed, or already has a hundred attempts
 * @throws AppError `TOO_MANY_REQUESTS` if the recipient has had too many notices
 * @throws AppError `BAD_REQUEST` for a file that doesn't belong to the case, or files that are too large for an email
 */
export const addAttempt: Handler<typeof work.addAttempt> = async (context, { params, body }) => {
  const { tx, company } = context
  const { row: takedown } = await lockTakedown(context, params.takedownId)
  if (!takesNotices(takedown.status)) throw new AppError('TAKEDOWN_TAKES_NO_NOTICE')
  const before = await attemptsOf(tx, company.id, takedown.id)
  if (before.length >= attemptsMax) throw new AppError('TOO_MANY_ATTEMPTED_CHANNELS', { max: attemptsMax })
  const channel = channelOf(body)
  const recipient = recipientOf(body)
  const id = randomUUID()
  const notice = { ...body, channel, recipient }
  const mailId =
    body.way === 'email'
      ? await writeEmail(context, takedown, id, notice)
      : body.way === 'api'
        ? await writeReport(context, takedown, notice)
        : null
  await tx
    .insertInto('takedown_attempts')
    .values({
      company_id: company.id,
      id,
      takedown_id: takedown.id,
      channel,
      way: body.way,
      recipient,
      mail_id: mailId,
      link: (body.way === 'form' && body.link) || null,
      status: 'queued',
      reference: null,
      answer: null,
    })
    .execute()
  await recordAudit(context, {
    action: body.way === 'form' ? 'takedown.formAdded' : 'takedown.attemptAdded',
    targetType: 'takedown',
    targetId: takedown.id,
    after: { channel, recipient, way: body.way, remark: attemptText(channel, recipient) },
  })
  await notifyCaseMoved(context, {
    kind: 'takedown',
    id: takedown.id,
    threatId: takedown.threat_id,
    title: takedown.title,
    status: takedown.status,
    sentence: noticeOf('CHANNEL_ADDED', { title: takedown.title, channel: attemptChannels[channel] }),
  })
  return takedownDetail(context, takedown.id)
}

/** A service belongs to one channel, whose switch applies to it. */
const channelOf = ({ way, service, channel }: Body): AttemptChannel =>
  way === 'api' && service ? reportServices[service].channel : channel

function recipientOf({ way, recipient, service }: Body): string {
  if (way === 'api' && service) return reportServices[service].label
  return way === 'email' ? recipient.toLowerCase() : recipient
}

/** Open cases that were authorised. */
const takesNotices = (status: TakedownStatus) =>
  isOneOf(openTakedownStatuses, status) && status !== 'draft' && status !== 'awaiting_authorisation'

/** @throws AppError `TOO_MANY_REQUESTS` */
async function checkRate({ tx, company }: Context, recipient: string): Promise<void> {
  if ((await noticesInLastHour(tx, company.id, recipient)) < noticesAnHourMax) return
  throw new AppError('TOO_MANY_NOTICES', { max: noticesAnHourMax }, { at: 'body.recipient', retryAfter: 3600 })
}

/** Adds the report of an attempt to the outbox; the API of a service gets it instead of an email. */
async function writeReport(context: Context, takedown: TakedownWithThreat, body: Body) {
  const { tx, company, enqueue, installation } = context
  const { recipient, service, text } = body
  if (!service) throw new AppError('REQUIRED', {}, { at: 'body.service' })
  if (!text) throw new AppError('REQUIRED', {}, { at: 'body.text' })
  if (!(await readyServices(tx, company.id)).includes(service)) {
    throw new AppError('REPORT_ACCOUNT_MISSING', {}, { at: 'body.service' })
  }
  await checkRate(context, recipient)
  const subject = await noticeSubjectOf(tx, takedown)
  if (!subject.address) throw new AppError('REPORT_NEEDS_ADDRESS', {}, { at: 'body.service' })
  const sender = installation.mailFrom ?? dryRunSender
  const { email } = await rightsOf(context)
  return queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: recipient, address: service },
    template: noticeTemplate,
    subject: `${recipient}: ${subject.title}`.slice(0, 200),
    text,
    via: {
      service,
      report: {
        reference: subject.reference,
        url: subject.address,
        kind: subject.source === 'APK' || /malware/i.test(subject.threatType) ? 'malware' : 'phishing',
        brand: subject.brand ?? company.name,
        officialUrl: subject.officialHost ? `https://${subject.officialHost}/` : null,
        text,
        reporter: { name: company.name, email: email || sender.address },
      },
    },
    isHeld: (await sendingOf(context, body.channel, 'api')) !== 'on',
  })
}

/** Adds the email of an attempt to the outbox, with its report and files; it is held while sending is off. */
async function writeEmail(context: Context, takedown: TakedownWithThreat, attemptId: string, body: Body) {
  const { tx, company, enqueue, installation } = context
  const { recipient, subject, text } = body
  if (!isMailAddress(recipient)) throw new AppError('NOT_A_MAIL_ADDRESS', {}, { at: 'body.recipient' })
  if (!subject) throw new AppError('REQUIRED', {}, { at: 'body.subject' })
  if (!text) throw new AppError('REQUIRED', {}, { at: 'body.text' })
  await checkRate(context, recipient)
  const known = await noticeFilesOf(context, takedown)
  const files = body.files.map((id, index) => {
    const file = known.find((one) => one.id === id)
    if (!file) throw new AppError('FILE_NOT_OF_CASE', {}, { at: `body.files.${index}` })
    return { name: file.name, type: file.type, sha256: file.sha256, size: file.size }
  })
  if (files.reduce((sum, { size }) => sum + size, 0) > noticeBytesMax) {
    throw new AppError('NOTICE_FILES_TOO_LARGE', { megabytes: noticeBytesMax / 1_000_000 }, { at: 'body.files' })
  }
  const report = reportOf(
    await noticeSubjectOf(tx, takedown),
    company,
    installation.mailFrom ?? dryRunSender,
    attemptId,
  )
  const xarf =
    'report' in report ? [{ name: 'xarf.json', type: 'application/json', text: JSON.stringify(report.report) }] : []
  return queueMail(tx, enqueue, {
    companyId: company.id,
    to: { name: '', address: recipient },
    template: noticeTemplate,
    subject,
    text,
    attachments: [...xarf, ...files],
    follows: await earlierMails(tx, company.id, takedown.id, recipient),
    isHeld: (await sendingOf(context, body.channel)) !== 'on',
  })
}

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company, or has no such attempt
 * @throws AppError `BAD_REQUEST` for a form without a case number or proof, an email that is marked as sent, or an answer without its text
 * @throws AppError `CONFLICT` for an answer to a notice that wasn't sent
 */
export const changeAttempt: Handler<typeof work.changeAttempt> = async (context, { params, body }) => {
  const { tx, company } = context
  const { row: takedown } = await lockTakedown(context, params.takedownId)
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
  await tx
    .updateTable('takedown_attempts')
    .set({
      ...after,
      updated_at: now,
      ...(isSubmitted ? { sent_at: now } : {}),
      ...(isNewAnswer ? { answered_at: now } : {}),
    })
    .where('company_id', '=', company.id)
    .where('id', '=', before.id)
    .execute()
  await recordAudit(context, {
    action: isSubmitted ? 'takedown.formSubmitted' : 'takedown.attemptChanged',
    targetType: 'takedown',
    targetId: takedown.id,
    before: { status: before.status, reference: before.reference, answer: before.answer },
    after: { ...after, remark: attemptText(before.channel, before.recipient, after.answer) },
  })
  if (isSubmitted) await advanceToSubmitted(context, takedown, 'form', now)
  return takedownDetail(context, takedown.id)
}

/** An answer has a text and belongs to a notice that may have reached its recipient. */
function checkAnswer(
  shown: AttemptStatus,
  after: { status: StoredAttemptStatus; answer: string | null; isAnswered: boolean; isSent: boolean },
): void {
  const { isAnswered } = after
  const wasSent = after.isSent || !['dryRun', 'queued', 'bounced'].includes(shown)
  if ((isAnswered || after.answer || after.status === 'expired') && !wasSent) throw new AppError('ANSWER_BEFORE_NOTICE')
  if (isAnswered && !after.answer) throw new AppError('ANSWER_MISSING', {}, { at: 'body.answer' })
}

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company, or has no such attempt
 * @throws AppError `CONFLICT` if the email isn't held, failed or uncertain, the case takes no notices, or sending is off
 */
export const sendAttempt: Handler<typeof work.sendAttempt> = async (context, { params }) => {
  const { tx, company, enqueue } = context
  const { row: takedown } = await lockTakedown(context, params.takedownId)
  const attempt = found(await lockAttempt(tx, company.id, takedown.id, params.attemptId), 'attempt')
  if (!takesNotices(takedown.status)) throw new AppError('TAKEDOWN_TAKES_NO_NOTICE')
  if (attempt.status !== 'queued' || attempt.sent_at || !attempt.mail_id) throw new AppError('NOTICE_NOT_WAITING')
  if ((await sendingOf(context, attempt.channel, attempt.way)) !== 'on') throw new AppError('NOTICE_SENDING_OFF')
  if (!(await releaseMail(tx, enqueue, company.id, attempt.mail_id))) throw new AppError('NOTICE_NOT_WAITING')
  await recordAudit(context, {
    action: 'takedown.noticeReleased',
    targetType: 'takedown',
    targetId: takedown.id,
    before: { status: attempt.shownStatus },
    after: { remark: attemptText(attempt.channel, attempt.recipient) },
  })
  return takedownDetail(context, takedown.id)
}

/** An attempt as text for the timeline; replies are in quotation marks. */
function attemptText(channel: AttemptChannel, recipient: string, answer?: string | null): string {
  return `${attemptChannels[channel]}, ${recipient}${answer ? `: “${answer}”` : ''}`
}
