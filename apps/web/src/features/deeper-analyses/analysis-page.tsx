import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ApiError } from '../../api/api-error.ts'
import { useCompany } from '../../session/company.ts'
import { CaseColumns, CaseCrumbs, CaseHead, PlainCard } from '../../parts/cases/case-layout.tsx'
import { FailedBlock, Skeleton, StateBlock } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { focusWriteBox } from '../../parts/cases/write-box.tsx'
import { t } from '../../words/words.ts'
import { analysisQuery } from './analyses.api.ts'
import { Case } from './analysis-case.tsx'

/** One deeper analysis: how far it is, what was found, and what was asked since. */
export function AnalysisPage() {
  const { analysisId = '' } = useParams({ strict: false })
  const query = useQuery(analysisQuery(useCompany(), analysisId))
  const navigate = useNavigate()
  useShortcuts({ Escape: () => void navigate({ to: '/deeperAnalysis' }), n: focusWriteBox })
  return (
    <Page title={t('Deeper Analysis')}>
      <CaseCrumbs list={<Link to="/deeperAnalysis">{t('Deeper Analysis')}</Link>} name={analysisId.slice(0, 8)} />
      {query.data ? (
        <Case analysis={query.data} />
      ) : query.error instanceof ApiError && query.error.status === 404 ? (
        <StateBlock
          title={t('No such deeper analysis')}
          action={<Link to="/deeperAnalysis">{t('All deeper analyses')}</Link>}
        >
          {t('It does not exist, or it belongs to another company.')}
        </StateBlock>
      ) : query.error ? (
        <FailedBlock what={t('The deeper analysis')} error={query.error} retry={() => void query.refetch()} />
      ) : (
        <>
          <CaseHead title="…" chips={<Skeleton lines={1} />} />
          <PlainCard label={t('Progress')}>
            <Skeleton lines={2} />
          </PlainCard>
          <CaseColumns
            side={
              <PlainCard label={t('Case')}>
                <Skeleton lines={6} />
              </PlainCard>
            }
          >
            <PlainCard label={t('Findings')}>
              <Skeleton lines={8} />
            </PlainCard>
          </CaseColumns>
        </>
      )}
    </Page>
  )
}
