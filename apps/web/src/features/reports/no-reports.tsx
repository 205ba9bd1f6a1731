import { Button } from '../../ui/controls/button.tsx'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { t } from '../../words/words.ts'
import { SampleReport } from './report-preview.tsx'

export function NoReports({ q, onClear }: { q: string | undefined; onClear: () => void }) {
  if (q) {
    return (
      <StateBlock title={t('No report matches')} action={<Button onClick={onClear}>{t('Clear filters')}</Button>}>
        {t('Filtered by {filters}.', { filters: t('Search: {text}', { text: q }) })}
      </StateBlock>
    )
  }
  return (
    <div>
      <StateBlock title={t('No report has been published yet')}>
        {t('The first one comes with the end of the month. It will look like this:')}
      </StateBlock>
      <SampleReport />
    </div>
  )
}
