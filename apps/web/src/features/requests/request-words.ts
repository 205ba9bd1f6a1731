import { type RequestKind, type RequestStatus } from '@signet/contract/requests'
import { t } from './words.ts'
import { requestStatusName, requestKindName } from '../../words/named/requests.ts'

/*
 * The server words statuses and kinds for who asked; whoever answers reads some of them from the other side.
 */

/** Where a request stands, as its reader says it. */
export function statusWord(status: RequestStatus, isStaff: boolean): string {
  return isStaff && status === 'waiting' ? t('waitingForTheClient') : requestStatusName(status)
}

/** What kind of request it is, as its reader says it. */
export function kindWord(kind: RequestKind, isStaff: boolean): string {
  return isStaff && kind === 'threat' ? t('somethingWeHaveNotFound') : requestKindName(kind)
}
