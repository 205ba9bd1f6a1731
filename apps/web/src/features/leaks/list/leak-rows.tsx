import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { DataGrid } from '../../../ui/grid/data-grid.tsx'
import { FailedBlock } from '../../../ui/feedback/data-state.tsx'
import { Box, Card, Stack } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { LeakFilters } from './leak-filters.tsx'
import { LeakTools } from './leak-tools.tsx'
import { sortingOf } from '../leaks.api.ts'
import { NoLeaks } from '../no-leaks.tsx'
import type { useLeakColumns } from './use-leak-columns.ts'
import type { LeakList } from './use-leak-list.ts'
import type { Disclosures } from '../disclosures/use-disclosures.ts'
import css from '../leaks-page.module.css'

const LeakGroups = lazy(() => import('./leak-groups.tsx').then(({ LeakGroups: groups }) => ({ default: groups })))

interface LeakRowsProps {
  company: string
  list: LeakList
  columns: ReturnType<typeof useLeakColumns>
  isSelectable: boolean
  disclosures: Disclosures
}

/** The filters of the leaks, and what they match: a row for each leak, or for each package. */
export function LeakRows({
  company,
  list,
  columns: { columns, choice, rowHeight, isPhone },
  isSelectable,
  disclosures,
}: LeakRowsProps) {
  const { search, change, rows, store, openRow } = list
  const isList = search.view !== 'packages'
  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('leaksWhat')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <NoLeaks company={company} search={search} onChange={change} />
    ) : undefined
  return (
    <Card kind="bare" grow below={5} className={css.main} aria-label={t('leaks')}>
      <Stack gap={1} fixed pad="3 4 1" className={css.tools}>
        <LeakFilters company={company} search={search} onChange={change} />
        <LeakTools
          company={company}
          search={search}
          rows={rows}
          columnChoice={isPhone ? undefined : choice}
          onChange={change}
          disclosures={disclosures}
        />
      </Stack>
      {isList ? (
        <DataGrid
          label={t('leaks')}
          columns={columns}
          rows={rows}
          store={store}
          idOf={({ id }) => id}
          rowHeight={rowHeight}
          sorting={sortingOf(search)}
          onSort={list.sortBy}
          onOpen={openRow}
          isSelectable={isSelectable}
          instead={instead}
        />
      ) : (
        <Suspense fallback={<Box grow />}>
          <LeakGroups company={company} search={search} onOpen={openRow} onChange={change} />
        </Suspense>
      )}
    </Card>
  )
}
