import { randomUUID } from 'node:crypto'
import type * as work from '@signet/contract/takedown-work'
import { attemptChannels } from '@signet/contract/takedowns'
import type { Handler } from '../../app/handler.ts'
import { AppError, found } from '../../errors.ts'
import { noticeOf } from '../../errors/sentences.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { notifyCaseMoved } from '../notifications/notify-changes.ts'
import { attemptColumns, attemptsMax, attemptsOf } from './attempts.queries.ts'
import { takedownDetail } from './takedown-detail.ts'
import { findTakedown } from '../cases/takedowns.queries.ts'

/**
 * @throws AppError `NOT_FOUND` if the takedown is outside the company
 * @throws AppError `CONFLICT` if the case already has a hundred attempts
 */
export const addAttempt: Handler<typeof work.addAttempt> = async (context, { params, body }) => {
  const { tx, company } = context
  const takedown = found(await findTakedown(tx, company.id, params.takedownId), 'takedown')
  const before = await attemptsOf(tx, company.id, takedown.id)
  if (before.length >= attemptsMax) throw new AppError('TOO_MANY_ATTEMPTED_CHANNELS', { max: attemptsMax })
  const { channel, recipient, status, reference, answer } = body
  await tx
    .insertInto('takedown_attempts')
    .values({
      company_id: company.id,
      id: randomUUID(),
      takedown_id: takedown.id,
      channel,
      recipient,
      status,
      reference: reference || null,
      answer: answer || null,
    })
    .execute()
  await recordAudit(context, {
    action: 'takedown.attemptAdded',
    targetType: 'takedown',
    targetId: takedown.id,
    after: { channel, recipient, status, reference, remark: attemptText(attemptChannels[channel], recipient, answer) },
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

/** @throws AppError `NOT_FOUND` if the takedown is outside the company, or has no such attempt */
export const changeAttempt: Handler<typeof work.changeAttempt> = async (context, { params, body }) => {
  const { tx, company } = context
  const before = found(
    await tx
      .selectFrom('takedown_attempts')
      .select(attemptColumns)
      .where('company_id', '=', company.id)
      .where('takedown_id', '=', params.takedownId)
      .where('id', '=', params.attemptId)
      .forUpdate()
      .executeTakeFirst(),
    'attempt',
  )
  const { status = before.status, reference, answer } = body
  const after = {
    status,
    reference: reference === undefined ? before.reference : reference || null,
    answer: answer === undefined ? before.answer : answer || null,
  }
  await tx
    .updateTable('takedown_attempts')
    .set({ ...after, updated_at: new Date() })
    .where('company_id', '=', company.id)
    .where('id', '=', before.id)
    .execute()
  await recordAudit(context, {
    action: 'takedown.attemptChanged',
    targetType: 'takedown',
    targetId: params.takedownId,
    before: { status: before.status, reference: before.reference, answer: before.answer },
    after: { ...after, remark: attemptText(attemptChannels[before.channel], before.recipient, after.answer) },
  })
  return takedownDetail(context, params.takedownId)
}

/** An attempt as text for the timeline; replies are in quotation marks. */
function attemptText(channel: string, recipient: string, answer: string | null | undefined): string {
  return `${channel}, ${recipient}${answer ? `: “${answer}”` : ''}`
}
