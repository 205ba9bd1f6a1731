import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readPart } from './lazy.ts'

const page = new EventTarget()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const network = (onLine: boolean) => vi.stubGlobal('navigator', { onLine })
const failing = (times: number) => {
  const read = vi.fn(async () => {
    if (read.mock.calls.length <= times) throw new TypeError('Failed to fetch')
    return 'part'
  })
  return read
}

test('code that could not be loaded offline is loaded once the network is back', async () => {
  network(false)
  const read = failing(1)
  const part = readPart(read)
  await vi.advanceTimersByTimeAsync(120_000)
  expect(read).toHaveBeenCalledTimes(1)
  network(true)
  page.dispatchEvent(new Event('online'))
  expect(await part).toBe('part')
  expect(read).toHaveBeenCalledTimes(2)
})

test('online, loading is retried after 1, 2, 4 and 8 seconds and then fails', async () => {
  network(true)
  const read = failing(3)
  const part = readPart(read)
  await vi.advanceTimersByTimeAsync(1000 + 2000)
  expect(read).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(4000)
  expect(await part).toBe('part')

  const gone = failing(Infinity)
  const refused = expect(readPart(gone)).rejects.toThrow('Failed to fetch')
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
  expect(gone).toHaveBeenCalledTimes(5)
})
