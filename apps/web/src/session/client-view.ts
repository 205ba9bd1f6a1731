import { endClientView, startClientView } from '@signet/contract/access/client-view'
import { call } from '../api/call.ts'
import { notifyOtherTabs } from './session-client.ts'

/* A staff user views the portal as a client. The session carries that, so the portal is loaded again: nothing of the other role stays. */

/** Opens the portal as a client of a company sees it. */
export async function viewAsClient(company: string): Promise<void> {
  await call(startClientView, { body: { company } })
  reload()
}

/** Returns to the own role. */
export async function leaveClientView(): Promise<void> {
  await call(endClientView, {})
  reload()
}

function reload(): void {
  notifyOtherTabs('getSession')
  // The start page sends every role to its home page.
  location.assign('/')
}
