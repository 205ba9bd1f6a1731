import { threatStatusLabels, type ThreatStatus } from '@signet/contract/threats/records'
import { everySource, type AnySource } from '@signet/contract/threats/sources'
import { traitLabels, type TraitKind } from '@signet/contract/threats/traits'
import { nameOf } from './name-of.ts'

export const sourceName = (source: AnySource): string => nameOf('source', source, everySource[source].label)

export const threatStatusName = (status: ThreatStatus): string =>
  nameOf('threatStatus', status, threatStatusLabels[status])

export const traitName = (kind: TraitKind): string => nameOf('trait', kind, traitLabels[kind])
