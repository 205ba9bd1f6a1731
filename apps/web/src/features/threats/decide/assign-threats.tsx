import { assignThreats } from '@signet/contract/requests/assignments'
import { useQueryClient } from '@tanstack/react-query'
import { call, send } from '../../../api/call.ts'
import { inBatches } from '../../../api/in-batches.ts'
import { AssignDialog } from '../../../parts/assignees/assign-dialog.tsx'
import { useCompany } from '../../../session/company.ts'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { useRecords } from '../records.ts'

/** Assigns the selected threats or touts. */
export function AssignThreats({
  store,
  count,
  filter,
  onClose,
}: {
  store: GridStore
  count: number
  filter: () => Record<string, string>
  onClose: () => void
}) {
  const client = useQueryClient()
  const company = useCompany()
  const { kind, name } = useRecords()
  const assign = async (assignee: string | null) => {
    const { isAll, ids, except } = store.selection()
    const body = { company, kind, assignee }
    const selection = { filter: filter(), except: [...except], expectedCount: count }
    const assigned = isAll
      ? // The filter is in wire form, like the query of the list.
        await send(assignThreats, { body: { ...body, selection } })
      : await inBatches(
          [...ids],
          (some) => call(assignThreats, { body: { ...body, selection: { ids: some } } }),
          (id) => id,
        )
    store.clear()
    await client.invalidateQueries({ queryKey: [company, name] })
    return assigned
  }
  return <AssignDialog kind="threat" count={count} onAssign={assign} onClose={onClose} />
}
