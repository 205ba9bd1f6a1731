import type { ReviewBacklog } from '@signet/contract/review/review-backlog'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** What waits in each company; a click limits the list to it. */
export function BacklogCompanies({
  rows,
  chosen,
  onToggle,
}: {
  rows: readonly ReviewBacklog[]
  chosen: readonly string[]
  onToggle: (company: string) => void
}) {
  return (
    <Inline as="section" wrap aria-label={t('companies')}>
      {rows.map(({ company, name, waiting, critical, overdue }) => (
        <Button key={company} aria-pressed={chosen.includes(company)} onClick={() => onToggle(company)}>
          {name}{' '}
          <small className="num">
            {[
              t('waitingCount', { count: waiting }),
              ...(overdue > 0 ? [t('overdueCount', { count: overdue })] : []),
              ...(critical > 0 ? [t('criticalCount', { count: critical })] : []),
            ].join(', ')}
          </small>
        </Button>
      ))}
    </Inline>
  )
}
