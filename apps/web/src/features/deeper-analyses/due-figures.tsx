import { getAnalysisDueFigures } from '@signet/contract/requests/analysis-work'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { duration } from '../../format/time/duration.ts'
import { useCompany } from '../../session/company.ts'
import { Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

const daysBack = 90

/** How well due dates were kept; nothing until it is known. */
export function DueFigures() {
  const company = useCompany()
  const figures = useQuery({
    queryKey: [company, 'analyses', 'due', daysBack],
    queryFn: ({ signal }) => call(getAnalysisDueFigures, { query: { company, daysBack }, signal }),
  }).data
  if (!figures) return null
  const { overdue, met, metLater, missed, medianMs } = figures
  return (
    <Text size="meta" tone="quiet">
      {t('overdueCount', { count: overdue })}
      {medianMs === null
        ? null
        : ` · ${t('dueFigures', { days: daysBack, met, metLater, missed, median: duration(medianMs) })}`}
    </Text>
  )
}
