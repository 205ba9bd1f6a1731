import type { Bounce } from '@signet/detection'
import { recordAudit } from '../audit/audit.queries.ts'
import { settleMail, suppress } from '../mail/mails.queries.ts'
import { mailLimits } from '../mail/send-mail.job.ts'
import type { Mover } from './put-move.ts'

/** An address that doesn't exist or isn't accepted: RFC 3463, section 3.2. */
const isAddressWrong = (status: string | null) => status?.startsWith('5.1.') ?? false

/** Records that the notice of an attempt was not delivered although the mail server had taken it. */
export async function markBounced(
  mover: Mover,
  attemptId: string,
  { bounce }: { bounce: Bounce | null },
): Promise<void> {
  const { tx, company } = mover
  const reason = bounce?.reason ?? ''
  const attempt = await tx
    .updateTable('takedown_attempts')
    .set({ status: 'bounced', updated_at: new Date() })
    .where('company_id', '=', company.id)
    .where('id', '=', attemptId)
    .where('status', 'in', ['queued', 'sent', 'expired'])
    .returning(['takedown_id', 'mail_id', 'recipient'])
    .executeTakeFirst()
  // An answer of the provider is more than a report of one of its mail servers.
  if (!attempt?.mail_id) return
  await settleMail(tx, company.id, attempt.mail_id, ['sent', 'unknown'], 'failed', reason)
  if (isAddressWrong(bounce?.status ?? null)) {
    await suppress(tx, company.id, attempt.recipient, reason, mailLimits.suppressedDays)
  }
  await recordAudit(mover, {
    action: 'takedown.noticeFailed',
    targetType: 'takedown',
    targetId: attempt.takedown_id,
    after: { attemptId, remark: `${attempt.recipient}: “${reason}”` },
  })
}
