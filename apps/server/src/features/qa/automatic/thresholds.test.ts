import { expect, test } from 'vitest'
import { thresholdsOf } from './thresholds.ts'

const policy = { releaseBar: 0.95, filterBar: 0.95 }
const clear = [
  { score: 95, confirmed: 120, rejected: 0 },
  { score: 88, confirmed: 60, rejected: 1 },
  { score: 60, confirmed: 30, rejected: 30 },
  { score: 22, confirmed: 0, rejected: 90 },
]

test('the threshold is the lowest score from which people nearly always published, and the highest up to which they rejected', () => {
  expect(thresholdsOf(clear, policy)).toMatchObject({
    release: { score: 88, agreed: 180, disagreed: 1 },
    filter: { score: 22, agreed: 90, disagreed: 0 },
  })
})

test('few decisions are not enough, however well they agree', () => {
  expect(thresholdsOf([{ score: 95, confirmed: 20, rejected: 0 }], policy)).toEqual({ release: null, filter: null })
})

test('a policy without a bar decides nothing', () => {
  expect(thresholdsOf(clear, { releaseBar: null, filterBar: null })).toEqual({ release: null, filter: null })
})

test('many clear decisions at high scores do not hide doubtful ones at lower scores', () => {
  const labels = [
    { score: 95, confirmed: 2000, rejected: 0 },
    { score: 70, confirmed: 6, rejected: 6 },
  ]
  expect(thresholdsOf(labels, policy).release?.score).toBe(95)
})

test('what is published and what is filtered never overlap', () => {
  const { release, filter } = thresholdsOf([{ score: 50, confirmed: 500, rejected: 0 }], policy)
  expect(release?.score).toBe(50)
  expect(filter).toBeNull()
})
