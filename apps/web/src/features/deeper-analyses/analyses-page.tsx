import type { DeeperAnalysis } from '@signet/contract/requests/deeper-analyses'
import { Suspense } from 'react'
import { lazy } from '../../api/lazy.ts'
import { caseColumns, TwoLines } from '../../parts/cases/case-columns.tsx'
import { CaseList } from '../../parts/cases/case-list.tsx'
import { dueText } from '../../parts/cases/due-steps.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import type { GridStore } from '../../ui/grid/columns/grid-store.ts'
import { useCan } from '../../session/use-session.ts'
import { t } from './words.ts'
import { AnalysisDueFigures } from './due-figures.tsx'
import { analyses, validateAnalysisSearch, type AnalysisSort } from './analyses.api.ts'

const viewLabels = () => ({ open: t('open'), ready: t('findingsReady'), stopped: t('stopped'), all: t('all') })
const noneOpen = () => ({
  title: t('openEmpty'),
  text: t('openEmptyHint'),
})
const nothing = () => t('viewEmpty')
const empty = () => ({
  open: noneOpen(),
  ready: { title: nothing(), text: t('readyEmptyHint') },
  stopped: { title: nothing(), text: t('stoppedEmptyHint') },
  all: noneOpen(),
})

const linkOf = (id: string) => ({ to: '/deeperAnalysis/$analysisId', params: { analysisId: id } }) as const

const columnsOf = (isPhone: boolean) =>
  caseColumns<DeeperAnalysis, AnalysisSort>({
    isPhone,
    labels: { card: t('deeperAnalysis'), target: t('aboutThreat') },
    linkOf,
    isLate: ({ due }) => due.state === 'overdue',
    more: (row) => dueText(row.due) ?? (row.files.length > 0 ? t('filesCount', { count: row.files.length }) : null),
    own: {
      key: 'asked',
      label: t('requested'),
      track: 'minmax(130px, 0.6fr)',
      sort: 'requestedAt',
      render: ({ requestedAt, requestedBy }) => <TwoLines first={<TimeAgo at={requestedAt} />} second={requestedBy} />,
    },
    foot: (row) => {
      const text = dueText(row.due)
      if (text === null) return <TimeAgo at={row.requestedAt} />
      return <Text tone={row.due.state === 'overdue' ? 'danger' : 'quiet'}>{text}</Text>
    },
  })

const CaseBulkBar = lazy(() =>
  import('../../parts/assignees/case-bulk-bar.tsx').then(({ CaseBulkBar: bar }) => ({ default: bar })),
)
const bulk = (store: GridStore) => (
  <Suspense fallback={null}>
    <CaseBulkBar kind="deeperAnalysis" store={store} />
  </Suspense>
)

/** The requested analyses and their findings. */
export function AnalysesPage() {
  const mayAssign = useCan('analyses:move')
  return (
    <CaseList
      kind={analyses}
      validate={validateAnalysisSearch}
      title={t('pageTitle')}
      what={t('theList')}
      columns={columnsOf}
      firstOrder={() => <span>{t('earliestDueFirst')}</span>}
      aside={<AnalysisDueFigures />}
      linkOf={linkOf}
      viewsLabel={t('analysesByStatus')}
      viewLabels={viewLabels()}
      filterLabel={t('filterAnalyses')}
      searchLabel={t('searchAnalyses')}
      countText={(n) => t('analysesCount', { count: n })}
      bulk={mayAssign ? bulk : undefined}
      noMatch={t('noMatch')}
      empty={empty()}
    />
  )
}
