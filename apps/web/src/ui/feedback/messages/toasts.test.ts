import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMessages, keepMessagesOpen, liveMessages } from './toasts.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
const texts = (store: ReturnType<typeof createMessages>) => store.current().map(({ text }) => text)

test('at most three messages show at once and the rest wait', () => {
  const store = createMessages({ shownMax: 3, openMs: 5000 })
  for (const text of ['a', 'b', 'c', 'd']) store.add(text)
  expect(texts(store)).toEqual(['a', 'b', 'c'])
  const [first] = store.current()
  store.close(first?.messageId ?? 0)
  vi.advanceTimersByTime(200)
  expect(texts(store)).toEqual(['b', 'c', 'd'])
})

test('a message that is closed while it waits is never shown', () => {
  const store = createMessages({ shownMax: 1, openMs: 1000 })
  store.add('a')
  store.close(store.add('b'))
  vi.advanceTimersByTime(2000)
  expect(texts(store)).toEqual([])
})

test('news from elsewhere shows one at a time on phones', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  for (const text of ['a', 'b']) liveMessages.add(text)
  expect(texts(liveMessages)).toEqual(['a'])
  vi.advanceTimersByTime(4500)
  expect(texts(liveMessages)).toEqual(['b'])
  vi.unstubAllGlobals()
})

test('a message opens, stays and closes', () => {
  const store = createMessages({ shownMax: 3, openMs: 1000 })
  store.add('a')
  expect(store.current()[0]?.phase).toBe('opening')
  vi.advanceTimersByTime(200)
  expect(store.current()[0]?.phase).toBe('open')
  vi.advanceTimersByTime(1000)
  expect(store.current()[0]?.phase).toBe('closing')
  vi.advanceTimersByTime(200)
  expect(store.current()).toEqual([])
})

test('a message stays while the pointer is over it', () => {
  const store = createMessages({ shownMax: 3, openMs: 1000 })
  const id = store.add('a')
  vi.advanceTimersByTime(500)
  store.pause(id)
  vi.advanceTimersByTime(60_000)
  expect(texts(store)).toEqual(['a'])
  store.resume(id)
  vi.advanceTimersByTime(1500)
  expect(store.current()).toEqual([])
})

test('messages that are kept stay until they are closed', () => {
  keepMessagesOpen(true)
  const store = createMessages({ shownMax: 3, openMs: 1000 })
  const id = store.add('a')
  vi.advanceTimersByTime(600_000)
  expect(texts(store)).toEqual(['a'])
  store.close(id)
  vi.advanceTimersByTime(200)
  expect(texts(store)).toEqual([])
  keepMessagesOpen(false)
})

test('a repeated message stays longer and appears once, unless it has an action', () => {
  const store = createMessages({ shownMax: 3, openMs: 1000 })
  store.add('saved')
  vi.advanceTimersByTime(1000)
  store.add('saved')
  expect(texts(store)).toEqual(['saved'])
  vi.advanceTimersByTime(900)
  expect(store.current()[0]?.phase).toBe('open')
  const action = { label: 'Undo', run: () => undefined }
  store.add('moved', { action })
  store.add('moved', { action })
  expect(texts(store)).toEqual(['saved', 'moved', 'moved'])
})

test('a message gets another text while it is open', () => {
  const store = createMessages({ shownMax: 3, openMs: 1000 })
  const id = store.add('one')
  expect(store.update(id, 'two')).toBe(true)
  expect(texts(store)).toEqual(['two'])
  store.close(id)
  expect(store.update(id, 'three')).toBe(false)
})
