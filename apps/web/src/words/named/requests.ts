import {
  requestKindLabels,
  requestStatusLabels,
  type RequestKind,
  type RequestStatus,
} from '@signet/contract/requests/requests'
import { nameOf } from './name-of.ts'

export const requestStatusName = (status: RequestStatus): string =>
  nameOf('requestStatus', status, requestStatusLabels[status])

export const requestKindName = (kind: RequestKind): string => nameOf('requestKind', kind, requestKindLabels[kind])
