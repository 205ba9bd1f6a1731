import { sql, type RawBuilder } from 'kysely'
import { can } from '@signet/contract/access/permissions'
import type { AssignedFilter, AssignedKind, Assignee } from '@signet/contract/threats/assignees'
import type { Actor } from '../../app/context.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../db/database.ts'
import { isShownTo, permissionToWork, workersOf } from './company-staff.queries.ts'

/** The person a record is assigned to. */
export interface AssignedUser {
  id: string
  name: string
}

/**
 * The user with this id, who has to work for the company and be able to work on such records.
 *
 * @param at where the id is in the request
 * @throws AppError `ASSIGNEE_NOT_FOUND` for anyone who doesn't work for the company, whether the user exists or not
 * @throws AppError `ASSIGNEE_READ_ONLY` for a user who only reads such records
 */
export async function assigneeNamed(
  { tx, company, actor }: { tx: Tx; company: { id: number }; actor: Pick<Actor, 'role'> },
  kind: AssignedKind,
  userId: string,
  at = 'body.assignee',
): Promise<AssignedUser> {
  const [worker] = await workersOf(tx, company.id, [userId])
  if (!worker || !isShownTo(actor, worker)) throw new AppError('ASSIGNEE_NOT_FOUND', {}, { at })
  if (!can(worker.role, permissionToWork[kind])) throw new AppError('ASSIGNEE_READ_ONLY', { name: worker.name }, { at })
  return worker
}

/** The users that these records are assigned to; those that aren't assigned are missing. Index: assignments_pkey. */
export async function assigneesOf(
  tx: Tx,
  companyId: number,
  kind: AssignedKind,
  recordIds: readonly string[],
): Promise<Map<string, Assignee>> {
  if (recordIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('assignments')
    .select(['record_id', 'user_id', 'user_name'])
    .where('company_id', '=', companyId)
    .where('kind', '=', kind)
    .where('record_id', 'in', recordIds)
    .execute()
  if (rows.length === 0) return new Map()
  const workers = await workersOf(tx, companyId, [...new Set(rows.map((row) => row.user_id))])
  const known = new Map(workers.map((worker) => [worker.id, worker]))
  return new Map(
    rows.map(({ record_id: recordId, user_id: id, user_name: name }) => {
      const worker = known.get(id)
      const isActive = worker !== undefined && can(worker.role, permissionToWork[kind])
      return [recordId, { id, name: worker?.name ?? name, isActive }]
    }),
  )
}

/**
 * Assigns records, which must be locked, to a person or to no one.
 *
 * @returns those that were not assigned so before, with the name of who had them
 */
export async function putAssignments(
  { tx, company, actor }: { tx: Tx; company: { id: number }; actor: Pick<Actor, 'userId' | 'name'> },
  kind: AssignedKind,
  recordIds: readonly string[],
  person: AssignedUser | null,
): Promise<Map<string, string | null>> {
  if (recordIds.length === 0) return new Map()
  const before = await tx
    .selectFrom('assignments')
    .select(['record_id', 'user_id', 'user_name'])
    .where('company_id', '=', company.id)
    .where('kind', '=', kind)
    .where('record_id', 'in', recordIds)
    .execute()
  const had = new Map(before.map((row) => [row.record_id, row]))
  const changing = recordIds.filter((id) => had.get(id)?.user_id !== person?.id)
  if (changing.length === 0) return new Map()
  if (person) {
    const by = { assigned_by: actor.userId, assigned_by_name: actor.name, assigned_at: new Date() }
    const to = { user_id: person.id, user_name: person.name, ...by, is_demo: false }
    await tx
      .insertInto('assignments')
      .values(changing.map((recordId) => ({ company_id: company.id, kind, record_id: recordId, ...to })))
      .onConflict((conflict) => conflict.columns(['company_id', 'kind', 'record_id']).doUpdateSet(to))
      .execute()
  } else {
    await tx
      .deleteFrom('assignments')
      .where('company_id', '=', company.id)
      .where('kind', '=', kind)
      .where('record_id', 'in', changing)
      .execute()
  }
  return new Map(changing.map((id) => [id, had.get(id)?.user_name ?? null]))
}

/**
 * The condition of a list that is filtered by assignee; at least one filter applies. Indexes: assignments_user, assignments_pkey.
 *
 * @param reader `companyId` can be a column, for a statement about several companies
 * @param recordId the column with the id of the record
 */
export function isAssigned(
  { companyId, userId }: { companyId: number | RawBuilder<number>; userId: string },
  kind: AssignedKind,
  filters: readonly AssignedFilter[],
  recordId: RawBuilder<string>,
): RawBuilder<boolean> {
  const all = sql`select a.record_id from assignments a where a.company_id = ${companyId} and a.kind = ${kind}`
  // As an array: the few assigned records look up their rows, instead of every row its assignment.
  const conditions = {
    me: sql`${recordId} = any (array(${all} and a.user_id = ${userId}))`,
    anyone: sql`${recordId} = any (array(${all}))`,
    nobody: sql`not exists (${all} and a.record_id = ${recordId})`,
  }
  const chosen = filters.map((filter) => conditions[filter])
  return sql<boolean>`(${sql.join(chosen, sql` or `)})`
}
