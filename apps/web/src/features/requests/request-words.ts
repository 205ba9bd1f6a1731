import { type RequestKind, type RequestStatus } from '@signet/contract/requests/requests'
import { t } from './words.ts'
import { requestStatusName, requestKindName } from '../../words/named/requests.ts'

/* The server names statuses and kinds from the client's point of view. Staff need other words for some of them. */

/** The status of a request as the reader's side names it. */
export function statusWord(status: RequestStatus, isStaff: boolean): string {
  return isStaff && status === 'waiting' ? t('waitingForClient') : requestStatusName(status)
}

/** The kind of a request that was sent. */
export const kindWord = (kind: RequestKind): string =>
  kind === 'threat' ? t('reportedThreats') : requestKindName(kind)

/** The kind of a new request as the user's side chooses it: clients report a threat, and staff add what a client has reported. */
export const kindChoice = (kind: RequestKind, isStaff: boolean): string =>
  isStaff && kind === 'threat' ? t('reportedThreat') : requestKindName(kind)
