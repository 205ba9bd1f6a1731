import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { Suspense } from 'react'
import { lazy } from '../../../api/lazy.ts'
import { CaseCard, Moment } from '../../../parts/cases/case-layout.tsx'
import { Fact, Facts } from '../../../ui/layout/facts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { t } from '../words.ts'
import { Due } from './analysis-due.tsx'
import { valueName } from '../../../words/named/name-of.ts'

const CaseAssignee = lazy(() =>
  import('../../../parts/assignees/case-assignee.tsx').then(({ CaseAssignee: field }) => ({ default: field })),
)

export function CaseFacts({ analysis }: { analysis: DeeperAnalysisDetail }) {
  return (
    <CaseCard title={t('case')}>
      <Facts>
        <Fact label={t('type')}>{valueName(analysis.threatType)}</Fact>
        <Fact label={t('requested')}>
          <Moment at={analysis.requestedAt} />
        </Fact>
        <Fact label={t('requestedBy')}>{analysis.requestedBy}</Fact>
        <Fact label={t('assignedTo')}>
          <Suspense fallback={null}>
            <CaseAssignee kind="deeperAnalysis" id={analysis.id} assignedTo={analysis.assignedTo} />
          </Suspense>
        </Fact>
        <Due analysis={analysis} />
        <Fact label={t('lastUpdated')}>
          <TimeAgo at={lastChange(analysis)} />
        </Fact>
      </Facts>
    </CaseCard>
  )
}

/** Messages, files and tasks are events that `updatedAt` leaves out. */
const lastChange = ({ updatedAt, events }: DeeperAnalysisDetail): string =>
  events.reduce((last, { at }) => (at > last ? at : last), updatedAt)
