import { sql } from 'kysely'
import { isOneOf } from '@signet/contract/narrow'
import { can, clientRoles, roles, staffRoles, type Role } from '@signet/contract/access/permissions'
import type { SessionUser } from '@signet/contract/access/session'
import type { Lifetimes } from '../../app/session-settings.ts'
import type { Actor, CompanyRef } from '../../app/context.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { Origin } from './audited.ts'
import { hashOf } from './tokens/tokens.ts'

interface ActorRow {
  session_id: string
  user_id: string
  name: string
  email: string
  role: Role
  phone: string | null
  last_sign_in_at: Date | null
  company: CompanyRef
  admin_companies: CompanyRef[]
  /** The company whose client the user views the portal as, if they may still do so. */
  view_company: CompanyRef | null
}

/** The roles that can view the portal as a client. */
const viewers = roles.filter((role) => can(role, 'clientView:use'))

const userColumns = `
  u.id as user_id, u.name, u.email, u.role, u.phone, u.last_sign_in_at,
  json_build_object('id', c.id, 'key', c.key, 'name', c.name, 'modules', c.modules) as company,
  coalesce((select json_agg(json_build_object('id', a.id, 'key', a.key, 'name', a.name, 'modules', a.modules) order by a.name)
    from companies a where a.is_active and (u.role = 'superAdmin'
      or exists (select from user_companies m where m.user_id = u.id and m.company_id = a.id))), '[]') as admin_companies`
const viewColumn = `(select json_build_object('id', v.id, 'key', v.key, 'name', v.name, 'modules', v.modules)
    from companies v where v.id = s.view_company_id and v.is_active
      and u.role in (${viewers.map((role) => `'${role}'`).join(', ')}) and (u.role = 'superAdmin' or v.id = u.company_id
        or exists (select from user_companies m where m.user_id = u.id and m.company_id = v.id))) as view_company`
/** The session `s` of the user `u` of the company `c` has not ended or expired, and both are active. */
const isAlive = `s.ended_at is null and s.expires_at > now() and u.is_active and c.is_active`
const actorColumns = `s.id as session_id, ${userColumns}, ${viewColumn}
  from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id
  where ${isAlive}`

function toActor(row: ActorRow): Actor {
  return {
    userId: row.user_id,
    sessionId: row.session_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    lastSignInAt: row.last_sign_in_at,
    ...(row.view_company
      ? { role: 'client', company: row.view_company, adminCompanies: [], ownRoleInView: row.role }
      : { role: row.role, company: row.company, adminCompanies: row.admin_companies, ownRoleInView: null }),
  }
}

/**
 * The user of an active session. It runs on every request, so it is a single statement without a transaction.
 *
 * @param sessionId a UUID
 */
export async function findActor(database: Database, sessionId: string): Promise<Actor | null> {
  const { rows } = await database.identityPool.query<ActorRow>(`select ${actorColumns} and s.id = $1`, [sessionId])
  return rows[0] ? toActor(rows[0]) : null
}

/**
 * The language, time zone and theme that a user has chosen. Runs in an identity transaction. Indexes: users_pkey, user_preferences_pkey.
 */
export async function lookOf(tx: Tx, userId: string): Promise<Pick<SessionUser, 'locale' | 'timeZone' | 'theme'>> {
  const row = await tx
    .selectFrom('users')
    .leftJoin('user_preferences', 'user_preferences.user_id', 'users.id')
    .select(['users.locale', 'users.time_zone', 'user_preferences.portal'])
    .where('users.id', '=', userId)
    .executeTakeFirst()
  return {
    ...(row?.locale ? { locale: row.locale } : {}),
    ...(row?.time_zone ? { timeZone: row.time_zone } : {}),
    ...(row?.portal?.theme ? { theme: row.portal.theme } : {}),
  }
}

/** The sessions that are active: not ended, not expired, of an active user of an active company. */
export function aliveSessions(database: Database, sessionIds: ReadonlySet<string>): Promise<Set<string>> {
  return database.inIdentity(async (tx) => {
    const { rows } = await sql<{ session_id: string }>`select s.id as session_id
      from sessions s join users u on u.id = s.user_id join companies c on c.id = u.company_id
      where s.id = any (${[...sessionIds]}::uuid[]) and ${sql.raw(isAlive)}`.execute(tx)
    return new Set(rows.map((row) => row.session_id))
  })
}

/** A user as an actor without a session: for jobs that continue after the request. Null if disabled. */
export function findUserActor(database: Database, userId: string): Promise<Actor | null> {
  return database.inIdentity(async (tx) => {
    const { rows } = await sql<ActorRow>`select '' as session_id, null as view_company, ${sql.raw(userColumns)}
      from users u join companies c on c.id = u.company_id where u.id = ${userId} and u.is_active and c.is_active`.execute(
      tx,
    )
    return rows[0] ? toActor(rows[0]) : null
  })
}

