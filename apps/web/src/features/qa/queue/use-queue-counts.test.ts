import { expect, test } from 'vitest'
import { changedCounts } from '../moved-counts.ts'
import { queueChanges } from './use-queue-counts.ts'

const counts = {
  waiting: 10,
  watched: 4,
  deletionsWaiting: 2,
  publishedToday: 3,
  reviewedTodayByMe: 5,
} as Parameters<typeof changedCounts>[0]

const counted = (before: typeof counts, ...step: Parameters<typeof queueChanges>) =>
  changedCounts(before, queueChanges(...step))

test('publishing takes a threat from the queue and counts it for today', () => {
  expect(counted(counts, 'publish', 1)).toMatchObject({ waiting: 9, publishedToday: 4, reviewedTodayByMe: 6 })
})

test('a deletion request waits for a second person, and withdrawing it puts the threat back', () => {
  const requested = counted(counts, 'requestDeletion', 1)
  expect(requested).toMatchObject({ waiting: 9, deletionsWaiting: 3 })
  expect(counted(requested, 'withdraw', 1)).toMatchObject({ waiting: 10, deletionsWaiting: 2 })
})

test('a step that the server refused is removed from the counts, which never go below zero', () => {
  expect(counted(counted(counts, 'watch', 1), 'watch', -1)).toMatchObject({ waiting: 10, watched: 4 })
  expect(counted({ ...counts, waiting: 0 }, 'publish', 1).waiting).toBe(0)
})

test('a recalled threat waits again', () => {
  expect(counted(counts, 'recall', 2)).toMatchObject({ waiting: 12, watched: 4, deletionsWaiting: 2 })
})

test.each([
  ['publish', 'recall'],
  ['watch', 'unwatch'],
  ['whitelist', 'unwhitelist'],
  ['requestDeletion', 'withdraw'],
  ['merge', 'unmerge'],
] as const)('after %s and its undo, every count is what it was', (step, undoing) => {
  expect(counted(counted(counts, step, 1), undoing, 1)).toEqual(counts)
})
