import { phone } from '../../layout/use-media.ts'

/*
 * Three queues of messages (docs/design.md). A message opens, stays and closes. Messages wait while all places are taken. Timers stop while
 * a message is hovered or has the focus.
 */

export interface MessageAction {
  label: string
  run: () => void
}
export interface Message {
  messageId: number
  text: string
  phase: 'opening' | 'open' | 'closing'
  isFailure: boolean
  action?: MessageAction | undefined
}

interface StoreOptions {
  /** How many messages show at once; more of them wait. */
  shownMax: number | (() => number)
  /** How long a message stays, in milliseconds. */
  openMs: number
}
const fadeMs = 160
let areKept = false

/** Sets whether messages stay until the user closes them. */
export function keepMessagesOpen(isOn: boolean): void {
  areKept = isOn
}
/** Whether messages stay until they are closed. A message without a button then needs a close button. */
export const areMessagesKept = (): boolean => areKept

let nextId = 1

/** A queue with `shownMax` places. Further messages wait for a free place. */
export function createMessages({ shownMax, openMs }: StoreOptions) {
  const places = () => (typeof shownMax === 'number' ? shownMax : shownMax())
  let shown: readonly Message[] = []
  let waiting: readonly Message[] = []
  const timers = new Map<number, ReturnType<typeof setTimeout>>()
  const listeners = new Set<() => void>()

  function become(next: readonly Message[]): void {
    shown = next
    while (shown.length < places() && waiting[0]) {
      const first = waiting[0]
      waiting = waiting.slice(1)
      shown = [...shown, first]
      timers.set(first.messageId, setTimeout(settle, fadeMs, first.messageId))
    }
    for (const listener of listeners) listener()
  }
  const setPhase = (messageId: number, phase: Message['phase']) =>
    become(shown.map((message) => (message.messageId === messageId ? { ...message, phase } : message)))

  function settle(messageId: number): void {
    setPhase(messageId, 'open')
    resume(messageId)
  }
  function close(messageId: number): void {
    pause(messageId)
    waiting = waiting.filter((message) => message.messageId !== messageId)
    setPhase(messageId, 'closing')
    timers.set(messageId, setTimeout(remove, fadeMs, messageId))
  }
  function remove(messageId: number): void {
    timers.delete(messageId)
    become(shown.filter((message) => message.messageId !== messageId))
  }
  function pause(messageId: number): void {
    clearTimeout(timers.get(messageId))
  }
  function resume(messageId: number): void {
    const message = shown.find((each) => each.messageId === messageId)
    if (message?.phase === 'closing') return
    pause(messageId)
    if (areKept) return
    timers.set(messageId, setTimeout(close, openMs, messageId))
  }

  const find = (isWanted: (message: Message) => boolean) =>
    [...shown, ...waiting].find((message) => message.phase !== 'closing' && isWanted(message))
  /** Lets an open message stay as long as a new one. */
  const extend = ({ messageId, phase }: Message) => phase === 'open' && resume(messageId)

  return {
    add(text: string, options: { action?: MessageAction; isFailure?: boolean } = {}): number {
      const { action, isFailure = false } = options
      // A repeated message stays longer instead of appearing twice.
      const same = action ? undefined : find((message) => message.text === text && !message.action)
      if (same) {
        extend(same)
        return same.messageId
      }
      const messageId = nextId++
      waiting = [...waiting, { messageId, text, phase: 'opening', isFailure, action }]
      become(shown)
      return messageId
    },
    /** Replaces the text of a message that is shown or waits. Returns whether there is one. */
    update(messageId: number, text: string): boolean {
      const message = find((each) => each.messageId === messageId)
      if (!message) return false
      const put = (each: Message) => (each === message ? { ...each, text } : each)
      waiting = waiting.map(put)
      become(shown.map(put))
      extend(message)
      return true
    },
    close,
    pause,
    resume,
    current: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
export type MessageStore = ReturnType<typeof createMessages>

export const toasts = createMessages({ shownMax: 3, openMs: 1000 })
export const snackbars = createMessages({ shownMax: 3, openMs: 5000 })
/** On phones one at a time: more would cover a quarter of the screen. */
export const liveMessages = createMessages({ shownMax: () => (matchMedia(phone).matches ? 1 : 3), openMs: 4000 })

type Heard = (text: string, isFailure: boolean) => void
let hear: Heard | null = null
/** Messages from before a listener was registered. */
let unheard: Parameters<Heard>[] = []

/** Listens to all messages, including earlier ones. There is only one listener: the notification centre. */
export function onMessages(listener: Heard): () => void {
  hear = listener
  for (const message of unheard) listener(...message)
  unheard = []
  return () => {
    hear = null
  }
}
function logShown(text: string, isFailure = false): void {
  if (hear) hear(text, isFailure)
  else unheard = [...unheard, [text, isFailure]]
}

/** Top right, one second: for a change that is already visible on screen. Never an error. */
export function toast(text: string): void {
  logShown(text)
  toasts.add(text)
}
/** Bottom left, five seconds: the result of an action, often with Undo. */
export function snackbar(text: string, options?: { action?: MessageAction; isFailure?: boolean }): number {
  logShown(text, options?.isFailure)
  return snackbars.add(text, options)
}
/** Adds a message to a snackbar, which then shows a text for both. Returns false if it isn't open any more. */
export function joinSnackbar(messageId: number, text: string, both: string): boolean {
  const isOpen = snackbars.update(messageId, both)
  if (isOpen) logShown(text)
  return isOpen
}
/** Bottom right, four seconds: something that happened elsewhere. */
export function liveMessage(text: string, options?: { action?: MessageAction }): void {
  logShown(text)
  liveMessages.add(text, options)
}
