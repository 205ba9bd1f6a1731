import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../../api/api-error.ts'
import { useCompany } from '../../../session/company.ts'
import { CaseColumns, CaseCrumbs, CaseHead, PlainCard } from '../../../parts/cases/case-layout.tsx'
import { FailedBlock, Skeleton, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { focusWriteBox } from '../../../parts/cases/write-box.tsx'
import { t } from '../words.ts'
import { analysisQuery } from '../analyses.api.ts'
import { AnalysisCase } from './analysis-case.tsx'

/** One deeper analysis: its progress, findings and messages. */
export function AnalysisPage() {
  const { analysisId = '' } = useParams({ strict: false })
  const query = useQuery(analysisQuery(useCompany(), analysisId))
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/deeperAnalysis' }), n: focusWriteBox })
  return (
    <Page title={t('pageTitle')}>
      <CaseCrumbs list={<Link to="/deeperAnalysis">{t('pageTitle')}</Link>} name={analysisId.slice(0, 8)} isReference />
      {query.data ? (
        <AnalysisCase analysis={query.data} />
      ) : query.error instanceof ApiError && query.error.status === 404 ? (
        <StateBlock title={t('analysisNotFound')} action={<Link to="/deeperAnalysis">{t('allAnalyses')}</Link>}>
          {t('notFoundHint')}
        </StateBlock>
      ) : query.error ? (
        <FailedBlock what={t('thisAnalysis')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <CaseHead title="…" chips={<Skeleton lines={1} />} />
          <PlainCard label={t('progress')}>
            <Skeleton lines={2} />
          </PlainCard>
          <CaseColumns
            side={
              <PlainCard label={t('case')}>
                <Skeleton lines={6} />
              </PlainCard>
            }
          >
            <PlainCard label={t('findings')}>
              <Skeleton lines={8} />
            </PlainCard>
          </CaseColumns>
        </>
      )}
    </Page>
  )
}
