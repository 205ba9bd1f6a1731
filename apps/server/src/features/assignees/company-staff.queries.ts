import { sql } from 'kysely'
import { can, type Permission, type Role } from '@signet/contract/access/permissions'
import type { AssignedKind } from '@signet/contract/threats/assignees'
import { asIdentity } from '../../db/as-identity.ts'
import type { Tx } from '../../db/database.ts'

/** An active user who works for a company. */
export interface CompanyWorker {
  id: string
  name: string
  role: Role
  /** False for a super admin, who works for every company without having been given access to it. */
  isMember: boolean
}

/** What a user has to be allowed to do to be assigned a record of this kind. */
export const permissionToWork: Record<AssignedKind, Permission> = {
  threat: 'threats:decide',
  takedown: 'takedowns:move',
  deeperAnalysis: 'analyses:move',
  request: 'requests:move',
}

/**
 * The active users who work for a company, by name: its own, those with access to it, and super admins. Runs in a company transaction and
 * reads users as `signet_identity` within it.
 *
 * @param ids only these users; if missing, all
 */
export function workersOf(tx: Tx, companyId: number, ids?: readonly string[]): Promise<CompanyWorker[]> {
  return asIdentity(tx, async (identity) => {
    const isMember = sql`(u.company_id = ${companyId}
      or exists (select from user_companies m where m.user_id = u.id and m.company_id = ${companyId}))`
    const { rows } = await sql<CompanyWorker>`
      select u.id, u.name, u.role, ${isMember} as "isMember"
      from users u
      where u.is_active and (u.role = 'superAdmin' or ${isMember})
        ${ids ? sql`and u.id = any (${[...ids]}::uuid[])` : sql``}
      order by u.name, u.id`.execute(identity)
    return rows
  })
}

/** Whether a user may be named to the caller: clients don't see super admins who don't work for their company. */
export const isShownTo = (caller: { role: Role }, worker: CompanyWorker): boolean =>
  worker.isMember || can(caller.role, 'takedowns:move')
