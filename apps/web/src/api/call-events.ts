/** Handlers for what can happen outside a call: the session is over, or the user has no access to the chosen company. */
export interface CallEvents {
  sessionEnded: () => void
  companyLost: () => void
}
let handlers: CallEvents = { sessionEnded: () => undefined, companyLost: () => undefined }
/** Sets the handlers; called once at startup. */
export function onCallEvents(next: CallEvents): void {
  handlers = next
}

export const callEvents: CallEvents = {
  sessionEnded: () => handlers.sessionEnded(),
  companyLost: () => handlers.companyLost(),
}
