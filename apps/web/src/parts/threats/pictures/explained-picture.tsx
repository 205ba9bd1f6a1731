import type { FoundPlace, LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import { useId, useState } from 'react'
import { Button } from '../../../ui/controls/button.tsx'
import { Inline } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { boxStyle, isBelow, labelOf, MarkedPicture, placeKey } from './marked-picture.tsx'
import css from './marked-picture.module.css'

/**
 * A capture whose boxes and reasons belong together: the pointer or the focus on one shows the other, and each leads to the other. The
 * boxes are those that the comparison found, and can be hidden.
 */
export function ExplainedPicture({ src, alt, proof }: { src: string; alt: string; proof: LookalikeProof }) {
  const [isMarked, setIsMarked] = useState(true)
  const [active, setActive] = useState<string | null>(null)
  const id = useId()
  const idOf = (part: 'box' | 'reason', place: FoundPlace) => `${id}-${part}-${placeKey(place).replaceAll(' ', '-')}`
  const lead = (part: 'box' | 'reason', place: FoundPlace) => document.getElementById(idOf(part, place))?.focus()
  const shows = (place: FoundPlace) => ({
    onPointerEnter: () => setActive(placeKey(place)),
    onPointerLeave: () => setActive(null),
    onFocus: () => setActive(placeKey(place)),
    onBlur: () => setActive(null),
  })
  const inView = proof.places.filter((place) => !isBelow(place, proof))
  return (
    <>
      <span className={css.explained}>
        <MarkedPicture src={src} alt={alt} proof={proof} isBare />
        {isMarked ? (
          <span className={css.boxes} style={{ aspectRatio: `${proof.view.width} / ${proof.view.height}` }}>
            {inView.map((place) => (
              <button
                key={placeKey(place)}
                id={idOf('box', place)}
                type="button"
                className={css.place}
                data-kind={place.kind}
                data-active={active === placeKey(place) || undefined}
                {...boxStyle(place, proof)}
                {...shows(place)}
                onClick={() => lead('reason', place)}
              >
                <b>{labelOf(place)}</b>
              </button>
            ))}
          </span>
        ) : null}
      </span>
      <Inline wrap gap="1 3" pad="2 4" line="above">
        <Inline as="ul" wrap gap="1 3" align="baseline" aria-label={t('foundInCapture')}>
          {proof.places.map((place) => (
            <li key={placeKey(place)}>
              {isMarked && inView.includes(place) ? (
                <button
                  id={idOf('reason', place)}
                  type="button"
                  className={css.reason}
                  data-active={active === placeKey(place) || undefined}
                  {...shows(place)}
                  onClick={() => lead('box', place)}
                >
                  {labelOf(place)}
                </button>
              ) : isBelow(place, proof) ? (
                t('furtherDown', { place: labelOf(place) })
              ) : (
                labelOf(place)
              )}
            </li>
          ))}
        </Inline>
        {inView.length > 0 ? (
          <Button kind="quiet" aria-pressed={isMarked} onClick={() => setIsMarked(!isMarked)}>
            {t('showBoxes')}
          </Button>
        ) : null}
      </Inline>
    </>
  )
}
