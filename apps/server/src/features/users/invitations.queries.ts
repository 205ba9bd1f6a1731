import type { Invitation, InvitationState } from '@signet/contract/access/users'
import type { Context } from '../../app/context.ts'
import type { ColumnValue } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { forCompany } from '../../db/for-company.ts'
import { inEnglish } from '../../errors/sentences.ts'
import { invitationTemplate } from './invite-user.ts'
import type { ManagedUser } from './managed-users.queries.ts'

const stateOf: Record<ColumnValue<'mails.state'>, InvitationState> = {
  held: 'queued',
  queued: 'queued',
  sending: 'queued',
  sent: 'accepted',
  failed: 'refused',
  suppressed: 'refused',
  unknown: 'unknown',
}

/**
 * What became of the last invitation of each user who hasn't chosen a password yet, by id. Without a mail server, emails are kept by the
 * installation; an old invitation, whose email was removed, is missing.
 */
export async function invitationsTo(
  { tx, installation }: Pick<Context, 'tx' | 'installation'>,
  users: readonly Pick<ManagedUser, 'id' | 'email' | 'company_id' | 'is_invited'>[],
): Promise<ReadonlyMap<string, Invitation>> {
  const invited = users.filter((user) => user.is_invited)
  const invitations = new Map<string, Invitation>()
  for (const companyId of new Set(invited.map((user) => user.company_id))) {
    const own = invited.filter((user) => user.company_id === companyId)
    const mails = await forCompany(tx, companyId, () =>
      lastInvitations(
        tx,
        companyId,
        own.map(({ email }) => email.toLowerCase()),
      ),
    )
    for (const { id, email } of own) {
      const mail = mails.get(email.toLowerCase())
      if (!mail) continue
      const state = stateOf[mail.state]
      invitations.set(id, {
        state: state === 'accepted' && installation.mailFrom === null ? 'kept' : state,
        at: (mail.ended_at ?? mail.created_at).toISOString(),
        ...(state === 'refused' && mail.error ? { reason: inEnglish(mail.error) } : {}),
      })
    }
  }
  return invitations
}

/** The last invitation to each address. Index: mails_invitations. */
async function lastInvitations(tx: Tx, companyId: number, addresses: readonly string[]) {
  const rows = await tx
    .selectFrom('mails')
    .distinctOn('to_address')
    .select(['to_address', 'state', 'error', 'created_at', 'ended_at'])
    .where('company_id', '=', companyId)
    .where('template', '=', invitationTemplate)
    .where('to_address', 'in', addresses)
    .orderBy('to_address')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.to_address, row]))
}
