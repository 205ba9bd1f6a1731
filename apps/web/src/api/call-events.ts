/** What happens outside a call when the session is over or the chosen company is not the user's. */
export interface CallEvents {
  sessionEnded: () => void
  companyLost: () => void
}
let handlers: CallEvents = { sessionEnded: () => undefined, companyLost: () => undefined }
/** Says what to do; set once at start. */
export function onCallEvents(next: CallEvents): void {
  handlers = next
}

export const callEvents: CallEvents = {
  sessionEnded: () => handlers.sessionEnded(),
  companyLost: () => handlers.companyLost(),
}
