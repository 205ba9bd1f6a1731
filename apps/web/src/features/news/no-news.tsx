import { Button } from '../../ui/controls/button.tsx'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { t } from '../../words/words.ts'

interface NothingProps {
  q: string | undefined
  isSaved: boolean
  onClear: () => void
  onAll: () => void
}

export function NothingFound({ q, isSaved, onClear, onAll }: NothingProps) {
  if (isSaved && !q) {
    return (
      <StateBlock title={t('Nothing saved yet')} action={<Button onClick={onAll}>{t('Show all news')}</Button>}>
        {t('Save a piece of news to find it here again, on every machine. Nobody else sees it.')}
      </StateBlock>
    )
  }
  return q ? (
    <StateBlock title={t('No news matches')} action={<Button onClick={onClear}>{t('Clear search')}</Button>}>
      {t('No title and no text holds “{q}”.', { q })}
    </StateBlock>
  ) : (
    <StateBlock title={t('No news yet')}>
      {t('What our team hears about your brand and your sector appears here, and in the bell.')}
    </StateBlock>
  )
}
