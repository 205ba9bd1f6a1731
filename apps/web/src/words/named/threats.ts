import { isFixed } from '@signet/contract/threats/case-words'
import { threatStatusLabels, type ThreatStatus } from '@signet/contract/threats/records'
import { everySource, type AnySource } from '@signet/contract/threats/sources'
import { traitLabels, type TraitKind } from '@signet/contract/threats/traits'
import { nameOf } from './name-of.ts'

export const sourceName = (source: AnySource): string => nameOf('source', source, everySource[source].label)

/** The name of a status; that of a threat whose source is known says what a takedown of it is called. */
export const threatStatusName = (status: ThreatStatus, source?: AnySource): string =>
  status === 'takedown' && isFixed(source)
    ? nameOf('threatStatus', 'fix', 'Fix')
    : nameOf('threatStatus', status, threatStatusLabels[status])

export const traitName = (kind: TraitKind): string => nameOf('trait', kind, traitLabels[kind])
