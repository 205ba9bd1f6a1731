import { getAnalysisDueFigures } from '@signet/contract/requests/analysis-work'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dueDaysBack, DueFigures } from '../../parts/cases/due-figures.tsx'
import { useCompany } from '../../session/company.ts'

/** How well the due dates of analyses were kept. */
export function AnalysisDueFigures() {
  const company = useCompany()
  const figures = useQuery({
    queryKey: [company, 'analyses', 'due', dueDaysBack],
    queryFn: ({ signal }) => call(getAnalysisDueFigures, { query: { company, daysBack: dueDaysBack }, signal }),
  }).data
  return <DueFigures kind="analysis" figures={figures} />
}
