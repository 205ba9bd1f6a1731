import { analysisStatusLabels } from '@signet/contract/requests/deeper-analyses'
import { assetStateLabels, type AssetState } from '@signet/contract/takedowns/asset-checks'
import { takedownStatusLabels } from '@signet/contract/takedowns/takedown-status'
import { nameOf } from './name-of.ts'

// A threat has the status of its case as text.
const takedownLabels: Readonly<Record<string, string>> = takedownStatusLabels
const analysisLabels: Readonly<Record<string, string>> = analysisStatusLabels

export const takedownStatusName = (status: string): string =>
  nameOf('takedownStatus', status, takedownLabels[status] ?? status)

export const assetStateName = (state: AssetState): string => nameOf('assetState', state, assetStateLabels[state])

export const analysisStatusName = (status: string): string =>
  nameOf('analysisStatus', status, analysisLabels[status] ?? status)
