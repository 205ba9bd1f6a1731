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
      <StateBlock title={t('noSavedPosts')} action={<Button onClick={onAll}>{t('showAllPosts')}</Button>}>
        {t('noSavedPostsText')}
      </StateBlock>
    )
  }
  return q ? (
    <StateBlock title={t('noPostsMatch')} action={<Button onClick={onClear}>{t('clearSearch')}</Button>}>
      {t('noPostsMatchText', { q })}
    </StateBlock>
  ) : (
    <StateBlock title={t('noNewsYet')}>{t('noNewsText')}</StateBlock>
  )
}
