import { type RequestKind, type RequestStatus } from '@signet/contract/requests'
import { t } from './words.ts'
import { requestStatusName, requestKindName } from '../../words/named/requests.ts'

/*
 * The server names statuses and kinds from the client's side; staff read some of them from the other.
 */

/** The status of a request, in the reader's terms. */
export function statusWord(status: RequestStatus, isStaff: boolean): string {
  return isStaff && status === 'waiting' ? t('waitingForClient') : requestStatusName(status)
}

/** What kind of request it is, as its reader says it. */
export function kindWord(kind: RequestKind, isStaff: boolean): string {
  return isStaff && kind === 'threat' ? t('reportedThreat') : requestKindName(kind)
}
