import { analysisStatusLabels, type AnalysisStatus } from '@signet/contract/requests/deeper-analyses'
import {
  assetStateLabels,
  takedownStatusLabels,
  type AssetState,
  type TakedownStatus,
} from '@signet/contract/takedowns/takedowns'
import { nameOf } from './name-of.ts'

export const takedownStatusName = (status: TakedownStatus): string =>
  nameOf('takedownStatus', status, takedownStatusLabels[status])

export const assetStateName = (state: AssetState): string => nameOf('assetState', state, assetStateLabels[state])

export const analysisStatusName = (status: AnalysisStatus): string =>
  nameOf('analysisStatus', status, analysisStatusLabels[status])