/** The user of a session cookie; extends the session while it is used. */
export async function useSession(
  tx: Tx,
  lifetimes: Lifetimes,
  tokenHash: Buffer,
): Promise<{ actor: Actor; expiresAt: Date } | null> {
  const { rows } = await sql<ActorRow>`select ${sql.raw(actorColumns)} and s.token_hash = ${tokenHash}`.execute(tx)
  const row = rows[0]
  if (!row) return null
  const { sessionIdle, sessionMax, staffMax } = lifetimes
  const maxSeconds = isOneOf(staffRoles, row.role) ? Math.min(staffMax, sessionMax) : sessionMax
  const touched = await tx
    .updateTable('sessions')
    .set({
      used_at: sql`now()`,
      expires_at: sql`least(now() + ${`${sessionIdle} seconds`}::interval, created_at + ${`${maxSeconds} seconds`}::interval)`,
    })
    .where('id', '=', row.session_id)
    .where('ended_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst()
  return touched ? { actor: toActor(row), expiresAt: touched.expires_at } : null
}

/** A user with the fields for sign-in; if their company requires its own sign-in, they appear as disabled. */
export type SignInUser = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

const signInUser = (tx: Tx) =>
  tx
    .selectFrom('users')
    .innerJoin('companies', 'companies.id', 'users.company_id')
    .select([
      'users.id',
      'users.email',
      'users.name',
      'users.locale',
      'users.role',
      'users.company_id',
      'users.password_hash',
      'users.must_change_password',
      'users.needs_factor',
      'companies.is_active as is_company_active',
    ])
    .select(
      sql<boolean>`users.is_active and not (users.role = any (${[...clientRoles]}) and exists (
        select from sso_settings s where s.company_id = users.company_id and s.enforced))`.as('is_active'),
    )

/** A user by email address, for sign-in. */
export function findUserByEmail(tx: Tx, email: string) {
  return signInUser(tx).where('users.email', '=', email).executeTakeFirst()
}

export function findUserById(tx: Tx, userId: string): Promise<SignInUser | undefined> {
  return signInUser(tx).where('users.id', '=', userId).executeTakeFirst()
}

/** The owner of a passkey, before its signature has been checked. */
export function findUserOfPasskey(tx: Tx, credentialId: string): Promise<SignInUser | undefined> {
  return signInUser(tx)
    .innerJoin('passkeys', 'passkeys.user_id', 'users.id')
    .where('passkeys.credential_id', '=', credentialId)
    .executeTakeFirst()
}

/** Makes a session a view of the portal as a client of a company, or ends that. Runs in an identity transaction. */
export async function setClientView(tx: Tx, sessionId: string, companyId: number | null): Promise<void> {
  await tx.updateTable('sessions').set({ view_company_id: companyId }).where('id', '=', sessionId).execute()
}

/** Ends a session, which invalidates its access tokens, refresh family and cookie. */
export async function endSession(tx: Tx, sessionId: string, why: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_why: why })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Ends every session of a user, or of all users of a company. Index: sessions_user. Runs in an identity transaction. */
export async function endSessionsOf(
  tx: Tx,
  whose: { userId: string } | { companyId: number },
  why: string,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: sql`now()`, ended_why: why })
    .where('ended_at', 'is', null)
    .where('user_id', 'in', (select) =>
      'userId' in whose
        ? select.selectFrom('users').select('id').where('id', '=', whose.userId)
        : select.selectFrom('users').select('id').where('company_id', '=', whose.companyId),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Adds a session; those of staff end sooner. */
export async function insertSession(
  tx: Tx,
  { sessionIdle, sessionMax, staffMax }: Lifetimes,
  session: { sessionId: string; userId: string; sessionToken: string },
  origin: Origin,
): Promise<void> {
  await tx
    .insertInto('sessions')
    .values({
      id: session.sessionId,
      user_id: session.userId,
      token_hash: hashOf(session.sessionToken),
      ip: origin.ip,
      user_agent: origin.userAgent,
      expires_at: sql<Date>`now() + make_interval(secs => least(${sessionIdle}::float8, ${sessionMax}::float8,
        (select ${staffMax}::float8 from users where id = ${session.userId} and role = any (${staffRoles}::text[]))))`,
      ended_at: null,
      ended_why: null,
    })
    .execute()
}

/** The current password of a user, locked until the transaction ends. */
export function lockPassword(tx: Tx, userId: string) {
  return tx
    .selectFrom('users')
    .select(['password_hash', 'must_change_password'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
}

/** Sets a password that the user has chosen. */
export async function setPassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: hash, must_change_password: false })
    .where('id', '=', userId)
    .execute()
}

export async function setLastSignIn(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('users').set({ last_sign_in_at: new Date() }).where('id', '=', userId).execute()
}

/** Deletes sessions and links that expired before a time, older sign-in attempts, and challenges that can't be answered any more. */
export async function deleteOldSessions(
  tx: Tx,
  before: { sessions: Date; signIns: Date; challenges: Date },
): Promise<void> {
  const ended = tx.selectFrom('sessions').select('id').where('expires_at', '<', before.sessions)
  await tx.deleteFrom('refresh_tokens').where('session_id', 'in', ended).execute()
  await tx.deleteFrom('sessions').where('expires_at', '<', before.sessions).execute()
  await tx.deleteFrom('sign_ins').where('at', '<', before.signIns).execute()
  await tx.deleteFrom('passkey_challenges').where('expires_at', '<', before.challenges).execute()
  await tx.deleteFrom('user_tokens').where('expires_at', '<', before.sessions).execute()
}
