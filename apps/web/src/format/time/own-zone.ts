/** The time zone in the profile of the signed-in user; undefined if there is none. */
export const own: { zone: string | undefined } = { zone: undefined }

/** Sets the time zone of the user. `main.tsx` calls this with each change of the session. */
export function setOwnZone(zone: string | undefined): void {
  try {
    own.zone = zone && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    // The zones of this browser may be older than those of the server.
    own.zone = undefined
  }
}
