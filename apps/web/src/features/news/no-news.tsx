import { Button } from '../../ui/controls/button.tsx'
import { StateBlock } from '../../ui/feedback/data-state.tsx'
import { t } from './words.ts'

interface NothingProps {
  q: string | undefined
  isSaved: boolean
  onClear: () => void
  onAll: () => void
}

export function NothingFound({ q, isSaved, onClear, onAll }: NothingProps) {
  if (isSaved && !q) {
    return (
      <StateBlock title={t('nothingSavedYet')} action={<Button onClick={onAll}>{t('showAllNews')}</Button>}>
        {t('saveAPieceOfNews')}
      </StateBlock>
    )
  }
  return q ? (
    <StateBlock title={t('noNewsMatches')} action={<Button onClick={onClear}>{t('clearSearch')}</Button>}>
      {t('noTitleAndNoText', { q })}
    </StateBlock>
  ) : (
    <StateBlock title={t('noNewsYet')}>{t('whatOurTeamHearsAbout')}</StateBlock>
  )
}
