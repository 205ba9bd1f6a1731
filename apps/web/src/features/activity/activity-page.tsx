import type { Activity, ActivityTab } from '@signet/contract/activity'
import { can } from '@signet/contract/permissions'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { usePagedRows } from '../../api/paged-rows.ts'
import { calendarDay } from '../../format/date-time.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { usePageSearch } from '../../page-search.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { saveCsv } from '../../ui/csv-file.ts'
import { DataGrid } from '../../ui/data-grid.tsx'
import { FailedBlock, StateBlock } from '../../ui/data-state.tsx'
import { FacetFilters, filterWords, type Facet } from '../../ui/facet-filters.tsx'
import { createGridStore } from '../../ui/grid-store.ts'
import { Page } from '../../ui/page.tsx'
import { Segments } from '../../ui/segments.tsx'
import { snackbar, toast } from '../../ui/toasts.ts'
import { phone, useMedia } from '../../ui/use-media.ts'
import { msg, plural, t } from '../../words/words.ts'
import { doneColumns, UndoCell } from './activity-columns.tsx'
import { severityFacet, sourceFacet, typeFacet } from './activity-filters.tsx'
import { validateActivitySearch, type ActivitySearch, type ActivitySort } from './activity-search.ts'
import { recordPath } from './activity-words.ts'
import { activityQuery, activitySourcesQuery, severitiesQuery, sortingOf, typesQuery } from './activity.api.ts'
import css from './activity.module.css'
import { allRows, activityCsv, askForFile, directRowsMax } from './export-activity.ts'
import { useListKeys } from './list-keys.ts'
import { useUndo } from './use-undo.ts'

const rowPx = 44
const cardPx = 104
const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

const tabLabels: Record<ActivityTab, string> = {
  all: msg('All'),
  whitelist: msg('Whitelist'),
  falsePositive: msg('False positive'),
  takedown: msg('Takedown'),
  deeperAnalysis: msg('Deeper analysis'),
  bookmark: msg('Bookmarks'),
}
const tabs = Object.keys(tabLabels) as ActivityTab[]

/** All filters off; tab and kind stay. */
const noFilters = {
  q: undefined,
  source: undefined,
  severity: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
} as const satisfies ActivitySearch

