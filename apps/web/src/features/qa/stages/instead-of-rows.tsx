import type { Kind } from '@signet/contract/threats/sources'
import type { PagedRows } from '../../../api/paged-rows.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { FailedBlock, StateBlock } from '../../../ui/feedback/data-state.tsx'
import { t } from './words.ts'
import { filterWords } from '../filter-words.ts'
import { kindWords, type ListedStage, type QaRecord } from '../qa-kind.ts'
import type { StageSearch } from './stage-search.ts'
import { emptyStages } from './empty-stages.ts'

interface Listed {
  kind: Kind
  stage: ListedStage
  search: StageSearch
  rows: PagedRows<QaRecord>
  onClear: () => void
}

/** What a list shows that has no rows: the failure, the filters that nothing matches, or why nothing is in this stage. */
export function insteadOfRows({ kind, stage, search, rows, onClear }: Listed) {
  if (rows.total === undefined && rows.error)
    return <FailedBlock what={t('listWhat')} error={rows.error} retry={rows.refetch} />
  if (rows.total !== 0) return undefined
  const filters = filterWords(kind, search)
  return filters.length > 0 ? (
    <StateBlock title={kindWords[kind].noMatch()} action={<Button onClick={onClear}>{t('clearFilters')}</Button>}>
      {t('filteredByFilters', { filters: filters.join('; ') })}
    </StateBlock>
  ) : (
    <StateBlock title={emptyStages[stage].title()}>{emptyStages[stage].text()}</StateBlock>
  )
}
