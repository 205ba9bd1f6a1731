import { isoDay } from '@signet/contract/time'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { deleteUserTokens, newPasswordToken } from '../factors/password-tokens.queries.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { mailTextsFor } from '../mail/mail-texts.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { ManagedUser } from './managed-users.queries.ts'

/** The page of the portal that welcomes an invited user, who chooses a password there. */
export function inviteHref(origin: string, token: string): string {
  return `${origin}/auth/reset?${new URLSearchParams({ token, welcome: '1' }).toString()}`
}

/** The kind of email that invites a user. */
export const invitationTemplate = 'invitation'

/** Adds a user's invitation to the outbox and invalidates earlier ones. Runs in an identity transaction. */
export async function inviteUser(
  tx: Tx,
  { installation, enqueue }: Pick<Context, 'installation' | 'enqueue'>,
  user: Pick<ManagedUser, 'id' | 'name' | 'email' | 'role' | 'company_id' | 'locale'>,
  companyName: string,
): Promise<void> {
  await deleteUserTokens(tx, user.id, ['invite'])
  const { token, expiresAt } = await newPasswordToken(tx, user.id, 'invite')
  const text = mailTextsFor(user.locale)
  const subject = text('INVITATION_SUBJECT', {})
  const words = layOutMail({
    locale: user.locale,
    heading: subject,
    paragraphs: [
      text('MAIL_HELLO', { name: user.name }),
      text('INVITATION_BODY', { company: companyName, role: user.role }),
      text('INVITATION_EXPIRES', { day: isoDay(expiresAt) }),
    ],
    action: { label: text('INVITATION_ACTION', {}), href: inviteHref(installation.origin, token) },
    footer: text('INVITATION_FOOTER', {}),
  })
  await queueMail(tx, enqueue, {
    companyId: user.company_id,
    to: { name: user.name, address: user.email },
    template: invitationTemplate,
    subject,
    ...words,
    isEssential: true,
  })
}
