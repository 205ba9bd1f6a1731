import { can } from '@signet/contract/access/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useSyncExternalStore } from 'react'
import { lazy } from '../../api/lazy.ts'
import { useCompany } from '../../session/company.ts'
import { keepLeaksSeen } from './leaks-seen.ts'
import { useUser } from '../../session/use-session.ts'
import { isAnySelected } from '../../ui/grid/columns/grid-store.ts'
import { Page } from '../../ui/layout/page.tsx'
import { Box, Inline } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { LeakCards } from './list/leak-cards.tsx'
import { LeakRows } from './list/leak-rows.tsx'
import { noFilters } from './list/leak-search.ts'
import { useLeakColumns } from './list/use-leak-columns.ts'
import { useLeakKeys } from './list/use-leak-keys.ts'
import { useLeakList } from './list/use-leak-list.ts'
import { useLeakChanges } from './list/use-leak-changes.ts'
import { useLeakSelection } from './list/use-leak-selection.ts'
import { useDisclosures } from './disclosures/use-disclosures.ts'
import css from './leaks-page.module.css'

const LeakPanel = lazy(() => import('./leak-panel.tsx').then(({ LeakPanel: panel }) => ({ default: panel })))
const LeakSide = lazy(() => import('./list/leak-side.tsx').then(({ LeakSide: side }) => ({ default: side })))
const DisclosureDialog = lazy(() =>
  import('./disclosures/disclosure-dialog.tsx').then(({ DisclosureDialog: dialog }) => ({ default: dialog })),
)
const LeakBulkBar = lazy(() => import('./list/leak-bulk-bar.tsx').then(({ LeakBulkBar: bar }) => ({ default: bar })))

/** Which data has leaked and whether it is usable. */
export function LeaksPage() {
  const company = useCompany()
  const client = useQueryClient()
  const { id: userId } = useUser()
  useEffect(() => keepLeaksSeen(client, company, userId), [client, company, userId])
  // The key resets the state when the company changes.
  return <Leaks key={company} company={company} />
}

function Leaks({ company }: { company: string }) {
  const { role } = useUser()
  const mayWork = can(role, 'leaks:work')
  const disclosures = useDisclosures(company, mayWork)
  const list = useLeakList(company)
  const { search, change, rows, store, index } = list
  const changes = useLeakChanges(company, store)
  const isSelecting = useSyncExternalStore(store.subscribe, () => isAnySelected(store.selection()))
  const selection = useLeakSelection(company, list, changes)
  useLeakKeys(list, selection, changes, mayWork, disclosures.copy)
  const leakColumns = useLeakColumns(search)
  const { isPhone, isNarrow } = leakColumns
  const isList = search.view !== 'packages'

  return (
    <Page title={t('dataLeaks')} layout="fill">
      <Box grow className={`${css.page} tall`}>
        <LeakCards
          company={company}
          chosen={search.type}
          // Filters of one kind rarely apply to another.
          onChoose={(type) => change({ ...noFilters, q: search.q, sort: undefined, dir: undefined, type })}
        />
        <Inline gap={4} align="stretch" grow className={css.columns}>
          <LeakRows
            company={company}
            list={list}
            columns={leakColumns}
            isSelectable={mayWork && !isPhone}
            disclosures={disclosures}
          />
          {search.id ? (
            <Suspense fallback={<div className="panel-space" />}>
              <LeakPanel
                company={company}
                leakId={search.id}
                known={isList ? rows.at(index) : undefined}
                index={isList ? index : -1}
                total={rows.total ?? 0}
                onMove={list.moveBy}
                onClose={list.close}
                onChange={mayWork ? (leak, status) => void changes.changeOne(leak, status) : undefined}
                onNarrow={change}
              />
            </Suspense>
          ) : null}
          {(!search.id || isNarrow) && (
            <Suspense fallback={<div className={css.sideSpace} />}>
              <LeakSide company={company} type={search.type} onNarrow={change} />
            </Suspense>
          )}
        </Inline>
      </Box>
      {disclosures.question && (
        <Suspense fallback={null}>
          <DisclosureDialog company={company} disclosures={disclosures} />
        </Suspense>
      )}
      {mayWork && (isSelecting || changes.progress) && (
        <Suspense fallback={null}>
          <LeakBulkBar
            company={company}
            store={store}
            rows={rows}
            selected={selection.selected}
            changes={changes}
            statusToConfirm={selection.statusToConfirm}
            isReading={selection.isReading}
            onDecide={selection.decide}
            onAnswer={selection.answer}
            onSelectAll={() => void selection.selectAll()}
            onCopyNames={disclosures.copy}
          />
        </Suspense>
      )}
    </Page>
  )
}