/** Who decided what, and whether it can be undone. */
export function ActivityPage() {
  const company = useCompany()
  const { role } = useUser()
  const [search, setSearch] = usePageSearch(validateActivitySearch)
  const kind = search.kind ?? 'threat'
  const hasTouts = useClientInfo()?.modules.touts === true
  const isPhone = useMedia(phone)
  const [store] = useState(createGridStore)
  const navigate = useNavigate()
  const rows = usePagedRows<Activity>((pageNumber) => activityQuery(company, search, pageNumber))
  const { undo, busyId } = useUndo(company, kind)
  const mayUndo = can(role, 'threats:triage')
  const columns = useMemo(
    () =>
      doneColumns<Activity>({
        kind,
        isPhone,
        ...(mayUndo
          ? {
              last: {
                label: t('Undo'),
                render: (row: Activity) => (
                  <UndoCell row={row} isBusy={busyId === row.id} onUndo={(one) => void undo(one)} />
                ),
              },
            }
          : {}),
      }),
    // What undo does follows from company and kind.
    // oxlint-disable-next-line react/exhaustive-deps
    [kind, isPhone, mayUndo, busyId, company],
  )
  const sorting = sortingOf(search)
  const change = (changes: Partial<ActivitySearch>) => {
    store.reset()
    setSearch(changes)
  }
  const onSort = (by: ActivitySort) => {
    const first = by === 'title' || by === 'source' ? 'asc' : 'desc'
    change({ sort: by, dir: sorting.by === by ? (sorting.direction === 'asc' ? 'desc' : 'asc') : first })
  }
  const open = (row: Activity) => void navigate({ href: recordPath(kind, row.source, row.threatId) })
  const facets: Facet[] = [
    sourceFacet(search.source, activitySourcesQuery(company, search)),
    severityFacet(search.severity, severitiesQuery),
    ...(kind === 'threat' ? [typeFacet(search.type, typesQuery(company))] : []),
  ]
  const save = useSave(company, search, rows.total)
  useListKeys<Activity>({
    store,
    rows,
    onOpen: open,
    more: {
      ...(mayUndo ? { z: (row?: Activity) => row && void undo(row) } : {}),
      ...(can(role, 'exports:own') ? { e: () => void save.run() } : {}),
    },
  })

  const instead =
    rows.total === undefined && rows.error ? (
      <FailedBlock what={t('The activity')} error={rows.error} retry={rows.refetch} />
    ) : rows.total === 0 ? (
      <NoActivity
        tab={search.tab ?? 'all'}
        words={filterWords(search, facets, t('In a range'))}
        onClear={() => change(noFilters)}
      />
    ) : undefined
  return (
    <Page title={t('Activity')} layout="fill">
      <div className={css.tools}>
        <div className={css.views}>
          <Segments
            label={t('Which activity')}
            choices={tabs.map((value) => ({ value, label: t(tabLabels[value]) }))}
            value={search.tab ?? 'all'}
            onChange={(tab) => change({ tab: tab === 'all' ? undefined : tab, source: undefined })}
          />
          {hasTouts ? (
            <Segments
              label={t('Threats or touts')}
              choices={[
                { value: 'threat', label: t('Threats') },
                { value: 'tout', label: t('Touts') },
              ]}
              value={kind}
              onChange={(next) => change({ ...noFilters, kind: next === 'tout' ? 'tout' : undefined })}
            />
          ) : null}
        </div>
        <FacetFilters
          label={t('Filter activity')}
          searchLabel={t('Search activity')}
          rangeLabel={t('When')}
          search={search}
          facets={facets}
          onChange={(changes) => change(changes)}
          onClear={() => change(noFilters)}
        />
        <p className={css.count}>
          <output className="num">
            {rows.total === undefined || rows.isOld ? null : plural(rows.total, '{n} entry', '{n} entries')}
            {rows.totalIsCapped ? '+' : null}
          </output>
          <span className={css.space} />
          {can(role, 'exports:own') ? (
            <IconButton
              label={t('Export as CSV')}
              disabled={!rows.total || save.isBusy}
              onClick={() => void save.run()}
            >
              <IconDownload {...icon} />
            </IconButton>
          ) : null}
        </p>
      </div>
      <DataGrid
        label={t('Activity')}
        columns={columns}
        rows={rows}
        store={store}
        idOf={({ id }) => id}
        rowHeight={isPhone ? cardPx : rowPx}
        sorting={sorting}
        onSort={onSort}
        onOpen={open}
        instead={instead}
      />
    </Page>
  )
}

/** The list as a file: at once, or by a job when it is long. Bookmarks are one's own and never that many. */
function useSave(company: string, search: ActivitySearch, total: number | undefined) {
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    if (!total || isBusy) return
    setIsBusy(true)
    try {
      if (total > directRowsMax && search.tab !== 'bookmark') {
        await askForFile(company, search)
        snackbar(t('The file is being made; it will be among your exports.'))
      } else {
        const rows = await allRows(company, search)
        saveCsv(`activity-${company}-${calendarDay(new Date())}.csv`, activityCsv(rows))
        toast(t('{count} rows exported', { count: exactNumber(rows.length) }))
      }
    } catch (error) {
      snackbar(t('Nothing was exported. {reason}', { reason: errorText(error) }), { isFailure: true })
    } finally {
      setIsBusy(false)
    }
  }
  return { run, isBusy }
}

const nothingYet: Record<ActivityTab, string> = {
  all: msg('Decisions and remarks appear here as soon as somebody makes one.'),
  whitelist: msg('What is marked “Whitelist” appears here.'),
  falsePositive: msg('What is marked “False positive” appears here, with its remark.'),
  takedown: msg('What is marked “Takedown” appears here; its case stands under Takedowns.'),
  deeperAnalysis: msg('What is marked “Deeper analysis” appears here.'),
  bookmark: msg('Press B on a threat to keep it here.'),
}

function NoActivity({ tab, words, onClear }: { tab: ActivityTab; words: string[]; onClear: () => void }) {
  return words.length > 0 ? (
    <StateBlock title={t('Nothing matches')} action={<Button onClick={onClear}>{t('Clear filters')}</Button>}>
      {t('Filtered by {filters}.', { filters: words.join('; ') })}
    </StateBlock>
  ) : (
    <StateBlock title={t('Nothing yet')}>{t(nothingYet[tab])}</StateBlock>
  )
}
