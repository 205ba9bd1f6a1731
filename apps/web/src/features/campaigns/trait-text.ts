import type { TraitKind } from '@signet/contract/threats/traits'
import { t } from './words.ts'

interface Trait {
  kind: TraitKind
  value: string
}

export const traitName = (kind: TraitKind): string => t(`trait.${kind}`)

/** Identifies a trait in a campaign. */
export const traitKey = ({ kind, value }: Trait): string => `${kind} ${value}`
