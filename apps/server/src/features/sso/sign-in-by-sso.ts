import { isEmailAddress } from '@signet/contract/access/credentials'
import type { AuthError } from '@signet/contract/access/session'
import type { Lifetimes } from '../../app/session-settings.ts'
import type { Database, Tx } from '../../db/database.ts'
import { newToken } from '../../secret-token.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import type { Origin } from '../sessions/audited.ts'
import { openSession, type NewSession } from '../sessions/sign-in/open-session.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { hashPassword } from '../sessions/passwords/passwords.ts'
import { addUser } from '../identity/add-user.queries.ts'
import type { ProvenPerson } from './oidc.ts'
import { isSubject, setClientSignIn, type SsoSettingsRow } from './sso.queries.ts'
import { insertSignIn } from '../factors/sign-ins.queries.ts'
import { newRole } from '../identity/user-rules.ts'

/**
 * Opens a session for a user authenticated by an identity provider. Only clients of that company can sign in this way; a new user becomes
 * its clientPeeker.
 *
 * @returns `AccessDenied` for an email address that isn't verified or not of the company, for users of other companies, staff, disabled
 *   users, and for an address that the provider has assigned to another person
 */
export async function signInBySso(
  { database, session: { lifetimes } }: { database: Database; session: { lifetimes: Lifetimes } },
  settings: SsoSettingsRow,
  person: ProvenPerson,
  origin: Origin,
  requestId: string,
): Promise<NewSession | AuthError> {
  const email = person.email.normalize('NFC').trim().toLowerCase()
  const isOurs = isEmailAddress(email) && settings.domains.includes(email.split('@')[1] ?? '')
  const companyId = settings.company_id
  // A random password that is never disclosed, because every account needs one.
  const passwordHash = await hashPassword(newToken())
  return database.withIdentity([companyId], async (tx, identity) => {
    const made = await identity(async (people) => {
      if (!isOurs || !person.isEmailVerified) return refuse(people, email.slice(0, 320), null, origin)
      const name = asOneLine(person.name ?? '') || email
      const { userId, isNew } = await addUser(people, {
        email,
        name,
        role: newRole,
        companyId,
        adminCompanyIds: [],
        passwordHash,
      })
      if (!(await setClientSignIn(people, companyId, userId))) return refuse(people, email, userId, origin)
      const { subject } = person
      if (subject && !(await isSubject(people, userId, subject.issuer, subject.id)))
        return refuse(people, email, userId, origin)
      await keepAttempt(people, email, userId, origin, 'ok')
      return { session: await openSession(people, lifetimes, userId, origin), isNew, email, name }
    })
    if (typeof made === 'string') return made
    if (made.isNew) {
      await recordAudit(
        { tx, ip: origin.ip, requestId, company: { id: companyId }, actor: null },
        {
          action: 'user.add',
          targetType: 'user',
          targetId: made.session.userId,
          after: { email: made.email, name: made.name, role: newRole, via: 'sso' },
        },
      )
    }
    return made.session
  })
}

async function refuse(tx: Tx, email: string, userId: string | null, origin: Origin): Promise<AuthError> {
  await keepAttempt(tx, email, userId, origin, 'refused')
  return 'AccessDenied'
}

const keepAttempt = (
  tx: Tx,
  email: string,
  userId: string | null,
  { ip, userAgent }: Origin,
  result: 'ok' | 'refused',
) => insertSignIn(tx, { email, user_id: userId, ip, user_agent: userAgent, result, reason: 'sso' })
