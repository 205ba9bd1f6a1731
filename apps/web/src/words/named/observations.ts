import {
  observationProblemLabels,
  observationLabels,
  type ObservationProblem,
  type ObservationKind,
} from '@signet/contract/threats/observations'
import { nameOf } from './name-of.ts'

export const observationName = (kind: ObservationKind): string => nameOf('observation', kind, observationLabels[kind])

export const observationProblemName = (problem: ObservationProblem): string =>
  nameOf('observationProblem', problem, observationProblemLabels[problem])
