import { sql } from 'kysely'
import { clientRoles } from '@signet/contract/access/permissions'
import { userLimitDefault } from '@signet/contract/companies/companies'
import { companyOf } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { managedUsers, type ManagedUser } from '../managed-users.queries.ts'

/* The users of one company without staff. Everything but `invitationsSent` runs in an identity transaction. */

const ofCompany = (companyId: number) => sql`u.company_id = ${companyId} and u.role = any (${[...clientRoles]}::text[])`

/** By name, the enabled ones first. There are hundreds at most, so the whole table is read. */
export async function colleaguesOf(tx: Tx, companyId: number): Promise<ManagedUser[]> {
  const { rows } = await sql<ManagedUser>`${managedUsers} where ${ofCompany(companyId)}
    order by u.is_active desc, lower(u.name), u.id`.execute(tx)
  return rows
}

/** Locked, so that the checked state is the one that is changed. Index: users_pkey. */
export async function lockColleague(tx: Tx, companyId: number, userId: string): Promise<ManagedUser | undefined> {
  const { rows } = await sql<ManagedUser>`${managedUsers} where ${ofCompany(companyId)} and u.id = ${userId}
    for update of u`.execute(tx)
  return rows[0]
}

/** How many enabled users the company can have. Index: companies_pkey. */
export async function userLimitOf(tx: Tx, companyId: number): Promise<number> {
  return (await companyOf(tx, companyId)).config.userLimit ?? userLimitDefault
}

/**
 * Locks the users of a company until the transaction ends, so that concurrent changes can't exceed its limit or leave nobody.
 *
 * @returns how many enabled users it can have
 */
export async function holdColleagues(tx: Tx, companyId: number): Promise<number> {
  const { config } = await tx
    .selectFrom('companies')
    .select('config')
    .where('id', '=', companyId)
    // Records of the company can be added in the meantime.
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return config.userLimit ?? userLimitDefault
}

/** How many users can sign in or are invited, and how many of them have the role client. */
export async function countEnabled(tx: Tx, companyId: number): Promise<{ enabled: number; clients: number }> {
  const { rows } = await sql<{ enabled: number; clients: number }>`
    select count(*)::int as enabled, count(*) filter (where u.role = 'client')::int as clients
    from users u where ${ofCompany(companyId)} and u.is_active`.execute(tx)
  return rows[0] ?? { enabled: 0, clients: 0 }
}

/** Whether the company's identity provider created the user, or took the account over. Index: scim_users_pkey. */
export async function isProvisioned(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx.selectFrom('scim_users').select('user_id').where('user_id', '=', userId).executeTakeFirst()
  return row !== undefined
}

/** The invitations to users of a company in the last 24 hours. Runs in a company transaction. Index: mails_created. */
export async function invitationsSent(tx: Tx, companyId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('mails')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('company_id', '=', companyId)
    .where('created_at', '>', sql<Date>`now() - interval '24 hours'`)
    .where('template', '=', 'invitation')
    .executeTakeFirstOrThrow()
  return Number(count)
}
