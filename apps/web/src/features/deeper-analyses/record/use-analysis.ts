import { openAnalysisStatuses, type DeeperAnalysisDetail } from '@signet/contract/requests/deeper-analyses'
import { isOneOf } from '@signet/contract/narrow'
import { useQueryClient } from '@tanstack/react-query'
import { putAnswer } from '../../../api/put-answer.ts'
import { useCompany } from '../../../session/company.ts'
import { useCan } from '../../../session/use-session.ts'
import { analysisQuery } from '../analyses.api.ts'

/** What a part of a deeper analysis needs for its calls; each of them answers with the whole case, which `keep` shows. */
export function useAnalysis(analysis: DeeperAnalysisDetail) {
  const company = useCompany()
  const client = useQueryClient()
  const isAnalyst = useCan('analyses:move')
  const mayWrite = useCan('threats:decide')
  const isOpen = isOneOf(openAnalysisStatuses, analysis.status)
  return {
    company,
    /** The address of the case. */
    of: { analysisId: analysis.id },
    query: { company },
    isAnalyst,
    mayWrite,
    /** Questions and answers, tasks, findings and relations change only while the case is open. */
    mayAsk: isOpen && mayWrite && !isAnalyst,
    mayWork: isOpen && isAnalyst,
    keep: (changed: DeeperAnalysisDetail) => {
      putAnswer(client, analysisQuery(company, analysis.id).queryKey, changed)
      void client.invalidateQueries({ queryKey: [company, 'analyses'] })
      void client.invalidateQueries({ queryKey: [company, 'threats'] })
    },
  }
}
