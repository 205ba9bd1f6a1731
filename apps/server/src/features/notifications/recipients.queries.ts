import { sql } from 'kysely'
import type { Role } from '@signet/contract/access/permissions'
import type { Tx } from '../../db/database.ts'

/** The recipients: people of companies, with roles, or named individually. */
export type Recipients = { companies: readonly string[] } | { roles: readonly Role[] } | { users: readonly string[] }

/** A user as a member of one company, their own, so that no one occurs twice. */
export interface Recipient {
  userId: string
  name: string
  email: string
  companyId: number
  company: string
}

/** The selected active users of active companies, by company and id. Runs in an identity transaction. */
export async function recipientsOf(tx: Tx, wanted: Recipients): Promise<Recipient[]> {
  const chosen =
    'companies' in wanted
      ? sql`c.key = any (${[...wanted.companies]})`
      : 'roles' in wanted
        ? sql`u.role = any (${[...wanted.roles]})`
        : sql`u.id = any (${[...wanted.users]}::uuid[])`
  const { rows } = await sql<Recipient>`
    select u.id as "userId", u.name, u.email, u.company_id as "companyId", c.name as company
    from users u join companies c on c.id = u.company_id
    where u.is_active and c.is_active and ${chosen} order by u.company_id, u.id`.execute(tx)
  return rows
}

/** Those of the companies that don't exist or aren't active. Runs in an identity transaction. */
export async function unknownCompanies(tx: Tx, keys: readonly string[]): Promise<string[]> {
  const known = await tx
    .selectFrom('companies')
    .select('key')
    .where('key', 'in', keys)
    .where('is_active', '=', true)
    .execute()
  return keys.filter((key) => !known.some((company) => company.key === key))
}

/** The recipients by company, for work that is done one company at a time. */
export function byCompany(recipients: readonly Recipient[]): Map<number, Recipient[]> {
  return Map.groupBy(recipients, ({ companyId }) => companyId)
}
