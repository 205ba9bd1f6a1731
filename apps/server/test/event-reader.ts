import { setTimeout as wait } from 'node:timers/promises'
import type { LiveEvent } from '@signet/contract/messages/notifications'
import type { TestUser } from './harness.ts'

export interface EventReader {
  status: number
  headers: Headers
  /** Events so far, each with the id to resume from. */
  events: (LiveEvent & { cursor: string })[]
  pings: number
  isEnded: boolean
  /** Waits until this many events have arrived. */
  until(count: number): Promise<void>
  ended(): Promise<void>
  close(): void
}

const patienceMs = 30_000

/** Reads a stream of server-sent events like the portal: with fetch and a bearer token. */
export async function readEvents(origin: string, user: TestUser | null, lastEventId?: string): Promise<EventReader> {
  const stop = new AbortController()
  const response = await fetch(`${origin}/api/rest/notifications/stream`, {
    signal: stop.signal,
    headers: {
      ...(user ? { authorization: `Bearer ${user.accessToken}` } : {}),
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
    },
  })
  const reader: EventReader = {
    status: response.status,
    headers: response.headers,
    events: [],
    pings: 0,
    isEnded: false,
    until: (count) => patiently(() => reader.events.length >= count, `${count} events`),
    ended: () => patiently(() => reader.isEnded, 'the end'),
    close: () => stop.abort(),
  }
  void consume(response, reader)
  return reader
}

async function patiently(isDone: () => boolean, what: string): Promise<void> {
  for (const start = performance.now(); !isDone();) {
    if (performance.now() - start > patienceMs) throw new Error(`waited in vain for ${what}`)
    await wait(10)
  }
}

async function consume(response: Response, reader: EventReader): Promise<void> {
  let pending = ''
  try {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      pending += chunk
      for (;;) {
        const end = pending.indexOf('\n\n')
        if (end < 0) break
        take(pending.slice(0, end), reader)
        pending = pending.slice(end + 2)
      }
    }
  } catch {
    // Interrupted by the server or by the test; it has ended either way.
  }
  reader.isEnded = true
}

function take(frame: string, reader: EventReader): void {
  if (frame === ': ping') reader.pings += 1
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
  const data = field('data')
  if (data) reader.events.push({ ...(JSON.parse(data) as LiveEvent), cursor: field('id') ?? '' })
}
