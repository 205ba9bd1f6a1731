import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { TakedownEvidence } from './takedown-evidence.tsx'
import { TakedownFacts } from './takedown-facts.tsx'

/** The cards next to the timeline, below the time to removal: loaded with one another, so that none moves when the next one arrives. */
export function TakedownSide({ takedown }: { takedown: TakedownDetail }) {
  return (
    <>
      <TakedownEvidence takedown={takedown} />
      <TakedownFacts takedown={takedown} />
    </>
  )
}
