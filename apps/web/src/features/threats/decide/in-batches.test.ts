import { expect, test, vi } from 'vitest'
import { batchMax, inBatches, type BulkResult } from './in-batches.ts'

const ids = Array.from({ length: 2 * batchMax + 1 }, (_, at) => `id-${at}`)
const allDone = async (batch: readonly string[]): Promise<BulkResult> => ({ done: [...batch], failed: [] })

test('many records are changed in batches, with the progress after each', async () => {
  const [onProgress, onError] = [vi.fn<(count: number) => void>(), vi.fn<() => void>()]
  const { done, failed } = await inBatches(ids, allDone, { isStopped: () => false, onProgress, onError })
  expect([done, failed]).toEqual([ids, []])
  expect(onProgress.mock.calls).toEqual([[batchMax], [2 * batchMax], [2 * batchMax + 1]])
  expect(onError.mock.calls).toEqual([])
})

test('nothing is sent after the user stops it', async () => {
  let isStopped = false
  const change = vi.fn(allDone)
  const onProgress = () => {
    isStopped = true
  }
  const { done } = await inBatches(ids, change, { isStopped: () => isStopped, onProgress, onError: () => {} })
  expect(done).toHaveLength(batchMax)
  expect(change.mock.calls).toHaveLength(1)
})

test('a failed call names its records as unchanged, and ends it', async () => {
  const onError = vi.fn<(error: unknown, count: number) => void>()
  const down = new TypeError('down')
  const change = vi.fn(allDone).mockResolvedValueOnce({ done: ids.slice(0, batchMax), failed: [] })
  change.mockRejectedValueOnce(down)
  const { done, failed } = await inBatches(ids, change, { isStopped: () => false, onProgress: () => {}, onError })
  expect(done).toHaveLength(batchMax)
  expect(failed).toEqual(ids.slice(batchMax, 2 * batchMax).map((id) => ({ id, code: 'INTERNAL' })))
  expect(onError.mock.calls).toEqual([[down, batchMax]])
})
