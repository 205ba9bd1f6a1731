import { Button } from '../../../ui/controls/button.tsx'
import { StateBlock } from '../../../ui/feedback/data-state.tsx'
import { t } from '../../../words/words.ts'
import { filterCount, noFilters } from '../views/filter-set.ts'
import { useRecords } from '../records.ts'
import type { ThreatSearch } from '../threat-search.ts'
import { sourceLabel, type ListSource } from '../threat-source.ts'

/** In place of the rows: nothing in this range, nothing for these filters, nothing kept, or nothing yet. */
export function NothingHere({
  source,
  search,
  onChange,
}: {
  source: ListSource
  search: ThreatSearch
  onChange: (changes: Partial<ThreatSearch>) => void
}) {
  const { kind } = useRecords()
  const count = filterCount(search)
  const hasRange = search.from !== undefined || search.to !== undefined
  const values = { source: sourceLabel(source) }
  const isTout = kind === 'tout'
  const title = (all: string, kept: string, one: string) =>
    source === 'All' ? all : source === 'Bookmarks' ? kept : one
  if (hasRange && count === 1) {
    const widen = <Button onClick={() => onChange({ from: undefined, to: undefined })}>{t('Widen the range')}</Button>
    const said = title(
      isTout ? t('No touts in this range') : t('No threats in this range'),
      t('No bookmarks in this range'),
      isTout ? t('No {source} touts in this range', values) : t('No {source} threats in this range', values),
    )
    return <StateBlock title={said} action={widen} />
  }
  if (count > 0) {
    const names = [
      search.q ? t('“{name}”', { name: search.q }) : null,
      search.severity ? t('Severity') : null,
      search.type ? t('Type') : null,
      search.status ? t('Status') : null,
      search.takedown ? t('Takedown status') : null,
      search.isTakedown ? t('With a takedown') : null,
      search.category ? t('Category') : null,
      search.adSource ? t('Ad source') : null,
      search.urlSource ? t('URL source') : null,
      hasRange ? t('Range') : null,
    ].filter((name) => name !== null)
    const said = title(
      isTout ? t('No touts match') : t('No threats match'),
      t('No bookmarks match'),
      isTout ? t('No {source} touts match', values) : t('No {source} threats match', values),
    )
    return (
      <StateBlock title={said} action={<Button onClick={() => onChange(noFilters)}>{t('Clear filters')}</Button>}>
        {names.length > 0 && t('Filtered by: {names}.', { names: names.join(', ') })}
      </StateBlock>
    )
  }
  if (source === 'Bookmarks') {
    return (
      <StateBlock title={t('No bookmarks yet')}>
        {t('Open one and press B, or its bookmark button, to keep it here.')}
      </StateBlock>
    )
  }
  const said = title(
    isTout ? t('No touts yet') : t('No threats yet'),
    '',
    isTout ? t('No {source} touts yet', values) : t('No {source} threats yet', values),
  )
  return (
    <StateBlock title={said}>{t('What detection finds appears here once a reviewer has published it.')}</StateBlock>
  )
}
