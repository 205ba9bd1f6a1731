import { IconUserCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { inBatches } from '../../api/in-batches.ts'
import { useCompany } from '../../session/company.ts'
import { BulkBar } from '../../ui/grid/bulk-bar.tsx'
import type { GridStore } from '../../ui/grid/columns/grid-store.ts'
import { AssignDialog } from './assign-dialog.tsx'
import { caseAssignments } from './case-assignments.ts'
import { t } from './words.ts'

/** What can be done with the selected takedowns or deeper analyses. */
export function CaseBulkBar({ kind, store }: { kind: keyof typeof caseAssignments; store: GridStore }) {
  const client = useQueryClient()
  const company = useCompany()
  const { ids } = useSyncExternalStore(store.subscribe, store.selection)
  const [isAssigning, setIsAssigning] = useState(false)
  const { route, list } = caseAssignments[kind]
  if (ids.size === 0) return null
  return (
    <>
      <BulkBar
        label={t('selection')}
        count={ids.size}
        actions={[
          {
            label: t('assign'),
            icon: <IconUserCheck size={18} stroke={1.7} aria-hidden="true" />,
            onClick: () => setIsAssigning(true),
          },
        ]}
        progress={null}
        onStop={store.clear}
        onClear={store.clear}
      />
      {isAssigning ? (
        <AssignDialog
          kind={kind}
          count={ids.size}
          onAssign={async (assignee) => {
            const assigned = await inBatches(
              [...ids],
              (some) => call(route, { body: { company, ids: some, assignee } }),
              (id) => id,
            )
            store.clear()
            await client.invalidateQueries({ queryKey: [company, list] })
            return assigned
          }}
          onClose={() => setIsAssigning(false)}
        />
      ) : null}
    </>
  )
}
