import { streamNotifications } from '@signet/contract/messages/notifications'
import { currentToken, tokenAfter } from './access-token.ts'
import { ApiError } from './api-error.ts'
import { callEvents } from './call-events.ts'
import { publishLive } from './live.ts'

const firstRetryMs = 1000
const slowestRetryMs = 30_000
/** The server sends something every 25 seconds, so a stream that is silent for longer than this is considered broken. */
const silenceMs = 60_000
/** A hidden tab closes its connection, because browsers open only six per server. It later resumes from the last event. */
const hiddenMs = 10_000

/** One event of a stream, parsed from its lines. */
export interface StreamBlock {
  id: string | undefined
  data: string
}

/** Splits the text of a stream into events and returns the incomplete remainder. Comments are ignored. */
export function readBlocks(text: string): { blocks: StreamBlock[]; rest: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = parts.pop() ?? ''
  const blocks = parts.flatMap((part) => {
    const lines = part.split('\n')
    const valuesOf = (field: string) =>
      lines.filter((line) => line.startsWith(`${field}:`)).map((line) => line.slice(field.length + 1).trimStart())
    const data = valuesOf('data').join('\n')
    return data === '' ? [] : [{ id: valuesOf('id').at(-1), data }]
  })
  return { blocks, rest }
}

/** The delay before the next attempt: 1 s, doubling up to 30 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, slowestRetryMs)
}

/**
 * Keeps the one stream of this tab open and publishes its events until the returned function is called. After a broken connection it
 * reconnects with the id of the last event, so that no event is missed. It signs the user out when the server has ended the session.
 */
export function startLive(): () => void {
  let lastEventId: string | undefined
  let failures = 0
  let abort: AbortController | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  async function listen(signal: AbortSignal, silence: () => void): Promise<void> {
    const send = (token: string | null) =>
      fetch(`/api/rest${streamNotifications.path}`, {
        signal,
        cache: 'no-store',
        headers: {
          accept: streamNotifications.type,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
        },
      })
    const token = currentToken()
    let answer = await send(token)
    if (answer.status === 401) answer = await send(await tokenAfter(token))
    if (!answer.ok || !answer.body) throw new Error(`No stream (${answer.status})`)
    failures = 0
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    for (;;) {
      silence()
      // The chunks of a stream can only be read in order.
      const { done, value } = await reader.read()
      if (done) return
      const { blocks, rest } = readBlocks(text + value)
      text = rest
      for (const { id, data } of blocks) {
        lastEventId = id ?? lastEventId
        publishLive(JSON.parse(data))
      }
    }
  }

  function open(): void {
    if (abort || isStopped) return
    clearTimeout(timer)
    const mine = new AbortController()
    abort = mine
    let watch: ReturnType<typeof setTimeout> | undefined
    const silence = () => {
      clearTimeout(watch)
      watch = setTimeout(() => mine.abort(), silenceMs)
    }
    silence()
    void listen(mine.signal, silence)
      .catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'INVALID_REFRESH_TOKEN') {
          isStopped = true
          callEvents.sessionEnded()
        }
      })
      .finally(() => {
        clearTimeout(watch)
        if (abort === mine) abort = null
        if (isStopped || document.visibilityState === 'hidden') return
        timer = setTimeout(open, retryDelayMs(failures))
        failures += 1
      })
  }
  function close(): void {
    clearTimeout(timer)
    abort?.abort()
    abort = null
  }
  const onVisibility = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(close, hiddenMs)
    else open()
  }

  open()
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', open)
  return () => {
    isStopped = true
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', open)
    close()
  }
}
