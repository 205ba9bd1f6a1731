import type { ReviewBacklog } from '@signet/contract/review/review-backlog'
import { Inline, Text } from '../../../ui/layout/parts.tsx'
import css from './backlog-page.module.css'
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
    <section className={css.companies} aria-label={t('companies')}>
      {rows.map(({ company, name, waiting, critical, overdue }) => (
        <button
          key={company}
          type="button"
          className={`${css.company} choice`}
          aria-pressed={chosen.includes(company)}
          onClick={() => onToggle(company)}
        >
          <b>{name}</b>{' '}
          <Inline as="span" gap={3} size="meta" tone="quiet" num>
            <span>{t('waitingCount', { count: waiting })}</span>{' '}
            {overdue > 0 ? <Text tone="danger">{t('overdueCount', { count: overdue })}</Text> : null}{' '}
            {critical > 0 ? <span>{t('criticalCount', { count: critical })}</span> : null}
          </Inline>
        </button>
      ))}
    </section>
  )
}
