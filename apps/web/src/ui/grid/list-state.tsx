import type { ReactNode } from 'react'
import type { PagedRows } from '../../api/paged-rows.ts'
import { updatedText } from '../../format/time/time-ago.ts'
import { Button } from '../controls/button.tsx'
import { StateBlock } from '../feedback/data-state.tsx'
import { Inline, Text } from '../layout/parts.tsx'
import { useNow } from '../text/use-now.ts'
import css from './list-page.module.css'
import { t } from './words.ts'

/** The number of records and the age of the data, with the tools of the list. */
export function CountLine<T>({
  rows: { total, totalIsCapped, isOld, readAt },
  countText,
  aside,
  tools,
}: {
  rows: PagedRows<T>
  countText: (total: number) => string
  aside: ReactNode
  tools: ReactNode
}) {
  const now = useNow()
  return (
    <Inline as="p" gap={4} tone="quiet" wrap least={34} className={css.count}>
      <output>
        {total === undefined || isOld ? null : countText(total)}
        {totalIsCapped ? '+' : null}
      </output>
      <span className={`${css.wide} wide-only`}>{readAt > 0 ? updatedText(readAt, now) : null}</span>
      {aside}
      <Text grow />
      {tools}
    </Inline>
  )
}

/** Why there are no rows: nothing matches the filters, which can be cleared, or there are no records. */
export function NoRows({
  words,
  noMatch,
  empty,
  onClear,
}: {
  words: readonly string[]
  noMatch: string
  empty: ReactNode
  onClear: () => void
}) {
  if (words.length === 0) return empty
  return (
    <StateBlock title={noMatch} action={<Button onClick={onClear}>{t('clearFilters')}</Button>}>
      {t('filteredByFilters', { filters: words.join('; ') })}
    </StateBlock>
  )
}
