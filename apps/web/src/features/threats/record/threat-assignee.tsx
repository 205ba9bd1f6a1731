import { assignThreats } from '@signet/contract/requests/assignments'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { AssigneeField } from '../../../parts/assignees/assignee-field.tsx'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { useRecords, type AnyThreat } from '../records.ts'

/** The assignee of a threat or tout. */
export function ThreatAssignee({
  threat: { id, assignedTo },
  isQuiet = false,
}: {
  threat: AnyThreat
  /** Without a frame, for a row of icons. */
  isQuiet?: boolean
}) {
  const client = useQueryClient()
  const company = useCompany()
  const { kind, name } = useRecords()
  const mayAssign = useCan('threats:decide')
  const assign = async (assignee: string | null) => {
    await call(assignThreats, { body: { company, kind, selection: { ids: [id] }, assignee } })
    await client.invalidateQueries({ queryKey: [company, name, 'detail', id] })
  }
  return (
    <AssigneeField kind="threat" assignedTo={assignedTo} onAssign={mayAssign ? assign : undefined} isQuiet={isQuiet} />
  )
}
