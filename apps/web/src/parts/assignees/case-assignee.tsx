import type { Assignee } from '@signet/contract/threats/assignees'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { AssigneeField } from './assignee-field.tsx'
import { caseAssignments } from './case-assignments.ts'

/** The assignee of a takedown or deeper analysis. */
export function CaseAssignee({
  kind,
  id,
  assignedTo,
}: {
  kind: keyof typeof caseAssignments
  id: string
  assignedTo: Assignee | undefined
}) {
  const client = useQueryClient()
  const company = useCompany()
  const { route, permission, detail, list } = caseAssignments[kind]
  const mayAssign = useCan(permission)
  const assign = async (assignee: string | null) => {
    await call(route, { body: { company, ids: [id], assignee } })
    await client.invalidateQueries({ queryKey: [company, detail, id] })
    await client.invalidateQueries({ queryKey: [company, list] })
  }
  return <AssigneeField kind={kind} assignedTo={assignedTo} onAssign={mayAssign ? assign : undefined} />
}
