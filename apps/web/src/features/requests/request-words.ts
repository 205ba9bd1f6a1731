import { requestKindLabels, requestStatusLabels, type RequestKind, type RequestStatus } from '@signet/contract/requests'
import { msg, t } from '../../words/words.ts'

/*
 * The server words statuses and kinds for who asked; whoever answers reads some of them from the other side.
 */

const statusForStaff: Partial<Record<RequestStatus, string>> = { waiting: msg('Waiting for the client') }
const kindForStaff: Partial<Record<RequestKind, string>> = { threat: msg('Something we have not found') }

/** Where a request stands, as its reader says it. */
export function statusWord(status: RequestStatus, isStaff: boolean): string {
  return t((isStaff && statusForStaff[status]) || requestStatusLabels[status])
}

/** What kind of request it is, as its reader says it. */
export function kindWord(kind: RequestKind, isStaff: boolean): string {
  return t((isStaff && kindForStaff[kind]) || requestKindLabels[kind])
}
