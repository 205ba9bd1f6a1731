import { Button } from '../../ui/controls/button.tsx'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { t } from './words.ts'
import { SampleReport } from './report-preview.tsx'

export function NoReports({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  if (q) {
    return (
      <StateBlock title={t('noReportsMatch')} action={<Button onClick={onClear}>{t('clearFilters')}</Button>}>
        {t('activeFilters', { filters: t('searchText', { text: q }) })}
      </StateBlock>
    )
  }
  return (
    <div>
      <StateBlock title={t('noReports')}>{t('noReportsText')}</StateBlock>
      <SampleReport />
    </div>
  )
}
