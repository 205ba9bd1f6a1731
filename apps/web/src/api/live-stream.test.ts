// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepToken } from './access-token.ts'
import { onCallEvents } from './call-events.ts'
import { onLive } from './live.ts'
import { readBlocks, retryDelayMs, startLive } from './live-stream.ts'

const encoder = new TextEncoder()
const event = (id: string, type: string) =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ id, type, data: {} })}\n\n`

let requests: { token: string | null; from: string | null }[] = []
let answers: (() => Response)[] = []
const sessionEnded = vi.fn<() => void>()
const heard: string[] = []
let stops: (() => void)[] = []

/** A stream that sends these chunks and then ends, or stays open. */
function streamOf(pieces: string[], stays = false): Response {
  const body = new ReadableStream({
    start(control) {
      for (const piece of pieces) control.enqueue(encoder.encode(piece))
      if (!stays) control.close()
    },
  })
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
}

beforeEach(() => {
  vi.useFakeTimers()
  requests = []
  answers = []
  heard.length = 0
  keepToken('old')
  onCallEvents({ sessionEnded, companyLost: () => undefined })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    await Promise.resolve()
    if (path.includes('refresh')) return new Response('{}', { status: 403 })
    const headers = new Headers(init?.headers)
    requests.push({ token: headers.get('authorization'), from: headers.get('last-event-id') })
    return (answers.shift() ?? (() => streamOf([], true)))()
  })
  stops = [onLive(['threat.published', 'takedown.changed'], ({ id }) => heard.push(id))]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})
const start = () => stops.push(startLive())

test('text is split into events; an incomplete event is kept, comments are ignored', () => {
  expect(readBlocks(`: ping\n\n${event('1', 'toast')}id: 2\nda`)).toEqual({
    blocks: [{ id: '1', data: '{"id":"1","type":"toast","data":{}}' }],
    rest: 'id: 2\nda',
  })
})

test.each([
  [0, 1000],
  [1, 2000],
  [4, 16_000],
  [5, 30_000],
  [60, 30_000],
])('after %d failures the next attempt follows in %d ms', (failures, ms) => {
  expect(retryDelayMs(failures)).toBe(ms)
})

test('events reach the listeners of their type, even if they arrive in pieces', async () => {
  const text = event('1', 'threat.published') + event('2', 'news.published') + event('3', 'takedown.changed')
  answers = [() => streamOf([text.slice(0, 30), text.slice(30)], true)]
  start()
  await vi.advanceTimersByTimeAsync(10)
  expect(heard).toEqual(['1', '3'])
})

test('a broken stream is resumed after the last event', async () => {
  answers = [() => streamOf([event('7', 'threat.published')])]
  start()
  await vi.advanceTimersByTimeAsync(10)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1100)
  expect(requests.map(({ from }) => from)).toEqual([null, '7'])
})

test('a server that refuses gets fewer and fewer requests', async () => {
  answers = Array.from({ length: 6 }, () => () => new Response('', { status: 503 }))
  start()
  await vi.advanceTimersByTimeAsync(10)
  await vi.advanceTimersByTimeAsync(1000 + 2000 + 4000 + 20)
  expect(requests).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(7000)
  expect(requests).toHaveLength(4)
})

test('the end of the session ends the stream, and the portal is informed', async () => {
  answers = [() => new Response('', { status: 401 })]
  start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(sessionEnded).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(1)
})

test('a stopped stream sends no more requests', async () => {
  start()
  await vi.advanceTimersByTimeAsync(10)
  for (const stop of stops.splice(1)) stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(requests).toHaveLength(1)
})
