import { getRequestDueFigures } from '@signet/contract/requests/requests'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { dueDaysBack, DueFigures } from '../../parts/cases/due-figures.tsx'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { waitingQuery } from './badge.ts'
import type { RequestView } from './requests.api.ts'
import { t } from './words.ts'

/**
 * Above the closed requests, how well due dates were kept. Above the others also how many requests are open, and how many of them wait for
 * the client, as the badge in the menu counts them.
 */
export function RequestDueFigures({ view }: { view: RequestView }) {
  const company = useCompany()
  const figures = useQuery({
    queryKey: [company, 'requests', 'due', dueDaysBack],
    queryFn: ({ signal }) => call(getRequestDueFigures, { query: { company, daysBack: dueDaysBack }, signal }),
  }).data
  const isStaff = useCan('requests:move')
  const waiting = useQuery({ ...waitingQuery(company), enabled: !isStaff }).data
  const first = figures && t('openRequests', { open: figures.open, waiting: (isStaff ? undefined : waiting) ?? 0 })
  return <DueFigures kind="request" figures={figures} first={first} isDoneOnly={view === 'closed'} />
}
