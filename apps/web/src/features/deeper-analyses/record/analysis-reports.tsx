import { releaseAnalysisReport } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { Suspense, useState } from 'react'
import { call } from '../../../api/call.ts'
import { lazy } from '../../../api/lazy.ts'
import { CaseCard } from '../../../parts/cases/case-layout.tsx'
import { FileList } from '../../../parts/cases/file-list.tsx'
import { useCan } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

const TextDialog = lazy(() => import('./text-dialog.tsx').then(({ TextDialog: dialog }) => ({ default: dialog })))

const summaryMax = 4000

/** The reports that the client got, and the release of the next one; nothing for readers while there are none. */
export function Reports({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { of, query, keep, mayWork } = useAnalysis(analysis)
  const mayPublish = useCan('reports:publish')
  const [isReleasing, setIsReleasing] = useState(false)
  const { reports, findings, version, status } = analysis
  const drafts = findings.filter(({ releasedAt }) => releasedAt === null).length
  if (reports.length === 0 && !mayWork) return null
  const hintOf = () => {
    if (!mayPublish) return t('reportsByAdmin')
    return status === 'requested' ? t('reportsAfterStart') : t('reportsEmpty')
  }
  return (
    <CaseCard
      title={t('reports')}
      aside={
        mayWork && mayPublish && status === 'inProgress' ? (
          <Button onClick={() => setIsReleasing(true)}>{t('releaseReport')}</Button>
        ) : null
      }
    >
      {reports.length > 0 ? (
        <FileList label={t('reports')} files={reports} />
      ) : (
        <Text as="p" tone="quiet">
          {hintOf()}
        </Text>
      )}
      {isReleasing ? (
        <Suspense fallback={null}>
          <TextDialog
            title={t('releaseReport')}
            about={t('releaseHint', { count: drafts })}
            label={t('summary')}
            max={summaryMax}
            submitLabel={t('releaseReport')}
            onSave={async (summary) => {
              keep(await call(releaseAnalysisReport, { params: of, query, body: { summary, version } }))
              toast(t('reportReleased'))
            }}
            onClose={() => setIsReleasing(false)}
          />
        </Suspense>
      ) : null}
    </CaseCard>
  )
}
