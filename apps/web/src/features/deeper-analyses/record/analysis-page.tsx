import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useCompany } from '../../../session/company.ts'
import { CasePage } from '../../../parts/cases/case-page.tsx'
import { t } from '../words.ts'
import { analysisQuery } from '../analyses.api.ts'
import { AnalysisCase } from './analysis-case.tsx'

/** One deeper analysis: its progress, findings and messages. */
export function AnalysisPage() {
  const { analysisId = '' } = useParams({ strict: false })
  return (
    <CasePage
      title={t('pageTitle')}
      list={{ path: '/deeperAnalysis', title: t('pageTitle'), all: t('allAnalyses') }}
      id={analysisId}
      query={useQuery(analysisQuery(useCompany(), analysisId))}
      notFound={{ title: t('analysisNotFound'), hint: t('notFoundHint') }}
      what={t('thisAnalysis')}
    >
      {(analysis) => <AnalysisCase analysis={analysis} />}
    </CasePage>
  )
}
