import { type LeakType } from '@signet/contract/leaks/leaks'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/controls/button.tsx'
import { FailedLine, StateBlock } from '../../ui/feedback/data-state.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { leakFilterWords, type LeakFilterProps } from './list/leak-filters.tsx'
import { noFilters } from './list/leak-search.ts'
import { leakSummaryQuery } from './leaks.api.ts'
import { leakTypeName } from '../../words/named/leaks.ts'

/** Explains why the list is empty and offers the next step. */
export function NoLeaks({ company, search, onChange }: LeakFilterProps) {
  const words = leakFilterWords(company, search)
  if (words.length > 0) {
    return (
      <StateBlock
        title={t('noLeaksMatch')}
        action={<Button onClick={() => onChange(noFilters)}>{t('clearFilters')}</Button>}
      >
        {t('activeFilters', { filters: words.join('; ') })}
      </StateBlock>
    )
  }
  return (
    <StateBlock title={search.type ? t('noLeaksFoundOfType', { kind: leakTypeName(search.type) }) : t('noLeaksFound')}>
      <LastCheck company={company} type={search.type} />
    </StateBlock>
  )
}

/** The time of the last check, to distinguish "nothing found" from "not checked". */
function LastCheck({ company, type }: { company: string; type: LeakType | undefined }) {
  const { data, error, refetch } = useQuery(leakSummaryQuery(company))
  if (error && !data) return <FailedLine retry={() => void refetch()}>{t('lastCheckFailed')}</FailedLine>
  if (!data) return null
  const looks = data.filter(({ leakType }) => type === undefined || leakType === type)
  // ISO 8601 instants in UTC can be sorted as text.
  const last = looks
    .flatMap(({ lastCheckedAt }) => lastCheckedAt ?? [])
    .toSorted()
    .at(-1)
  return (
    <>
      {last ? (
        <>
          {t('lastChecked')} <TimeAgo at={last} isWithin />.
        </>
      ) : (
        t('notCheckedYet')
      )}{' '}
      {t('howLeaksAppear')}
    </>
  )
}
