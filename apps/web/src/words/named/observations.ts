import {
  lookupProblemLabels,
  observationLabels,
  type LookupProblem,
  type ObservationKind,
} from '@signet/contract/threats/observations'
import { nameOf } from './name-of.ts'

export const observationName = (kind: ObservationKind): string => nameOf('observation', kind, observationLabels[kind])

export const lookupProblemName = (problem: LookupProblem): string =>
  nameOf('lookupProblem', problem, lookupProblemLabels[problem])
