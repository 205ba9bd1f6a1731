import type { Leak, LeakStatus } from '@signet/contract/leaks'
import { IconCheck, IconClipboardList, IconEyeOff, IconRotate, IconX } from '@tabler/icons-react'
import { useState, useSyncExternalStore } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import type { GridStore } from '../../ui/grid-store.ts'
import { plural, t } from '../../words/words.ts'
import { leakName } from './leak-words.ts'
import type { LeakMarks } from './use-leak-marks.ts'
import css from './leak-bulk-bar.module.css'

const icon = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
/** Beyond so many it is asked once more. */
const confirmBeyond = 25
const examplesMax = 3

/** The leaks that are ticked, as far as their rows are read. */
export function selectedLeaks(store: GridStore, rows: PagedRows<Leak>): Leak[] {
  return rows.loaded.filter(({ id }) => store.isSelected(id))
}

/** What can be done with the selected leaks; floats over the list while there are some. */
export function LeakBulkBar({
  company,
  store,
  rows,
  marks,
  onCopyNames,
}: {
  company: string
  store: GridStore
  rows: PagedRows<Leak>
  marks: LeakMarks
  onCopyNames: (leaks: readonly Leak[]) => void
}) {
  useSyncExternalStore(store.subscribe, store.selection)
  const companyName = useClientInfo()?.name ?? company
  const [asked, setAsked] = useState<LeakStatus | null>(null)
  const selected = selectedLeaks(store, rows)
  const { progress } = marks
  if (selected.length === 0 && !progress) return null

  const run = (status: LeakStatus) => {
    setAsked(null)
    void marks.markMany(selected, status)
    store.clear()
  }
  const decide = (status: LeakStatus) => (selected.length > confirmBeyond ? setAsked(status) : run(status))
  return (
    <section className={css.bar} data-bulk-bar="" aria-label={t('Selected leaks')}>
      {progress ? (
        <div className={css.row}>
          <span role="status" className="num">
            {t('{done} of {total} done', { done: exactNumber(progress.done), total: exactNumber(progress.total) })}
          </span>
          <progress className={css.progress} value={progress.done} max={progress.total} aria-label={t('Progress')} />
          <button type="button" className={css.button} onClick={marks.stop}>
            {t('Stop')}
          </button>
        </div>
      ) : (
        <div className={css.row}>
          <b className="num" role="status">
            {t('{count} selected', { count: exactNumber(selected.length) })}
          </b>
          <span className={css.line} />
          <button type="button" className={css.button} onClick={() => decide('resolved')}>
            <IconCheck {...icon} />
            {t('Resolved')}
            <kbd aria-hidden="true">R</kbd>
          </button>
          <button type="button" className={css.button} onClick={() => decide('ignored')}>
            <IconEyeOff {...icon} />
            {t('Ignore')}
            <kbd aria-hidden="true">I</kbd>
          </button>
          <button type="button" className={css.button} onClick={() => decide('open')}>
            <IconRotate {...icon} />
            {t('Open again')}
            <kbd aria-hidden="true">U</kbd>
          </button>
          <button type="button" className={css.button} onClick={() => onCopyNames(selected)}>
            <IconClipboardList {...icon} />
            {t('Copy for reset list')}
          </button>
          <span className={css.line} />
          <button type="button" className={css.button} aria-label={t('Clear selection')} onClick={store.clear}>
            <IconX size={18} stroke={1.7} aria-hidden="true" />
          </button>
        </div>
      )}
      {asked && (
        <ConfirmDialog
          title={plural(selected.length, 'Change {n} leak?', 'Change {n} leaks?')}
          text={
            asked === 'resolved'
              ? t('They are marked resolved for {company}.', { company: companyName })
              : asked === 'ignored'
                ? t('They are marked ignored for {company} and leave its lists and figures.', { company: companyName })
                : t('They are open again for {company}.', { company: companyName })
          }
          examples={selected.slice(0, examplesMax).map((leak) => leakName(leak, true))}
          moreCount={Math.max(0, selected.length - examplesMax)}
          confirmLabel={t('Change them')}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
