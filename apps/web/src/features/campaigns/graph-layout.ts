import type { Campaign } from '@signet/contract/threats/campaigns'

type Threat = Campaign['threats'][number]
type Trait = Campaign['traits'][number]

/** More rows than this can't be followed by eye; the lists below the graph contain everything. */
const threatsMax = 30
const traitsMax = 12

/** The graph of a campaign: traits on one side, threats on the other, and a line for each threat that has a trait. */
export interface CampaignGraph {
  traits: Trait[]
  threats: Threat[]
  /** Indexes of both lists. */
  edges: { trait: number; threat: number }[]
}

/** The most significant traits, and the threats next to those that they share most with. */
export function graphOf({ traits: all, threats }: Pick<Campaign, 'traits' | 'threats'>): CampaignGraph {
  const traits = all.slice(0, traitsMax)
  const middleOf = (threat: Threat) => {
    const at = traits.flatMap((trait, index) => (has(trait, threat) ? [index] : []))
    return at.length === 0 ? traits.length : at.reduce((sum, index) => sum + index, 0) / at.length
  }
  const shown = threats.slice(0, threatsMax).toSorted((a, b) => middleOf(a) - middleOf(b))
  const edges = traits.flatMap((trait, index) =>
    shown.flatMap((threat, at) => (has(trait, threat) ? [{ trait: index, threat: at }] : [])),
  )
  return { traits, threats: shown, edges }
}

const has = (trait: Trait, { id }: Threat) => trait.threatIds.includes(id)
