import { sql } from 'kysely'
import { can, type Permission, type Role } from '@signet/contract/access/permissions'
import type { AssignedKind } from '@signet/contract/threats/assignees'
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
 * The active users who work for a company, by name: its own, those with access to it, and super admins. Runs in a transaction of the
 * company, which reads no users itself: a function of the owner returns these.
 *
 * @param ids only these users; if missing, all
 */
export async function workersOf(tx: Tx, companyId: number, ids?: readonly string[]): Promise<CompanyWorker[]> {
  const { rows } = await sql<CompanyWorker>`
    select user_id as id, name, role, is_member as "isMember" from workers_of(${companyId})
    ${ids ? sql`where user_id = any (${[...ids]}::uuid[])` : sql``} order by name, user_id`.execute(tx)
  return rows
}

/** Whether a user may be named to the caller: clients don't see super admins who don't work for their company. */
export const isShownTo = (caller: { role: Role }, worker: CompanyWorker): boolean =>
  worker.isMember || can(caller.role, 'takedowns:move')
