import type { UserDetails } from '@signet/contract/access/account'
import type { Actor } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { Factors } from '../factors/factors.queries.ts'

/** What a person may change of their own record. */
export interface OwnDetails {
  name: string
  phone: string | null
  locale: string | null
  timeZone: string | null
}

/** Runs in an identity transaction. */
export function findDetails(tx: Tx, userId: string): Promise<OwnDetails> {
  return tx
    .selectFrom('users')
    .select(['name', 'phone', 'locale', 'time_zone as timeZone'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

type Changes = { [K in keyof OwnDetails]?: OwnDetails[K] | undefined }

/** Changes only the given fields. Runs in an identity transaction. */
export async function setDetails(tx: Tx, userId: string, changes: Changes): Promise<void> {
  const { name, phone, locale, timeZone } = changes
  const set = {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
  }
  if (Object.keys(set).length > 0) await tx.updateTable('users').set(set).where('id', '=', userId).execute()
}

/** The details as they are sent: unset values are left out. */
export function detailsOf(actor: Actor, own: OwnDetails, factors: Factors): UserDetails {
  return {
    id: actor.userId,
    name: own.name,
    email: actor.email,
    role: actor.role,
    company: actor.company.key,
    adminCompanies: actor.adminCompanies.map(({ key }) => key),
    ...(own.phone ? { phone: own.phone } : {}),
    ...(own.locale ? { locale: own.locale } : {}),
    ...(own.timeZone ? { timeZone: own.timeZone } : {}),
    mfa: { totp: factors.hasTotp, passkeys: factors.passkeys },
    lastSignIn: actor.lastSignInAt ? new Date(actor.lastSignInAt).toISOString() : null,
  }
}
