import { sql } from 'kysely'
import type { Preferences } from '@signet/contract/access/account'
import { can, type Permission, type Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../db/database.ts'

/** A user who works for a company, with their notification settings. */
export interface NotifiedPerson extends Preferences {
  userId: string
  name: string
  email: string
  locale: string | null
  role: Role
}

/** The recipients: named users, roles, everyone with a permission, or all users of the company. */
export type Audience = { users: readonly string[] } | { roles: readonly Role[] } | { permission: Permission } | 'all'

/**
 * The active users who work for a company: its own, and those who have access to it. A superAdmin may see every company but is only
 * notified for these. Runs in a transaction of the company, which reads no users itself: a function of the owner returns these.
 */
export async function peopleOf(tx: Tx, companyId: number): Promise<NotifiedPerson[]> {
  const { rows } = await sql<NotifiedPerson>`
    select user_id as "userId", name, email, locale, role, mail, severities, sources
    from people_of(${companyId}) order by name, user_id`.execute(tx)
  return rows
}

/** The users of the list who belong to the audience. */
export function chosen(people: readonly NotifiedPerson[], audience: Audience): NotifiedPerson[] {
  if (audience === 'all') return [...people]
  if ('users' in audience) return people.filter(({ userId }) => audience.users.includes(userId))
  if ('roles' in audience) return people.filter(({ role }) => audience.roles.includes(role))
  return people.filter(({ role }) => can(role, audience.permission))
}

/** The active superAdmins, who work for every company. Runs in a company transaction. */
export async function superAdmins(tx: Tx): Promise<Pick<NotifiedPerson, 'userId' | 'name' | 'email' | 'locale'>[]> {
  const { rows } = await sql<Pick<NotifiedPerson, 'userId' | 'name' | 'email' | 'locale'>>`
    select user_id as "userId", name, email, locale from super_admins() order by name, user_id`.execute(tx)
  return rows
}

/** An active user who works for a company, super admins included, with their mail setting. Runs in a company transaction. */
export async function workerOf(
  tx: Tx,
  companyId: number,
  userId: string,
): Promise<Pick<NotifiedPerson, 'name' | 'email' | 'locale' | 'mail'> | undefined> {
  const { rows } = await sql<Pick<NotifiedPerson, 'name' | 'email' | 'locale' | 'mail'>>`
    select name, email, locale, mail from people_of(${companyId}) where user_id = ${userId}::uuid
    union all select name, email, locale, mail from super_admins() where user_id = ${userId}::uuid
    limit 1`.execute(tx)
  return rows[0]
}
