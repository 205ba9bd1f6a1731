import { getRequestDueFigures } from '@signet/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dueDaysBack, DueFigures } from '../../parts/cases/due-figures.tsx'
import { useCompany } from '../../session/company.ts'

/** How well the due dates of requests were kept. */
export function RequestDueFigures() {
  const company = useCompany()
  const figures = useQuery({
    queryKey: [company, 'requests', 'due', dueDaysBack],
    queryFn: ({ signal }) => call(getRequestDueFigures, { query: { company, daysBack: dueDaysBack }, signal }),
  }).data
  return <DueFigures figures={figures} />
}
