import type { Decision } from '@signet/contract/threats/threats'
import { IconUserCheck } from '@tabler/icons-react'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { lazy } from '../../../api/lazy.ts'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { exactNumber } from '../../../format/numbers/exact-number.ts'
import { BulkAlert, BulkBar, BulkButton } from '../../../ui/grid/bulk-bar.tsx'
import { selectedCount, type GridStore } from '../../../ui/grid/columns/grid-store.ts'
import { decisionChoices, decisionLabel } from './decision-buttons.tsx'
import { t } from './words.ts'
import { refusalText } from './decision-words.ts'
import type { AnyThreat } from '../records.ts'
import type { SimilarRows } from '../use-similar-rows.ts'
import type { DecideMany } from './use-decide-many.ts'

const AssignThreats = lazy(() =>
  import('./assign-threats.tsx').then(({ AssignThreats: dialog }) => ({ default: dialog })),
)

const shownFailures = 3

/** What can be done with the selected threats. */
export function ThreatBulkBar({
  store,
  rows,
  similar,
  bulk,
  filter,
  onDecide,
}: {
  store: GridStore
  rows: PagedRows<AnyThreat>
  similar: Pick<SimilarRows, 'isFolded'> | undefined
  bulk: DecideMany
  /** The filters of the list in wire form. */
  filter: () => Record<string, string>
  onDecide: (decision: Decision) => void
}) {
  const selection = useSyncExternalStore(store.subscribe, store.selection)
  const total = rows.matching ?? 0
  const count = selectedCount(selection, total)
  const { progress, failed } = bulk
  const [isAssigning, setIsAssigning] = useState(false)
  const folded = selection.isAll
    ? 0
    : rows.loaded.reduce(
        (sum, row) => (similar?.isFolded(row) && selection.ids.has(row.id) ? sum + (row.similar ?? 1) - 1 : sum),
        0,
      )
  if (count === 0 && !progress && failed.length === 0) return null
  const sources = bulk.selectedSources()
  const isPart = !selection.isAll && !rows.totalIsCapped && count < total
  return (
    <BulkBar
      label={t('selection')}
      count={count}
      aside={folded > 0 ? t('includingSimilar', { n: exactNumber(count + folded) }) : undefined}
      selectAll={
        isPart ? { label: t('selectAllMatching', { n: exactNumber(total) }), onClick: store.selectAll } : undefined
      }
      actions={[
        ...decisionChoices.map(({ decision, label, key, icon }) => ({
          label: decisionLabel(decision, label, sources),
          icon,
          shortcut: key.toUpperCase(),
          onClick: () => onDecide(decision),
        })),
        {
          label: t('assign'),
          icon: <IconUserCheck size={18} stroke={1.7} aria-hidden="true" />,
          onClick: () => setIsAssigning(true),
        },
      ]}
      progress={progress}
      onStop={bulk.stop}
      onClear={store.clear}
    >
      {isAssigning ? (
        <Suspense fallback={null}>
          <AssignThreats store={store} count={count} filter={filter} onClose={() => setIsAssigning(false)} />
        </Suspense>
      ) : null}
      {failed.length > 0 && !progress ? <Failures bulk={bulk} rows={rows} store={store} /> : null}
    </BulkBar>
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
    <BulkAlert>
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
      <BulkButton onClick={keepFailed}>{t('selectFailed')}</BulkButton>
      <BulkButton onClick={forgetFailed}>{t('dismiss')}</BulkButton>
    </BulkAlert>
  )
}
