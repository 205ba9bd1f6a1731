import { Button } from '../../../../ui/controls/button.tsx'
import { Inline } from '../../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import css from '../review-page.module.css'
import type { Claims } from './use-claims.ts'

interface ReviewClaimsProps {
  claims: Claims
  isMineOnly: boolean
  onMine: (isOn: boolean) => void
}

/** Filters the list by the reviewer's own claims; hidden while there are none. */
export function ReviewClaims({ claims, isMineOnly, onMine }: ReviewClaimsProps) {
  const own = [...claims.values()].filter(({ isMine, isOpened }) => isMine && !isOpened).length
  if (own === 0 && !isMineOnly) return null
  return (
    <Inline wrap className={css.claims}>
      <Button aria-pressed={isMineOnly} onClick={() => onMine(!isMineOnly)}>
        {t('claimedByYouCount', { count: own })}
      </Button>
    </Inline>
  )
}
