import { allowKindLabels, type AllowKind } from '@signet/contract/threats/allow-list'
import { nameOf } from './name-of.ts'
import { threatStatusName } from './threats.ts'

export const allowKindName = (kind: AllowKind): string => nameOf('allowKind', kind, allowKindLabels[kind])

/** The reason of an entry; the name of the decision if it was made without a remark. */
export const allowReason = ({ reason }: { reason: string | null }): string => reason ?? threatStatusName('whitelist')
