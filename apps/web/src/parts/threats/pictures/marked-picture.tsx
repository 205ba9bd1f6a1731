import type { FoundPlace, LookalikeProof } from '@signet/contract/threats/lookalike-proofs'
import { t } from '../words.ts'
import { Inline } from '../../../ui/layout/parts.tsx'
import css from './marked-picture.module.css'

/** Places that begin below this share of the picture have their label above them, so that it isn't cut off. */
const labelledBelowMax = 0.88

/** How much higher than wide the shown part of a capture is at most. */
const tallest = 1.25

/** The proof of only the top of a tall capture, such as a phone's, so that next to another one it is wide enough to be read. */
export function atTop(proof: LookalikeProof): LookalikeProof {
  const { width, height } = proof.view
  return { ...proof, view: { width, height: Math.min(height, Math.round(width * tallest)) } }
}

/** A capture with the places that were found in it; `FoundPlaces` lists them in words. */
export function MarkedPicture({
  src,
  alt,
  proof,
  heightMax = 300,
  isBare = false,
}: {
  src: string
  alt: string
  proof: LookalikeProof | undefined
  heightMax?: number
  /** Without its boxes. */
  isBare?: boolean
}) {
  if (!proof) return <img className="capture" src={src} alt={alt} />
  const { width, height } = proof.view
  return (
    <span
      className={css.picture}
      data-theme="light"
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `${(heightMax * width) / height}px` }}
    >
      <img src={src} alt={alt} />
      {proof.places
        .filter((place) => !isBare && !isBelow(place, proof))
        .map((place) => (
          <span
            key={placeKey(place)}
            className={css.place}
            data-kind={place.kind}
            aria-hidden="true"
            {...boxStyle(place, proof)}
          >
            <b>{labelOf(place)}</b>
          </span>
        ))}
    </span>
  )
}

/** The places found in a picture, in words; nothing without one. */
export function FoundPlaces({ proof }: { proof: LookalikeProof | undefined }) {
  if (!proof || proof.places.length === 0) return null
  return (
    <Inline as="ul" wrap gap="1 3" tone="quiet" align="stretch" aria-label={t('foundInCapture')}>
      {proof.places.map((place) => (
        <li key={placeKey(place)}>
          {isBelow(place, proof) ? t('furtherDown', { place: labelOf(place) }) : labelOf(place)}
        </li>
      ))}
    </Inline>
  )
}

/** The position of the box of a place, and on which side of it its label has room. */
export function boxStyle({ box }: FoundPlace, { view: { width, height } }: LookalikeProof) {
  return {
    'data-above': box.y + box.height > height * labelledBelowMax || undefined,
    'data-right': box.x > width / 2 || undefined,
    style: {
      left: share(Math.max(0, box.x), width),
      top: share(Math.max(0, box.y), height),
      width: share(Math.min(box.width, width - box.x), width),
      height: share(Math.min(box.height, height - box.y), height),
    },
  }
}

const share = (part: number, whole: number) => `${(100 * part) / whole}%`
/** Whether a place is below what the visitor sees first. */
export const isBelow = ({ box }: FoundPlace, { view }: LookalikeProof) => box.y >= view.height
export const placeKey = ({ kind, box }: FoundPlace) => `${kind} ${box.x} ${box.y}`
export const labelOf = ({ kind, percent }: FoundPlace): string => {
  if (kind === 'logo') return t('logoPercent', { percent: percent ?? 0 })
  return kind === 'name' || kind === 'qrCode' ? t(`shows.${kind}`) : t(`asksFor.${kind}`)
}
