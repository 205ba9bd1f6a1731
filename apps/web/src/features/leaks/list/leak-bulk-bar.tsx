import type { Leak, LeakStatus } from '@signet/contract/leaks/leaks'
import { IconCheck, IconClipboardList, IconEyeOff, IconRotate } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { useClientInfo } from '../../../session/client-info.ts'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { BulkBar } from '../../../ui/grid/bulk-bar.tsx'
import type { GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { t } from '../words.ts'
import { allMax } from './leak-search.ts'
import { leakName } from '../leak-words.ts'
import type { LeakChanges } from './use-leak-changes.ts'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const examplesMax = 3
const consequences = {
  resolved: 'resolveConsequence',
  ignored: 'ignoreConsequence',
  open: 'reopenConsequence',
} as const

/** What can be done with the selected leaks. */
export function LeakBulkBar({
  company,
  store,
  rows,
  selected: read,
  changes,
  statusToConfirm,
  isReading,
  onDecide,
  onAnswer,
  onSelectAll,
  onCopyNames,
}: {
  company: string
  store: GridStore
  rows: PagedRows<Leak>
  /** The ticked leaks, as they are now. */
  selected: () => Leak[]
  changes: LeakChanges
  /** What is asked once more before many are changed. */
  statusToConfirm: LeakStatus | null
  /** While everything that matches is read. */
  isReading: boolean
  onDecide: (status: LeakStatus) => void
  onAnswer: (isConfirmed: boolean) => void
  onSelectAll: () => void
  onCopyNames: (leaks: readonly Leak[]) => void
}) {
  useSyncExternalStore(store.subscribe, store.selection)
  const companyName = useClientInfo()?.name ?? company
  const selected = read()
  const { progress } = changes
  const total = rows.total ?? 0
  if (selected.length === 0 && !progress) return null

  const mayReadAll = selected.length < total && !rows.totalIsCapped && total <= allMax
  const allLabel = isReading ? t('loadingAll') : t('selectAllMatching', { count: exactNumber(total) })
  return (
    <BulkBar
      label={t('selectedLeaks')}
      count={selected.length}
      selectAll={mayReadAll ? { label: allLabel, isBusy: isReading, onClick: onSelectAll } : undefined}
      actions={[
        { label: t('resolve'), icon: <IconCheck {...icon} />, shortcut: 'R', onClick: () => onDecide('resolved') },
        { label: t('ignore'), icon: <IconEyeOff {...icon} />, shortcut: 'I', onClick: () => onDecide('ignored') },
        { label: t('reopen'), icon: <IconRotate {...icon} />, shortcut: 'U', onClick: () => onDecide('open') },
        { label: t('copyResetList'), icon: <IconClipboardList {...icon} />, onClick: () => onCopyNames(selected) },
      ]}
      progress={progress}
      onStop={changes.stop}
      onClear={store.clear}
    >
      {statusToConfirm && (
        <ConfirmDialog
          title={t('changeStatusCount', { count: selected.length })}
          text={t(consequences[statusToConfirm], { company: companyName })}
          examples={selected.slice(0, examplesMax).map((leak) => leakName(leak))}
          moreCount={Math.max(0, selected.length - examplesMax)}
          confirmLabel={t('changeStatus')}
          onConfirm={() => onAnswer(true)}
          onClose={() => onAnswer(false)}
        />
      )}
    </BulkBar>
  )
}
