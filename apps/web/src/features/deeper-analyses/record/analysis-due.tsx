import { changeAnalysisDue } from '@signet/contract/requests/analysis-work'
import type { DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { call } from '../../../api/call.ts'
import { shownTitle } from '../../../format/names/shown-title.ts'
import { DueFact } from '../../../parts/cases/due-fact.tsx'
import { t } from '../words.ts'
import { useAnalysis } from './use-analysis.ts'

/** When the findings are due, and whether they were there in time. */
export function Due({ analysis }: { analysis: DeeperAnalysisDetail }) {
  const { of, query, keep, mayWork } = useAnalysis(analysis)
  const { due, version } = analysis
  return (
    <DueFact
      title={shownTitle(analysis.source, analysis.title)}
      due={due}
      reasonHint={t('reasonHint')}
      onChange={
        mayWork
          ? async (changed) => {
              keep(await call(changeAnalysisDue, { params: of, query, body: { ...changed, version } }))
            }
          : undefined
      }
    />
  )
}
