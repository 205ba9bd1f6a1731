import { dayMs } from '@signet/contract/time'

/*
 * What the portal said, in this browser, for thirty days: the messages that come and go at the edges of the screen can be read
 * again in the notification centre.
 */

export interface LoggedMessage {
  id: string
  text: string
  at: string
  isFailure: boolean
}

const keepDays = 30
const keptMax = 200
const keyPrefix = 'signet.told.'
let owner: string | null = null
let logged: readonly LoggedMessage[] = []
const listeners = new Set<() => void>()

const isRecent = ({ at }: LoggedMessage) => Date.now() - Date.parse(at) < keepDays * dayMs

function notify(): void {
  for (const listener of listeners) listener()
}

/** Says whose messages these are; those of the days before are read back. Nobody's messages are not kept. */
export function logMessagesOf(userId: string | null): void {
  if (userId === owner) return
  owner = userId
  logged = []
  try {
    const text = userId === null ? null : localStorage.getItem(keyPrefix + userId)
    if (text) logged = (JSON.parse(text) as LoggedMessage[]).filter(isRecent)
  } catch {
    // Without storage, or with what another version kept, the log begins anew.
  }
  notify()
}

/** Writes a message down, newest first. */
export function logMessage(message: Omit<LoggedMessage, 'id' | 'at'>): void {
  const at = new Date().toISOString()
  logged = [{ ...message, at, id: `${at} ${Math.random()}` }, ...logged.filter(isRecent)].slice(0, keptMax)
  try {
    if (owner !== null) localStorage.setItem(keyPrefix + owner, JSON.stringify(logged))
  } catch {
    // Without storage it lasts as long as the page.
  }
  notify()
}

export const loggedMessages = (): readonly LoggedMessage[] => logged

export function subscribeLogged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
