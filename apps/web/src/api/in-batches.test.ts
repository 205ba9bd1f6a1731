import { expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

const ids = Array.from({ length: 450 }, (_, index) => `id-${index}`)

test('sends as many ids with each call as it accepts', async () => {
  const lengths: number[] = []
  const result = await inBatches(
    ids,
    async (part) => {
      lengths.push(part.length)
      return { done: part.slice(1), failed: part.slice(0, 1) }
    },
    (id) => id,
  )
  expect(lengths).toEqual([200, 200, 50])
  expect(result.failed).toEqual(['id-0', 'id-200', 'id-400'])
  expect(result.done).toHaveLength(447)
})

test('keeps what earlier calls did when a later one fails', async () => {
  const { done, failed } = await inBatches(
    ids,
    async (part) => {
      if (part[0] === 'id-200') throw new Error('no connection')
      return { done: part, failed: [] }
    },
    (id) => ({ id, code: 'NOT_SENT' }),
  )
  expect(done).toEqual(ids.slice(0, 200))
  expect(failed).toEqual(ids.slice(200).map((id) => ({ id, code: 'NOT_SENT' })))
})

test('fails when the first call fails', async () => {
  const failing = inBatches(
    ids,
    () => Promise.reject(new Error('refused')),
    (id) => id,
  )
  await expect(failing).rejects.toThrow('refused')
})
