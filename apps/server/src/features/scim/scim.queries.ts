import { sql } from 'kysely'
import { clientRoles, type ClientRole, type Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../db/database.ts'
import { isId } from '../../db/search-text.ts'
import type { NewRow } from '../../db/rows.ts'

/* All of these run in an identity transaction; the tables have no row-level security, so each query names the company and the roles. */

const columns = [
  'users.id',
  'users.email',
  'users.name',
  'users.role',
  'users.is_active',
  'users.created_at',
  'scim_users.external_id',
  'scim_users.given_name',
  'scim_users.family_name',
  'scim_users.updated_at',
  'scim_users.deleted_at',
] as const

/** The users that a company's provider can see: its clients and clientPeekers, except those it has deleted. */
function visible(tx: Tx, companyId: number) {
  return tx
    .selectFrom('users')
    .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
    .where('users.company_id', '=', companyId)
    .where('users.role', 'in', clientRoles)
    .where((where) => where.or([where('scim_users.deleted_at', 'is', null), where('users.is_active', '=', true)]))
}

/** Index: users_pkey. */
export async function findScimUser(tx: Tx, companyId: number, userId: string) {
  if (!isId(userId)) return undefined
  return visible(tx, companyId).select(columns).where('users.id', '=', userId).executeTakeFirst()
}
export type ScimUserRow = NonNullable<Awaited<ReturnType<typeof findScimUser>>>

/** A page of the users, by email address. */
export async function listScimUsers(
  tx: Tx,
  companyId: number,
  filter: { by: 'userName' | 'externalId' | 'id'; value: string } | null,
  page: { startIndex: number; count: number },
): Promise<{ rows: ScimUserRow[]; total: number }> {
  let found = visible(tx, companyId)
  if (filter?.by === 'userName') found = found.where('users.email', '=', filter.value)
  if (filter?.by === 'externalId') found = found.where('scim_users.external_id', '=', filter.value)
  if (filter?.by === 'id') {
    if (!isId(filter.value)) return { rows: [], total: 0 }
    found = found.where('users.id', '=', filter.value)
  }
  const { count } = await found.select((select) => select.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns)
    .orderBy('users.email')
    .orderBy('users.id')
    .limit(page.count)
    .offset(page.startIndex - 1)
    .execute()
  return { rows, total: Number(count) }
}

/** The active users of a role, by email address. */
export function listMembers(tx: Tx, companyId: number, role: ClientRole) {
  return visible(tx, companyId)
    .select(['users.id', 'users.name'])
    .where('users.role', '=', role)
    .orderBy('users.email')
    .limit(10_000)
    .execute()
}

/** The user with an email address, in any company. Index: users_email_key. */
export function findByEmail(tx: Tx, email: string) {
  return tx
    .selectFrom('users')
    .leftJoin('scim_users', 'scim_users.user_id', 'users.id')
    .select(['users.id', 'users.company_id', 'users.role', 'users.is_active', 'scim_users.deleted_at'])
    .where('users.email', '=', email)
    .executeTakeFirst()
}

/** Whether a company may have users with email addresses of a domain: one of its own, or, if it has none, any that no other company has. */
export async function mayHaveDomain(tx: Tx, companyId: number, domain: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('sso_domains')
    .select(['domain', 'company_id'])
    .where((where) => where.or([where('company_id', '=', companyId), where('domain', '=', domain)]))
    .execute()
  const own = rows.filter((row) => row.company_id === companyId)
  if (own.length > 0) return own.some((row) => row.domain === domain)
  return rows.length === 0
}

/** Stores the provider's data of a user with the account. Index: scim_users_pkey. */
export async function putScimUser(
  tx: Tx,
  userId: string,
  kept: { external_id: string | null; given_name: string | null; family_name: string | null; deleted_at: Date | null },
): Promise<void> {
  await tx
    .insertInto('scim_users')
    .values({ user_id: userId, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...kept, updated_at: sql`now()` }))
    .execute()
}

/** The company of an active token; records when it was last used, to the minute. Index: scim_tokens_token_hash_key. */
export async function useScimToken(tx: Tx, tokenHash: Buffer) {
  const row = await tx
    .selectFrom('scim_tokens')
    .innerJoin('companies', 'companies.id', 'scim_tokens.company_id')
    .select(['scim_tokens.id', 'companies.id as companyId', 'companies.key'])
    .where('scim_tokens.token_hash', '=', tokenHash)
    .where('scim_tokens.ended_at', 'is', null)
    .where('companies.is_active', '=', true)
    .executeTakeFirst()
  if (!row) return null
  await tx
    .updateTable('scim_tokens')
    .set({ last_used_at: sql`now()` })
    .where('id', '=', row.id)
    .where(sql<boolean>`coalesce(last_used_at < now() - interval '1 minute', true)`)
    .execute()
  return { tokenId: row.id, companyId: row.companyId, companyKey: row.key }
}

/** Replaces the company's token; returns when. */
export async function replaceScimToken(
  tx: Tx,
  companyId: number,
  token: Pick<NewRow<'scim_tokens'>, 'id' | 'token_hash' | 'created_by_name'>,
): Promise<Date> {
  await tx
    .updateTable('scim_tokens')
    .set({ ended_at: sql`now()` })
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .execute()
  const row = await tx
    .insertInto('scim_tokens')
    .values({ ...token, company_id: companyId, last_used_at: null, ended_at: null })
    .returning('created_at')
    .executeTakeFirstOrThrow()
  return row.created_at
}

/** Restores a user that the provider has deleted. */
export async function restoreScimUser(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable('scim_users').set({ deleted_at: null }).where('user_id', '=', userId).execute()
}

/** Changes a client of the company; anyone else stays as they are. */
export async function changeClient(
  tx: Tx,
  companyId: number,
  userId: string,
  next: { email: string; name: string; role: Role; is_active: boolean },
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ ...next, version: sql`version + 1` })
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .where('role', 'in', clientRoles)
    .execute()
}
