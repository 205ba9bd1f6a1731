import { textIn } from '@signet/contract/narrow'
import { dayMs } from '@signet/contract/time'

/*
 * The messages that the portal showed in this browser in the last thirty days. They disappear from the edges of the screen but can be read
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
const keyPrefix = 'signet.messages.'
let owner: string | null = null
let logged: readonly LoggedMessage[] = []
const listeners = new Set<() => void>()

const isMessage = (value: unknown): value is LoggedMessage =>
  ['id', 'text', 'at'].every((field) => textIn(value, field) !== undefined)
const isRecent = ({ at }: LoggedMessage) => Date.now() - Date.parse(at) < keepDays * dayMs

function notify(): void {
  for (const listener of listeners) listener()
}

/** Sets the user whose messages are logged and loads their earlier ones. Without a user, messages aren't stored. */
export function logMessagesOf(userId: string | null): void {
  if (userId === owner) return
  owner = userId
  logged = []
  try {
    const text = userId === null ? null : localStorage.getItem(keyPrefix + userId)
    const kept: unknown = text ? JSON.parse(text) : []
    logged = Array.isArray(kept) ? kept.filter(isMessage).filter(isRecent) : []
  } catch {
    // Without storage, or with data of another version, the log starts empty.
  }
  notify()
}

/** Adds a message to the log, newest first. */
export function logMessage(message: Omit<LoggedMessage, 'id' | 'at'>): void {
  const at = new Date().toISOString()
  logged = [{ ...message, at, id: `${at} ${Math.random()}` }, ...logged.filter(isRecent)].slice(0, keptMax)
  try {
    if (owner !== null) localStorage.setItem(keyPrefix + owner, JSON.stringify(logged))
  } catch {
    // Without storage the log lasts until the page is closed.
  }
  notify()
}

export const loggedMessages = (): readonly LoggedMessage[] => logged

export function subscribeLogged(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
