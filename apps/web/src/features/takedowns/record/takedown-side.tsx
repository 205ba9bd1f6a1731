import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { TakedownClocks } from '../following/takedown-clocks.tsx'
import { TakedownEvidence } from './takedown-evidence.tsx'

/** The cards next to the timeline, below the time to removal: loaded with one another, so that none moves when the next one arrives. */
export function TakedownSide({ takedown }: { takedown: TakedownDetail }) {
  return (
    <>
      <TakedownEvidence takedown={takedown} />
      <TakedownClocks takedown={takedown} />
    </>
  )
}
