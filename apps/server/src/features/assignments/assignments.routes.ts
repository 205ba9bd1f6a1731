import { can, clientRoles } from '@signet/contract/access/permissions'
import { isOneOf } from '@signet/contract/narrow'
import { assignedThreatsMax } from '@signet/contract/requests/assignments'
import type * as contract from '@signet/contract/requests/assignments'
import type { BodyOf } from '@signet/contract/route'
import { listPath, recordPath } from '@signet/contract/threats/record-path'
import type { Context } from '../../app/context.ts'
import type { Handler } from '../../app/handler.ts'
import { numbersOf } from '../../db/threat-numbers.queries.ts'
import { assigneeNamed } from '../assignees/assignments.queries.ts'
import { isShownTo, permissionToWork, workersOf } from '../assignees/company-staff.queries.ts'
import { lockCases, type CaseKind } from '../cases/case-list.queries.ts'
import { takedownCases } from '../cases/takedowns.queries.ts'
import { analysisCases } from '../cases/deeper-analyses.queries.ts'
import { publishEvent, publishEvents } from '../notifications/live-events.queries.ts'
import { countSelected } from '../threats/list/count-selected.ts'
import { publishedScope } from '../threats/list/threat-filter.queries.ts'
import { idsOfThreats, lockThreats } from '../threats/threats.queries.ts'
import { assignRecords } from './assign-records.ts'

export const listAssignees: Handler<typeof contract.listAssignees> = async ({ tx, company, actor }, { query }) =>
  (await workersOf(tx, company.id))
    .filter((worker) => can(worker.role, permissionToWork[query.kind]) && isShownTo(actor, worker))
    .map(({ id, name, role }) => ({ id, name, isStaff: !isOneOf(clientRoles, role) }))

/**
 * @throws AppError like `assigneeNamed`
 * @throws AppError like `countSelected`, for everything that a filter finds
 */
export const assignThreats: Handler<typeof contract.assignThreats> = async (context, { body }) => {
  const { tx, company } = context
  const { selection, kind = 'threat' } = body
  const scope = { ...publishedScope(context, kind), kind }
  const person = body.assignee === null ? null : await assigneeNamed(context, 'threat', body.assignee)
  if (!('ids' in selection)) await countSelected(tx, scope, selection, assignedThreatsMax)
  const ids =
    'ids' in selection
      ? [...new Set(selection.ids)]
      : await idsOfThreats(tx, scope, { ...selection.filter, except: selection.except }, assignedThreatsMax)
  const rows = ids.length === 0 ? [] : await lockThreats(tx, scope, ids)
  // Only a notification about one names it.
  const numbers = await numbersOf(tx, company.id, rows.length === 1 ? ids : [])
  const records = rows.map(({ id, source, title }) => ({
    id,
    kind,
    title,
    number: numbers.get(id),
    href: recordPath({ kind, source, id }),
  }))
  const changed = await assignRecords(context, 'threat', records, person, `${listPath(kind)}?assigned=me`)
  if (changed.length > 0)
    await publishEvent(tx, { companyId: company.id, type: 'threat.changed', data: { threatIds: changed } })
  const done = rows.map(({ id }) => id)
  return { done, failed: ids.filter((id) => !done.includes(id)) }
}

/**
 * The handler that assigns the cases of a kind.
 *
 * @throws AppError like `assigneeNamed`
 */
function assignCasesOf(kind: CaseKind<string>, listHref: string) {
  return async (context: Context, { body }: { body: BodyOf<typeof contract.assignTakedowns> }) => {
    const { tx, company } = context
    const person = body.assignee === null ? null : await assigneeNamed(context, kind.assigned, body.assignee)
    const ids = [...new Set(body.ids)]
    const rows = await lockCases(tx, kind, company.id, ids)
    const records = rows.map(({ id, title, source }) => ({
      id,
      kind: kind.assigned,
      title,
      source,
      href: `${listHref}/${id}`,
    }))
    const changed = await assignRecords(context, kind.assigned, records, person, `${listHref}?assigned=me`)
    await publishEvents(
      tx,
      company.id,
      rows
        .filter(({ id }) => changed.includes(id))
        .map(({ id, threat_id: threatId, status }) =>
          kind.assigned === 'takedown'
            ? { type: 'takedown.changed', data: { takedownId: id, threatId, status } }
            : { type: 'analysis.changed', data: { analysisId: id, threatId, status } },
        ),
    )
    const done = rows.map(({ id }) => id)
    return { done, failed: ids.filter((id) => !done.includes(id)) }
  }
}
export const assignTakedowns: Handler<typeof contract.assignTakedowns> = assignCasesOf(takedownCases, '/takedown')
export const assignAnalyses: Handler<typeof contract.assignAnalyses> = assignCasesOf(analysisCases, '/deeperAnalysis')
