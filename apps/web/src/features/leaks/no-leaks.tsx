import { leakTypes } from '@signet/contract/leaks'
import { Button } from '../../ui/button.tsx'
import { StateBlock } from '../../ui/data-state.tsx'
import { t } from '../../words/words.ts'
import { leakFilterWords } from './leak-filters.tsx'
import { noFilters, type LeakSearch } from './leak-search.ts'

/** Why no leak is shown, and the way on. */
export function NoLeaks({
  company,
  search,
  onChange,
}: {
  company: string
  search: LeakSearch
  onChange: (changes: LeakSearch) => void
}) {
  const words = leakFilterWords(company, search)
  if (words.length > 0) {
    return (
      <StateBlock
        title={t('No leak matches')}
        action={<Button onClick={() => onChange(noFilters)}>{t('Clear filters')}</Button>}
      >
        {t('Filtered by {filters}.', { filters: words.join('; ') })}
      </StateBlock>
    )
  }
  return (
    <StateBlock
      title={search.type ? t('Nothing found: {kind}', { kind: t(leakTypes[search.type].label) }) : t('Nothing found')}
    >
      {t('New packages are compared with your domains and people as they come in. What concerns you appears here.')}
    </StateBlock>
  )
}
