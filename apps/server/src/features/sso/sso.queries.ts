import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { NewRow, Row } from '../../db/rows.ts'
import { hashOf } from '../../secret-token.ts'
import { clientRoles } from '@signet/contract/access/permissions'

/* All of these run in an identity transaction, because they are called before a user is signed in. */

export type SsoSettingsRow = Row<'sso_settings'> & { domains: string[] }

function settings(tx: Tx) {
  return tx
    .selectFrom('sso_settings')
    .selectAll('sso_settings')
    .select(
      sql<string[]>`array(select domain from sso_domains d where d.company_id = sso_settings.company_id order by 1)`.as(
        'domains',
      ),
    )
}

/** The certificates of the identity providers of all companies that use SAML. */
export async function samlCertificates(tx: Tx): Promise<{ company: string; certificate: string }[]> {
  const rows = await tx
    .selectFrom('sso_settings')
    .innerJoin('companies', 'companies.id', 'sso_settings.company_id')
    .select(['companies.key', 'sso_settings.idp_cert'])
    .where('sso_settings.protocol', '=', 'saml')
    .orderBy('companies.key')
    .execute()
  return rows.flatMap(({ key: company, idp_cert: certificate }) =>
    certificate === null ? [] : { company, certificate },
  )
}

/** Index: sso_settings_pkey. */
export function findSettings(tx: Tx, companyId: number): Promise<SsoSettingsRow | undefined> {
  return settings(tx).where('sso_settings.company_id', '=', companyId).executeTakeFirst()
}

/** The settings of the active company that a mail domain belongs to. Index: sso_domains_pkey. */
export function findSettingsByDomain(tx: Tx, domain: string): Promise<SsoSettingsRow | undefined> {
  return settings(tx)
    .innerJoin('sso_domains', 'sso_domains.company_id', 'sso_settings.company_id')
    .innerJoin('companies', 'companies.id', 'sso_settings.company_id')
    .where('sso_domains.domain', '=', domain)
    .where('companies.is_active', '=', true)
    .executeTakeFirst()
}

/** The domains among these that already belong to another company. Index: sso_domains_pkey. */
export async function takenDomains(tx: Tx, companyId: number, domains: readonly string[]): Promise<string[]> {
  if (domains.length === 0) return []
  const rows = await tx
    .selectFrom('sso_domains')
    .select('domain')
    .where('domain', 'in', domains)
    .where('company_id', '!=', companyId)
    .execute()
  return rows.map(({ domain }) => domain)
}

type Kept = Omit<NewRow<'sso_settings'>, 'version' | 'updated_at'>

/** Replaces the settings of a company with the given version; false if they have changed since. */
export async function replaceSettings(
  tx: Tx,
  kept: Kept,
  domains: readonly string[],
  version: number,
): Promise<boolean> {
  const { company_id: companyId, id: _, ...changes } = kept
  const change =
    version === 0
      ? await tx
          .insertInto('sso_settings')
          .values(kept)
          .onConflict((conflict) => conflict.column('company_id').doNothing())
          .executeTakeFirst()
          .then(({ numInsertedOrUpdatedRows }) => numInsertedOrUpdatedRows)
      : await tx
          .updateTable('sso_settings')
          .set({ ...changes, version: version + 1, updated_at: sql`now()` })
          .where('company_id', '=', companyId)
          .where('version', '=', version)
          .executeTakeFirst()
          .then(({ numUpdatedRows }) => numUpdatedRows)
  if (!change) return false
  await tx.deleteFrom('sso_domains').where('company_id', '=', companyId).execute()
  await tx
    .insertInto('sso_domains')
    .values([...new Set(domains)].map((domain) => ({ domain, company_id: companyId })))
    .execute()
  return true
}

/** Deletes the settings with the given version, and their domains; false if they have changed since. */
export async function deleteSettings(tx: Tx, companyId: number, version: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sso_settings')
    .where('company_id', '=', companyId)
    .where('version', '=', version)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Uses up the id of a request or a response; false if it was already used. Index: sso_used_pkey. */
export async function useOnce(tx: Tx, id: string, expiresAt: Date): Promise<boolean> {
  await tx
    .deleteFrom('sso_used')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sso_used')
    .values({ id_hash: hashOf(id), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('id_hash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether the issuer identifies this user by the subject; the first subject it asserts is stored. Index: sso_subjects_pkey. */
export async function isSubject(tx: Tx, userId: string, issuer: string, subject: string): Promise<boolean> {
  await tx
    .insertInto('sso_subjects')
    .values({ user_id: userId, issuer, subject })
    .onConflict((conflict) => conflict.columns(['user_id', 'issuer']).doNothing())
    .execute()
  const known = await tx
    .selectFrom('sso_subjects')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .executeTakeFirstOrThrow()
  return known.subject === subject
}

/** Keeps that an active client of the company signed in; false for anyone else. */
export async function setClientSignIn(tx: Tx, companyId: number, userId: string): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set({ last_sign_in_at: sql`now()` })
    .where('id', '=', userId)
    .where('company_id', '=', companyId)
    .where('role', 'in', clientRoles)
    .where('is_active', '=', true)
    .returning('id')
    .executeTakeFirst()
  return user !== undefined
}

/** Whether the company has a SCIM token. Runs in an identity transaction. */
export async function hasScimToken(tx: Tx, companyId: number): Promise<boolean> {
  const token = await tx
    .selectFrom('scim_tokens')
    .select('id')
    .where('company_id', '=', companyId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return token !== undefined
}
