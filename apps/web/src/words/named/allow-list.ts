import { allowKindLabels, type AllowKind } from '@signet/contract/threats/allow-list'
import { nameOf } from './name-of.ts'

export const allowKindName = (kind: AllowKind): string => nameOf('allowKind', kind, allowKindLabels[kind])
