import type { TraitKind } from '@signet/contract/threats/traits'

interface Trait {
  kind: TraitKind
  value: string
}

/** Identifies a trait in a campaign. */
export const traitKey = ({ kind, value }: Trait): string => `${kind} ${value}`
