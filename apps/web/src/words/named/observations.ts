import { observationLabels, type ObservationKind } from '@signet/contract/observations'
import { nameOf } from './name-of.ts'

export const observationName = (kind: ObservationKind): string => nameOf('observation', kind, observationLabels[kind])
