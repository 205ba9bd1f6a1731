import type { Leak, LeakStatus } from '@signet/contract/leaks'
import { IconCheck, IconClipboardList, IconEyeOff, IconRotate, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import type { GridStore } from '../../ui/grid/grid-store.ts'
import { t } from './words.ts'
import { allMax } from './leak-search.ts'
import { leakName } from './leak-words.ts'
import type { LeakChanges } from './use-leak-changes.ts'
import css from '../../ui/grid/bulk-bar.module.css'
import { Inline } from '../../ui/layout/parts.tsx'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
const examplesMax = 3

/** What can be done with the selected leaks; floats over the list while there are some. */
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

  return (
    <section className={css.bar} data-bulk-bar="" aria-label={t('selectedLeaks')}>
      {progress ? (
        <Inline gap="half" wrap className={css.row}>
          <span role="status" className="num">
            {t('doneOfTotal', { done: exactNumber(progress.done), total: exactNumber(progress.total) })}
          </span>
          <progress className={css.progress} value={progress.done} max={progress.total} aria-label={t('progress')} />
          <button type="button" className={css.button} onClick={changes.stop}>
            {t('stop')}
          </button>
        </Inline>
      ) : (
        <Inline gap="half" wrap className={css.row}>
          <b className="num" role="status">
            {t('selectedCount', { count: exactNumber(selected.length) })}
          </b>
          {selected.length < total && !rows.totalIsCapped && total <= allMax && (
            <button type="button" className={css.button} disabled={isReading} onClick={onSelectAll}>
              {isReading ? t('loadingAll') : t('selectAllMatching', { count: exactNumber(total) })}
            </button>
          )}
          <span className={`${css.line} wide-only`} />
          <button type="button" className={css.button} onClick={() => onDecide('resolved')}>
            <IconCheck {...icon} />
            {t('resolve')}
            <kbd aria-hidden="true">R</kbd>
          </button>
          <button type="button" className={css.button} onClick={() => onDecide('ignored')}>
            <IconEyeOff {...icon} />
            {t('ignore')}
            <kbd aria-hidden="true">I</kbd>
          </button>
          <button type="button" className={css.button} onClick={() => onDecide('open')}>
            <IconRotate {...icon} />
            {t('reopen')}
            <kbd aria-hidden="true">U</kbd>
          </button>
          <button type="button" className={css.button} onClick={() => onCopyNames(selected)}>
            <IconClipboardList {...icon} />
            {t('copyResetList')}
          </button>
          <span className={`${css.line} wide-only`} />
          <button type="button" className={css.button} aria-label={t('clearSelection')} onClick={store.clear}>
            <IconX size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </Inline>
      )}
      {statusToConfirm && (
        <ConfirmDialog
          title={t('changeStatusCount', { count: selected.length })}
          text={
            statusToConfirm === 'resolved'
              ? t('resolveConsequence', { company: companyName })
              : statusToConfirm === 'ignored'
                ? t('ignoreConsequence', { company: companyName })
                : t('reopenConsequence', { company: companyName })
          }
          examples={selected.slice(0, examplesMax).map((leak) => leakName(leak, true))}
          moreCount={Math.max(0, selected.length - examplesMax)}
          confirmLabel={t('changeStatus')}
          onConfirm={() => onAnswer(true)}
          onClose={() => onAnswer(false)}
        />
      )}
    </section>
  )
}
