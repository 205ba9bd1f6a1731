import { sql } from 'kysely'
import type { Preferences } from '@signet/contract/access/account'
import { can, type Permission, type Role } from '@signet/contract/access/permissions'
import { asIdentity } from '../../db/as-identity.ts'
import type { Tx } from '../../db/database.ts'

/** A user who works for a company, with their notification settings. */
export interface NotifiedPerson extends Preferences {
  userId: string
  name: string
  email: string
  role: Role
}

/** The recipients: named users, roles, everyone with a permission, or all users of the company. */
export type Audience = { users: readonly string[] } | { roles: readonly Role[] } | { permission: Permission } | 'all'

/**
 * The active users who work for a company: its own, and those who have access to it. A superAdmin may see every company but is only
 * notified for these. Runs in a company transaction and reads users as `signet_identity` within it.
 */
export async function peopleOf(tx: Tx, companyId: number): Promise<NotifiedPerson[]> {
  return asIdentity(tx, async (identity) => {
    const { rows } = await sql<NotifiedPerson>`
      select u.id as "userId", u.name, u.email, u.role, coalesce(p.mail, 'off') as mail,
        coalesce(p.severities, '{}') as severities, coalesce(p.sources, '{}') as sources
      from users u left join user_preferences p on p.user_id = u.id
      where u.is_active and (u.company_id = ${companyId}
        or exists (select from user_companies m where m.user_id = u.id and m.company_id = ${companyId}))
      order by u.name, u.id`.execute(identity)
    return rows
  })
}

/** The users of the list who belong to the audience. */
export function chosen(people: readonly NotifiedPerson[], audience: Audience): NotifiedPerson[] {
  if (audience === 'all') return [...people]
  if ('users' in audience) return people.filter(({ userId }) => audience.users.includes(userId))
  if ('roles' in audience) return people.filter(({ role }) => audience.roles.includes(role))
  return people.filter(({ role }) => can(role, audience.permission))
}

/** The active superAdmins, who work for every company. Runs in a company transaction. */
export function superAdmins(tx: Tx) {
  return asIdentity(tx, (identity) =>
    identity
      .selectFrom('users')
      .select(['id as userId', 'name', 'email'])
      .where('role', '=', 'superAdmin')
      .where('is_active', '=', true)
      .orderBy('name')
      .orderBy('id')
      .execute(),
  )
}

/** Where an active user gets emails, and whether they want any. Runs in a company transaction. Index: users_pkey. */
export async function addressOf(
  tx: Tx,
  userId: string,
): Promise<{ name: string; email: string; locale: string | null; mail: Preferences['mail'] } | undefined> {
  const person = await asIdentity(tx, (identity) =>
    identity
      .selectFrom('users')
      .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
      .select(['users.name', 'users.email', 'users.locale', 'user_preferences.mail'])
      .where('users.id', '=', userId)
      .where('users.is_active', '=', true)
      .executeTakeFirst(),
  )
  return person && { ...person, mail: person.mail ?? 'off' }
}
