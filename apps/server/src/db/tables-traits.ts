import type { TraitKind } from '@signet/contract/traits'

export interface ThreatTraitsTable {
  company_id: number
  kind: TraitKind
  value: string
  threat_id: string
}

export interface TraitsTables {
  threat_traits: ThreatTraitsTable
}
