import { keysIn } from '@signet/contract/narrow'
import type { Activity, ActivityTab } from '@signet/contract/threats/activity'
import { can } from '@signet/contract/access/permissions'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { usePagedRows } from '../../api/paged-rows.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { useClientInfo } from '../../session/client-info.ts'
import { useCompany } from '../../session/company.ts'
import { useUser } from '../../session/use-session.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import type { Facet } from '../../ui/filters/facet-filters.tsx'
import { ListPage } from '../../ui/grid/list-page.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { phone, useMedia } from '../../ui/layout/use-media.ts'
import { t, type Word } from './words.ts'
import { doneColumns, doneHeights, UndoCell } from './activity-columns.tsx'
import {
  doneFilterWords,
  entriesText,
  KindSegments,
  severityFacet,
  sourceFacet,
  typeFacet,
} from './activity-filters.tsx'
import { validateActivitySearch, type ActivitySearch, type ActivitySort } from './activity-search.ts'
import { recordPath } from './activity-words.ts'
import { activityQuery, activitySourcesQuery, severitiesQuery, sortingOf, typesQuery } from './activity.api.ts'
import { useUndoDecision } from './use-undo.ts'
import { useActivityFile } from './use-activity-file.ts'

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

const tabLabels: Record<ActivityTab, Word> = {
  all: 'all',
  whitelist: 'whitelist',
  falsePositive: 'falsePositive',
  takedown: 'takedown',
  deeperAnalysis: 'deeperAnalysis',
  bookmark: 'bookmarks',
}
const tabs = keysIn(tabLabels)

/** Clears all filters but keeps the tab and the kind. */
const noFilters = {
  q: undefined,
  source: undefined,
  severity: undefined,
  type: undefined,
  from: undefined,
  to: undefined,
} as const satisfies ActivitySearch

/** The decisions of a company, who made them, and which can be undone. */
export function ActivityPage() {
  const company = useCompany()
  const { role } = useUser()
  const [search, onChange] = usePageSearch(validateActivitySearch)
  const kind = search.kind ?? 'threat'
  const hasTouts = useClientInfo()?.modules.touts === true
  const isPhone = useMedia(phone)
  const navigate = useNavigate()
  const rows = usePagedRows<Activity>((pageNumber) => activityQuery(company, search, pageNumber))
  const { undo, busyId } = useUndoDecision(company, kind)
  const mayUndo = can(role, 'threats:decide')
  const hasNoRemarks = rows.loaded.length > 0 && rows.loaded.every(({ remark }) => !remark)
  const columns = useMemo(
    () =>
      doneColumns<Activity>({
        kind,
        isPhone,
        hasNoRemarks,
        ...(mayUndo
          ? {
              last: {
                label: t('undo'),
                render: (row: Activity) => (
                  <UndoCell row={row} isBusy={busyId === row.id} onUndo={(one) => void undo(one)} />
                ),
              },
            }
          : {}),
      }),
    // What undo does depends on the company and the kind.
    // oxlint-disable-next-line react/exhaustive-deps
    [kind, isPhone, hasNoRemarks, mayUndo, busyId, company],
  )
  const facets: Facet[] = [
    sourceFacet(search.source, activitySourcesQuery(company, search)),
    severityFacet(search.severity, severitiesQuery),
    ...(kind === 'threat' ? [typeFacet(search.type, typesQuery(company))] : []),
  ]
  const file = useActivityFile(company, search, rows.total)
  const mayExport = can(role, 'exports:own')
  return (
    <ListPage<Activity, ActivitySort, ActivitySearch>
      title={t('activity')}
      what={t('activityWhat')}
      rows={rows}
      columns={columns}
      heights={doneHeights}
      search={search}
      sorting={sortingOf(search)}
      onChange={onChange}
      onOpen={(row) => void navigate({ href: recordPath(kind, row.source, row.threatId) })}
      filters={{ ...doneFilterWords(), facets, noFilters }}
      views={(change) => (
        <>
          {hasTouts ? <KindSegments value={kind} onChange={(next) => change({ ...noFilters, kind: next })} /> : null}
          <Segments
            label={t('view')}
            choices={tabs.map((value) => ({ value, label: t(tabLabels[value]) }))}
            value={search.tab ?? 'all'}
            onChange={(tab) => change({ tab: tab === 'all' ? undefined : tab, source: undefined })}
          />
        </>
      )}
      countText={entriesText}
      tools={
        mayExport ? (
          <IconButton label={t('exportCsv')} disabled={!rows.total || file.isBusy} onClick={file.run}>
            <IconDownload {...icon} />
          </IconButton>
        ) : null
      }
      noMatch={t('noMatch')}
      empty={<StateBlock title={t('nothingYet')}>{t(`nothingYet.${search.tab ?? 'all'}`)}</StateBlock>}
      moreKeys={{
        ...(mayUndo ? { z: (row?: Activity) => row && void undo(row) } : {}),
        ...(mayExport ? { e: file.run } : {}),
      }}
    />
  )
}
