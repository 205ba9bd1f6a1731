import { sql } from 'kysely'
import type { Invitation, listUsers, User } from '@signet/contract/access/users'
import type { Role } from '@signet/contract/access/permissions'
import type { QueryOf } from '@signet/contract/route'
import type { Tx } from '../../db/database.ts'
import { noPassword } from '../identity/no-password.ts'

/* Users as a manager of users sees them. Everything here runs in an identity transaction. */

export interface ManagedUser {
  id: string
  name: string
  email: string
  locale: string | null
  role: Role
  company_id: number
  company: string
  admin_company_ids: number[]
  admin_companies: string[]
  is_active: boolean
  is_invited: boolean
  is_demo: boolean
  totp: boolean
  passkeys: number
  last_sign_in_at: Date | null
  created_at: Date
  version: number
}

/** The start of every query of users as a manager sees them. */
export const managedUsers = sql`
  select u.id, u.name, u.email, u.locale, u.role, u.company_id, c.key as company, u.is_active,
    u.password_hash = ${noPassword} as is_invited, u.is_demo, u.last_sign_in_at, u.created_at, u.version,
    array(select m.company_id from user_companies m join companies a on a.id = m.company_id where m.user_id = u.id
      order by a.key) as admin_company_ids,
    array(select a.key from user_companies m join companies a on a.id = m.company_id where m.user_id = u.id
      order by a.key) as admin_companies,
    exists (select from totp_factors t where t.user_id = u.id and t.confirmed_at is not null) as totp,
    (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys
  from users u join companies c on c.id = u.company_id`

const sortColumn = {
  name: sql`lower(u.name)`,
  email: sql`u.email`,
  role: sql`u.role`,
  lastSignIn: sql`u.last_sign_in_at`,
  createdAt: sql`u.created_at`,
} as const

/** A page of the users who belong to the companies or may work for them. There are thousands at most, so the whole table is read. */
export async function userPage(tx: Tx, companyIds: readonly number[], query: QueryOf<typeof listUsers>) {
  const needle = query.searchQuery?.toLowerCase() ?? ''
  const roles = query.role?.length ? query.role : null
  const states = query.state?.length ? query.state : null
  const condition = sql`where (u.company_id = any (${companyIds}::int[])
      or exists (select from user_companies m where m.user_id = u.id and m.company_id = any (${companyIds}::int[])))
    and (${roles}::text[] is null or u.role = any (${roles}::text[]))
    and (${states}::text[] is null or case when not u.is_active then 'disabled'
      when u.password_hash = ${noPassword} then 'invited' else 'active' end = any (${states}::text[]))
    and (${needle} = '' or strpos(lower(u.name), ${needle}) > 0 or strpos(u.email, ${needle}) > 0)`
  const direction = query.sortDirection === 'asc' ? sql`asc nulls first` : sql`desc nulls last`
  const { rows } = await sql<ManagedUser>`${managedUsers} ${condition}
    order by ${sortColumn[query.sortField]} ${direction}, u.id ${direction}
    limit ${query.limit} offset ${(query.pageNumber - 1) * query.limit}`.execute(tx)
  const counted = await sql<{ count: string }>`select count(*) from users u ${condition}`.execute(tx)
  return { rows, total: Number(counted.rows[0]?.count) }
}

/** Index: users_pkey. */
export async function findUser(tx: Tx, userId: string): Promise<ManagedUser | undefined> {
  const { rows } = await sql<ManagedUser>`${managedUsers} where u.id = ${userId}`.execute(tx)
  return rows[0]
}

/** The same, locked, so that the checked state is the one that is changed. */
export async function lockUser(tx: Tx, userId: string): Promise<ManagedUser | undefined> {
  const { rows } = await sql<ManagedUser>`${managedUsers} where u.id = ${userId} for update of u`.execute(tx)
  return rows[0]
}

export interface UserChanges {
  name?: string
  role?: Role
  company_id?: number
  is_active?: boolean
}

/** Changes a locked user. Index: users_pkey. */
export async function setUser(tx: Tx, userId: string, changes: UserChanges): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...changes, version: sql`version + 1` })
    .where('id', '=', userId)
    .execute()
}

/** Sets the companies that a user may work for, in addition to their own. */
export async function setAdminCompanies(tx: Tx, userId: string, companyIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('user_companies').where('user_id', '=', userId).execute()
  if (companyIds.length === 0) return
  await tx
    .insertInto('user_companies')
    .values(companyIds.map((companyId) => ({ user_id: userId, company_id: companyId })))
    .execute()
}

export function toUser(row: ManagedUser, invitation?: Invitation): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    company: row.company,
    adminCompanies: row.admin_companies,
    isActive: row.is_active,
    isInvited: row.is_invited,
    ...(invitation ? { invitation } : {}),
    isDemo: row.is_demo,
    mfa: { totp: row.totp, passkeys: row.passkeys },
    lastSignIn: row.last_sign_in_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    version: row.version,
  }
}
