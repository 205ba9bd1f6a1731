import type { Decision } from '@signet/contract/threats'
import { IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { shownTitle } from '../../../format/shown-title.ts'
import { exactNumber } from '../../../format/exact-number.ts'
import { selectedCount, type GridStore } from '../../../ui/grid/grid-store.ts'
import { decisionChoices } from './decision-buttons.tsx'
import { t } from './words.ts'
import css from '../../../ui/grid/bulk-bar.module.css'
import { Inline } from '../../../ui/layout/parts.tsx'
import { refusalText } from './decision-words.ts'
import type { AnyThreat } from '../records.ts'
import type { SimilarRows } from '../use-similar-rows.ts'
import type { DecideMany } from './use-decide-many.ts'

const shownFailures = 3

/** What can be done with the selected threats; floats over the list while there are some. */
export function BulkBar({
  store,
  rows,
  similar,
  bulk,
  onDecide,
}: {
  store: GridStore
  rows: PagedRows<AnyThreat>
  similar: Pick<SimilarRows, 'isFolded'> | undefined
  bulk: DecideMany
  onDecide: (decision: Decision) => void
}) {
  const selection = useSyncExternalStore(store.subscribe, store.selection)
  const total = rows.matching ?? 0
  const count = selectedCount(selection, total)
  const { progress, failed } = bulk
  const folded = selection.isAll
    ? 0
    : rows.loaded.reduce(
        (sum, row) => (similar?.isFolded(row) && selection.ids.has(row.id) ? sum + (row.similar ?? 1) - 1 : sum),
        0,
      )
  if (count === 0 && !progress && failed.length === 0) return null

  return (
    <section className={css.bar} data-bulk-bar="" aria-label={t('selection')}>
      {failed.length > 0 && !progress && <Failures bulk={bulk} rows={rows} store={store} />}
      {progress ? (
        <Inline gap="half" wrap className={css.row}>
          <span role="status" className="num">
            {t('progressText', { done: exactNumber(progress.done), total: exactNumber(progress.total) })}
          </span>
          <progress className={css.progress} value={progress.done} max={progress.total} aria-label={t('progress')} />
          <button type="button" className={css.button} onClick={bulk.stop}>
            {t('stop')}
          </button>
        </Inline>
      ) : (
        count > 0 && (
          <Inline gap="half" wrap className={css.row}>
            <b className="num" role="status">
              {t('nSelected', { n: exactNumber(count) })}
            </b>
            {folded > 0 && (
              <span className={`${css.aside} num`}>{t('includingSimilar', { n: exactNumber(count + folded) })}</span>
            )}
            {!selection.isAll && !rows.totalIsCapped && count < total && (
              <button type="button" className={css.button} onClick={store.selectAll}>
                {t('selectAllMatching', { n: exactNumber(total) })}
              </button>
            )}
            <span className={`${css.line} wide-only`} />
            {decisionChoices.map(({ decision, label, key, icon }) => (
              <button key={decision} type="button" className={css.button} onClick={() => onDecide(decision)}>
                {icon}
                {t(label)}
                <kbd aria-hidden="true">{key.toUpperCase()}</kbd>
              </button>
            ))}
            <span className={`${css.line} wide-only`} />
            <button type="button" className={css.button} aria-label={t('clearSelection')} onClick={store.clear}>
              <IconX size={18} stroke={1.7} aria-hidden="true" />
            </button>
          </Inline>
        )
      )}
    </section>
  )
}

function Failures({ bulk, rows, store }: { bulk: DecideMany; rows: PagedRows<AnyThreat>; store: GridStore }) {
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
    <Inline gap={1} wrap className={css.failed} role="alert">
      <p>
        {t('failedThreats', {
          n: exactNumber(failed.length),
          names: failed
            .slice(0, shownFailures)
            .map(({ id, code }) => `${titleOf(id)} (${refusalText(code)})`)
            .join(', '),
        })}
        {failed.length > shownFailures && ` ${t('andNMore', { n: exactNumber(failed.length - shownFailures) })}`}
      </p>
      <button type="button" className={css.button} onClick={keepFailed}>
        {t('selectFailed')}
      </button>
      <button type="button" className={css.button} onClick={forgetFailed}>
        {t('dismiss')}
      </button>
    </Inline>
  )
}
