// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../../api/api-error.ts'
import { mergesOf } from './review-merges.ts'
import type { QueueState } from '../use-queue-state.ts'
import type { QaRecord } from '../../qa-kind.ts'

const { mergeInto, unmerge } = vi.hoisted(() => ({
  mergeInto: vi.fn<() => Promise<object>>(),
  unmerge: vi.fn<() => Promise<object>>(),
}))
vi.mock('./merge-calls.ts', () => ({ mergeInto, unmerge }))

const threatOf = (id: string, stage: string) =>
  ({ id, stage, version: 1, source: 'Domain', title: `${id}.test` }) as QaRecord
const queue = {
  announce: vi.fn<(text: string) => void>(),
  count: vi.fn<(step: string, by: number) => void>(),
  forgive: vi.fn<() => void>(),
  hide: vi.fn<(ids: readonly string[], version: number) => void>(),
  refresh: vi.fn<() => void>(),
  refreshDetails: vi.fn<() => void>(),
  say: vi.fn<(text: string) => void>(),
  sayUndone: vi.fn<(step: string, backId: string | null) => void>(),
  showAgain: vi.fn<(ids: readonly string[]) => void>(),
  showFailure: vi.fn<(threat: QaRecord, text: string) => void>(),
}
const offer = vi.fn<(run: () => unknown) => () => undefined>()
const merges = mergesOf('bank', 'threat', queue as unknown as QueueState, {
  take: (step) => step(1),
  offer,
  undoLast: async () => undefined,
})

beforeEach(() => {
  vi.clearAllMocks()
})

test('a merged duplicate leaves the queue at once, and undoing puts it back where it was', async () => {
  mergeInto.mockResolvedValue({ ...threatOf('a', 'merged'), version: 2 })
  await merges.merge(threatOf('a', 'queued'), threatOf('b', 'queued'))
  expect(queue.hide.mock.calls).toEqual([
    [['a'], Number.POSITIVE_INFINITY],
    [['a'], 2],
  ])
  expect(queue.count.mock.calls).toEqual([['merge', 1]])
  expect(queue.announce).toHaveBeenCalledWith('Merged a[.]test into b[.]test')
  await offer.mock.calls[0]?.[0]()
  expect(unmerge).toHaveBeenCalledWith('bank', 'threat', expect.objectContaining({ id: 'a', version: 2 }))
  expect(queue.showAgain.mock.calls).toEqual([[['a']]])
  expect(queue.count.mock.calls.at(-1)).toEqual(['unmerge', 1])
  expect(queue.sayUndone).toHaveBeenCalledWith('Merged a[.]test into b[.]test', 'a')
})

test('a refused merge brings the duplicate back with the reason', async () => {
  mergeInto.mockRejectedValue(new ApiError('Already merged.', { code: 'CONFLICT', status: 409 }))
  await merges.merge(threatOf('a', 'queued'), threatOf('b', 'queued'))
  expect(queue.showAgain.mock.calls).toEqual([[['a']]])
  expect(queue.count.mock.calls).toEqual([
    ['merge', 1],
    ['merge', -1],
  ])
  expect(queue.showFailure.mock.calls[0]?.[1]).toBe("Couldn't merge a[.]test. Already merged.")
})

test('merging a duplicate from outside the queue changes no count', async () => {
  mergeInto.mockResolvedValue({ ...threatOf('a', 'merged'), version: 2 })
  await merges.merge(threatOf('a', 'watched'), threatOf('b', 'queued'))
  expect(queue.count).not.toHaveBeenCalled()
})

test('unmerging shows the duplicate in the queue again', async () => {
  unmerge.mockResolvedValue(threatOf('a', 'queued'))
  await merges.takeApart(threatOf('a', 'merged'), 'b')
  expect(queue.count.mock.calls).toEqual([['unmerge', 1]])
  expect(queue.showAgain.mock.calls).toEqual([[['a']]])
  expect(queue.say).toHaveBeenCalledWith('Unmerged a[.]test')
})

test('undoing an unmerging merges into the same record again, and says why when that is refused', async () => {
  unmerge.mockResolvedValue({ ...threatOf('a', 'queued'), version: 3 })
  await merges.takeApart(threatOf('a', 'merged'), 'b')
  mergeInto.mockResolvedValue({ ...threatOf('a', 'merged'), version: 4 })
  await offer.mock.calls[0]?.[0]()
  expect(mergeInto).toHaveBeenCalledWith('bank', 'threat', expect.objectContaining({ id: 'a', version: 3 }), 'b')
  expect(queue.hide.mock.calls).toEqual([[['a'], 4]])
  expect(queue.count.mock.calls.at(-1)).toEqual(['merge', 1])
  expect(queue.sayUndone).toHaveBeenCalledWith('Unmerged a[.]test', null)

  mergeInto.mockRejectedValue(new ApiError('It changed.', { code: 'CONFLICT', status: 409 }))
  await offer.mock.calls[0]?.[0]()
  expect(queue.showFailure.mock.calls[0]?.[1]).toBe("Couldn't merge a[.]test. It changed.")
})
