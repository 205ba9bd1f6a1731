import type * as contract from '@signet/contract/takedowns/replies'
import type { Handler } from '../../../app/handler.ts'
import { AppError, found } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { lockTakedown } from '../../cases/takedowns.queries.ts'
import {
  changeMail,
  lockMail,
  mailsOfCase,
  toCaseMail,
  unmatchedMails,
} from '../../inbound-mail/inbound-mails.queries.ts'
import { attemptOf } from '../../inbound-mail/match-mail.ts'
import { removeReply } from '../notices/attempts.queries.ts'
import { addToCase } from './add-mail-to-case.ts'
import { applyReply } from './apply-reply.ts'
import { contentOf } from './sort-mail.job.ts'
import { takedownDetail, takedownOf } from '../takedown-detail.ts'

/** @throws AppError `NOT_FOUND` if the takedown is outside the company */
export const listCaseMails: Handler<typeof contract.listCaseMails> = async (context, { params }) => {
  const row = await takedownOf(context, params.takedownId)
  const mails = await mailsOfCase(context.tx, context.company.id, row.id)
  return mails.map((mail) => toCaseMail(mail, context.fileHref))
}

export const listUnmatchedMails: Handler<typeof contract.listUnmatchedMails> = ({ tx, company }, { query }) =>
  unmatchedMails(tx, company.id, query)

/**
 * What a person decides replaces what rules, or another person, took the email for.
 *
 * @throws AppError `NOT_FOUND` if the email is outside the company, `CONFLICT` if there is nothing to decide
 */
export const decideMail: Handler<typeof contract.decideMail> = async (context, { params, body }) => {
  const { tx, company, actor } = context
  const known = found(await lockMail(tx, company.id, params.inboundMailId), 'record')
  const isNothing = known.kind === 'bounce' && body.class !== 'other'
  if (isNothing || known.takedown_id === null) throw new AppError('MAIL_NOT_DECIDABLE')
  const row = found(await lockTakedown(tx, company.id, known.takedown_id), 'takedown')
  const sentence = (known.sentence ?? known.subject) || body.reason
  const isCorrection = !known.is_open && known.class !== body.class
  if (isCorrection && known.attempt_id) await removeReply(tx, company.id, known.attempt_id, sentence)
  await changeMail(tx, known, {
    class: body.class,
    is_open: false,
    decided_reason: body.reason,
    decided_by_name: actor.name,
    decided_at: new Date(),
  })
  await recordAudit(context, {
    action: 'takedown.replyDecided',
    targetType: 'takedown',
    targetId: row.id,
    before: { mailId: known.id, class: known.class },
    after: { mailId: known.id, class: body.class, remark: body.reason },
  })
  if (body.class !== 'other') {
    await applyReply(context, row, { attemptId: known.attempt_id, class: body.class, sentence })
  }
  return takedownDetail(context, row.id)
}

/** @throws AppError `NOT_FOUND` if the email or the takedown is outside the company, `CONFLICT` if it is no longer waiting */
export const assignMail: Handler<typeof contract.assignMail> = async (context, { params, body }) => {
  const { tx, company } = context
  const mail = found(await lockMail(tx, company.id, params.inboundMailId), 'record')
  const takedown = await takedownOf(context, body.takedownId)
  if (mail.state !== 'unmatched') throw new AppError('MAIL_NOT_WAITING')
  const attemptId = await attemptOf(tx, company.id, takedown.id, mail.from_address)
  const match = { takedownId: takedown.id, attemptId, matchedBy: 'person' as const, isVerified: false }
  await recordAudit(context, {
    action: 'takedown.mailAssigned',
    targetType: 'takedown',
    targetId: takedown.id,
    after: { mailId: mail.id, remark: mail.subject },
  })
  await addToCase(context, mail, match, await contentOf(tx, mail, { kind: mail.kind, bounce: null }))
  return takedownDetail(context, takedown.id)
}

/** @throws AppError `NOT_FOUND` if the email is outside the company, `CONFLICT` if it is no longer waiting */
export const dismissMail: Handler<typeof contract.dismissMail> = async (context, { params }) => {
  const { tx, company } = context
  const mail = found(await lockMail(tx, company.id, params.inboundMailId), 'record')
  if (mail.state !== 'unmatched') throw new AppError('MAIL_NOT_WAITING')
  await changeMail(tx, mail, { state: 'dismissed' })
  await recordAudit(context, {
    action: 'inboundMail.dismissed',
    targetType: 'inboundMail',
    targetId: mail.id,
    after: { subject: mail.subject, from: mail.from_address },
  })
}
