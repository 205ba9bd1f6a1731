import type { Bounce } from '@signet/detection'
import { messageOf } from '../../../errors/sentences.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { setContactHealth } from '../../abuse-contacts/contact-health.queries.ts'
import { settleMail, suppress } from '../../mail/mails.queries.ts'
import { isStatusOfAddress } from '../../mail/refused-address.ts'
import { mailLimits } from '../../mail/send-mail.job.ts'
import { recordBounce } from '../notices/attempts.queries.ts'
import type { Mover } from '../put-move.ts'

/** Records that the notice of an attempt was not delivered although the mail server had taken it. */
export async function markBounced(
  mover: Mover,
  attemptId: string,
  { bounce }: { bounce: Bounce | null },
): Promise<void> {
  const { tx, company } = mover
  const reason = bounce?.reason ?? ''
  const why = messageOf('MAIL_SERVER_REPLIED', { reply: reason })
  const attempt = await recordBounce(tx, company.id, attemptId)
  if (!attempt?.mail_id) return
  await settleMail(tx, company.id, attempt.mail_id, ['sent', 'unknown'], 'failed', why)
  if (isStatusOfAddress(bounce?.status ?? null)) {
    await suppress(tx, company.id, attempt.recipient, why, mailLimits.suppressedDays)
  }
  await recordAudit(mover, {
    action: 'takedown.noticeFailed',
    targetType: 'takedown',
    targetId: attempt.takedown_id,
    after: { attemptId, remark: `${attempt.recipient}: “${reason}”` },
  })
  await setContactHealth(tx, attempt.recipient, new Date())
}
