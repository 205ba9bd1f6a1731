import { hourMs } from '@signet/contract/time'
import type { Enqueue } from '../../../app/jobs.ts'
import type { Database } from '../../../db/database.ts'
import { countResetTokens, newPasswordToken } from '../../factors/password-tokens.queries.ts'
import { layOutMail } from '../../mail/lay-out-mail.ts'
import { mailTextsFor } from '../../mail/mail-texts.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { PasswordRequest } from '../sessions.jobs.ts'
import { findUserByEmail } from '../sessions.queries.ts'
import { holdUser } from '../../identity/add-user.queries.ts'

/** Maximum number of links sent to one person per hour. */
const perHour = 3

/** Sends the link for a new password if the user exists. This is a job so that the request takes the same time for every address. */
export async function forgotPassword(
  { database, enqueue }: { database: Database; enqueue: Enqueue },
  { email, origin, once }: PasswordRequest,
): Promise<void> {
  await database.inIdentity(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user?.is_active || !user.is_company_active) return
    // Locked, so that two requests are counted one after the other.
    await holdUser(tx, user.id)
    if ((await countResetTokens(tx, user.id, new Date(Date.now() - hourMs))) >= perHour) return
    const { token } = await newPasswordToken(tx, user.id, 'reset')
    const text = mailTextsFor(user.locale)
    const subject = text('RESET_SUBJECT', {})
    await queueMail(tx, enqueue, {
      companyId: user.company_id,
      to: { name: user.name, address: user.email },
      template: 'password-reset',
      subject,
      isEssential: true,
      // Prevents a job that is repeated after a crash from sending anything twice.
      once,
      ...layOutMail({
        locale: user.locale,
        heading: subject,
        paragraphs: [text('MAIL_HELLO', { name: user.name }), text('RESET_BODY', {})],
        action: { label: text('RESET_ACTION', {}), href: `${origin}/auth/reset?token=${token}` },
        footer: text('RESET_FOOTER', {}),
      }),
    })
  })
}
