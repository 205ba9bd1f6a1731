import { roleLabels } from './role-labels.ts'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { dropUserTokens, newPasswordToken } from '../factors/password-tokens.ts'
import { layOutMail } from '../mail/lay-out-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { ManagedUser } from './users.queries.ts'

/** The page of the portal where a token of an invitation becomes a password. */
export function inviteHref(origin: string, token: string): string {
  return `${origin}/auth/reset?${new URLSearchParams({ token }).toString()}`
}

/** Writes the invitation of a user to the outbox; an earlier one opens nothing any more. Runs in an identity transaction. */
export async function inviteUser(
  tx: Tx,
  { installation, enqueue }: Pick<Context, 'installation' | 'enqueue'>,
  user: Pick<ManagedUser, 'id' | 'name' | 'email' | 'role' | 'company_id'>,
  companyName: string,
): Promise<void> {
  await dropUserTokens(tx, user.id, ['invite'])
  const { token, expiresAt } = await newPasswordToken(tx, user.id, 'invite')
  const words = layOutMail({
    heading: 'You are invited to Signet',
    paragraphs: [
      `Hello ${user.name},`,
      `an account was made for you at ${companyName}, as ${roleLabels[user.role]}. Choose a password to sign in for the first time.`,
      `The link works once, until ${expiresAt.toISOString().slice(0, 10)}.`,
    ],
    action: { label: 'Choose a password', href: inviteHref(installation.origin, token) },
    footer: 'If you did not expect this, you need not do anything.',
  })
  await queueMail(tx, enqueue, {
    companyId: user.company_id,
    to: { name: user.name, address: user.email },
    template: 'invitation',
    subject: 'Your invitation to Signet',
    ...words,
    isEssential: true,
  })
}
