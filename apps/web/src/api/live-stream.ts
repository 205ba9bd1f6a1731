import { streamNotifications, type LiveEvent } from '@signet/contract/notifications'
import { currentToken, tokenAfter } from './access-token.ts'
import { ApiError } from './api-error.ts'
import { callEvents } from './call-events.ts'
import { publishLive } from './live.ts'

const firstRetryMs = 1000
const slowestRetryMs = 30_000
/** The server says something every 25 seconds; who hears nothing for longer listens to a dead connection. */
const silenceMs = 60_000
/** A tab nobody looks at gives its connection back: browsers open only six to one server. It resumes where it stopped. */
const hiddenMs = 10_000

/** One event of a stream, as its lines say it. */
export interface StreamBlock {
  id: string | undefined
  data: string
}

/** Cuts the text of a stream into events; what is not whole yet is given back. Comments are passed over. */
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

/** How long to wait before the next try: 1 s doubling to 30 s. */
export function retryDelayMs(failures: number): number {
  return Math.min(firstRetryMs * 2 ** failures, slowestRetryMs)
}

/**
 * Keeps the one stream of this tab open and tells its events, until the returned function is called: comes back after a broken
 * connection with the id of the last event, so that nothing is missed, and ends the session here when it is over on the server.
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
      // One piece after the other: that is what a stream is.
      // oxlint-disable-next-line no-await-in-loop
      const { done, value } = await reader.read()
      if (done) return
      const { blocks, rest } = readBlocks(text + value)
      text = rest
      for (const { id, data } of blocks) {
        lastEventId = id ?? lastEventId
        publishLive(JSON.parse(data) as LiveEvent)
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
