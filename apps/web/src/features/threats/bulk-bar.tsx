import type { Threat, TriageAction } from '@signet/contract/threats'
import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import { shownTitle } from '../../format/shown-title.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { selectedCount, type GridStore } from '../../ui/grid-store.ts'
import { marks } from '../../ui/mark-buttons.tsx'
import css from './bulk-bar.module.css'
import { refusalText } from './mark-words.ts'
import type { BulkMarks } from './use-bulk-marks.ts'

const shownFailures = 3

/** What can be done with the selected threats; floats over the list while there are some. */
export function BulkBar({
  store,
  rows,
  bulk,
  onDecide,
}: {
  store: GridStore
  rows: PagedRows<Threat>
  bulk: BulkMarks
  onDecide: (action: TriageAction) => void
}) {
  const selection = useSyncExternalStore(store.subscribe, store.selection)
  const total = rows.total ?? 0
  const count = selectedCount(selection, total)
  const { progress, failed } = bulk
  if (count === 0 && !progress && failed.length === 0) return null

  return (
    <section className={css.bar} data-bulk-bar="" aria-label="Selected threats">
      {failed.length > 0 && !progress && <Failures bulk={bulk} rows={rows} store={store} />}
      {progress ? (
        <div className={css.row}>
          <span role="status" className="num">
            {exactNumber(progress.done)} of {exactNumber(progress.total)} done
          </span>
          <progress className={css.progress} value={progress.done} max={progress.total} aria-label="Progress" />
          <button type="button" className={css.button} onClick={bulk.stop}>
            Stop
          </button>
        </div>
      ) : (
        count > 0 && (
          <div className={css.row}>
            <b className="num" role="status">
              {exactNumber(count)} selected
            </b>
            {!selection.isAll && !rows.totalIsCapped && count < total && (
              <button type="button" className={css.button} onClick={store.selectAll}>
                Select all {exactNumber(total)} that match
              </button>
            )}
            <span className={css.line} />
            {marks.map(({ action, label, key, icon }) => (
              <button key={action} type="button" className={css.button} onClick={() => onDecide(action)}>
                {icon}
                {label}
                <kbd aria-hidden="true">{key.toUpperCase()}</kbd>
              </button>
            ))}
            <span className={css.line} />
            <button type="button" className={css.button} aria-label="Clear selection" onClick={store.clear}>
              <IconX size={18} stroke={1.7} aria-hidden="true" />
            </button>
          </div>
        )
      )}
    </section>
  )
}

function Failures({ bulk, rows, store }: { bulk: BulkMarks; rows: PagedRows<Threat>; store: GridStore }) {
  const { failed, forgetFailed } = bulk
  const titleOf = (threatId: string) => {
    const row = rows.loaded.find(({ id }) => id === threatId)
    return row ? shownTitle(row.source, row.title) : threatId
  }
  const keepFailed = () => {
    store.clear()
    store.select(failed.map(({ id }) => id))
    forgetFailed()
  }
  return (
    <div className={css.failed} role="alert">
      <p>
        {exactNumber(failed.length)} could not be marked:{' '}
        {failed
          .slice(0, shownFailures)
          .map(({ id, code }) => `${titleOf(id)} (${refusalText(code)})`)
          .join(', ')}
        {failed.length > shownFailures && ` and ${exactNumber(failed.length - shownFailures)} more`}
      </p>
      <button type="button" className={css.button} onClick={keepFailed}>
        Select only these
      </button>
      <button type="button" className={css.button} onClick={forgetFailed}>
        Dismiss
      </button>
    </div>
  )
}
