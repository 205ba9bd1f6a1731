import type { DeeperAnalysis } from '@signet/contract/deeper-analyses'
import { caseColumns, TwoLines } from '../../parts/cases/case-columns.tsx'
import { CaseList } from '../../parts/cases/case-list.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { plural, t } from '../../words/words.ts'
import { analyses, validateAnalysisSearch, type AnalysisSort } from './analyses.api.ts'

const viewLabels = () => ({ open: t('Open'), ready: t('Findings ready'), stopped: t('Stopped'), all: t('All') })
const noneOpen = () => ({
  title: t('No deeper analysis is open'),
  text: t('Mark a threat “Deeper analysis” and the team looks into it; what it finds is kept here.'),
})
const nothing = () => t('Nothing here yet')
const empty = () => ({
  open: noneOpen(),
  ready: { title: nothing(), text: t('Analyses appear here once the team has written its findings.') },
  stopped: { title: nothing(), text: t('Analyses that were taken back or could not be done appear here.') },
  all: noneOpen(),
})

const linkOf = (id: string) => ({ to: '/deeperAnalysis/$analysisId', params: { analysisId: id } }) as const

const columnsOf = (isPhone: boolean) =>
  caseColumns<DeeperAnalysis, AnalysisSort>({
    isPhone,
    labels: { card: t('Deeper analysis'), target: t('About') },
    linkOf,
    more: ({ files }) => (files.length > 0 ? plural(files.length, '{n} file', '{n} files') : null),
    own: {
      key: 'asked',
      label: t('Asked'),
      track: 'minmax(130px, 0.6fr)',
      sort: 'requestedAt',
      render: ({ requestedAt, requestedBy }) => <TwoLines first={<TimeAgo at={requestedAt} />} second={requestedBy} />,
    },
    foot: ({ requestedAt }) => <TimeAgo at={requestedAt} />,
  })

/** What the team was asked to look into, and what it found. */
export function AnalysesPage() {
  return (
    <CaseList
      kind={analyses}
      validate={validateAnalysisSearch}
      title={t('Deeper Analysis')}
      what={t('The deeper analyses')}
      columns={columnsOf}
      linkOf={linkOf}
      viewsLabel={t('Which deeper analyses')}
      viewLabels={viewLabels()}
      filterLabel={t('Filter deeper analyses')}
      searchLabel={t('Search deeper analyses')}
      countText={(n) => plural(n, '{n} analysis', '{n} analyses')}
      noMatch={t('No deeper analysis matches')}
      empty={empty()}
    />
  )
}
