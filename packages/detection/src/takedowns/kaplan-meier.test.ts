import { expect, test } from 'vitest'
import { kaplanMeier, thinnedCurve, timeOf, type Observed } from './kaplan-meier.ts'

const reached = (...times: number[]): Observed[] => times.map((ms) => ({ ms, isReached: true, count: 1 }))
const open = (...times: number[]): Observed[] => times.map((ms) => ({ ms, isReached: false, count: 1 }))

/** Weeks of remission of 21 patients, 12 of them still in remission: Freireich et al., Blood 21 (1963). Many textbooks use them. */
const remissions = [...reached(6, 6, 6, 7, 10, 13, 16, 22, 23), ...open(6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35)]

test('agrees with a published example', () => {
  const curve = kaplanMeier(remissions)
  expect(curve.map(({ ms, atRisk, reached: count }) => [ms, atRisk, count])).toEqual([
    [6, 21, 3],
    [7, 17, 1],
    [10, 15, 1],
    [13, 12, 1],
    [16, 11, 1],
    [22, 7, 1],
    [23, 6, 1],
  ])
  const shares = [0.857, 0.807, 0.753, 0.69, 0.627, 0.538, 0.448]
  for (const [index, { share }] of curve.entries()) expect(share).toBeCloseTo(shares[index] ?? 0, 3)
  expect(timeOf(curve, 0.5)).toBe(23)
  expect(timeOf(curve, 0.9)).toBeNull()
})

test('without open cases is the share of those that are left', () => {
  const curve = kaplanMeier(reached(4, 1, 3, 2))
  expect(curve.map(({ share }) => share)).toEqual([0.75, 0.5, 0.25, 0])
  expect([timeOf(curve, 0.5), timeOf(curve, 0.9)]).toEqual([2, 4])
})

test('is the same for cases one by one, in groups and in another order', () => {
  const groups: Observed[] = [
    { ms: 2, isReached: false, count: 2 },
    { ms: 1, isReached: true, count: 3 },
    { ms: 2, isReached: true, count: 1 },
  ]
  expect(kaplanMeier(groups)).toEqual(kaplanMeier([...reached(1, 2, 1, 1), ...open(2, 2)]))
})

test('has no steps and no median when nothing was reached', () => {
  expect(kaplanMeier([])).toEqual([])
  expect(timeOf(kaplanMeier(open(1, 2)), 0.5)).toBeNull()
})

test('cases that never reach the event keep the median from looking better than it is', () => {
  const removed = reached(1, 2, 3, 4)
  expect(timeOf(kaplanMeier(removed), 0.5)).toBe(2)
  expect(timeOf(kaplanMeier([...removed, ...open(90, 90, 90)]), 0.5)).toBe(4)
  expect(timeOf(kaplanMeier([...removed, ...open(90, 90, 90, 90, 90)]), 0.5)).toBeNull()
})

test('a share is reached in spite of rounding errors', () => {
  const curve = kaplanMeier(reached(...Array.from({ length: 10 }, (_, index) => index + 1)))
  expect(timeOf(curve, 0.9)).toBe(9)
})

test('a long curve keeps its first and last step', () => {
  const curve = kaplanMeier(reached(...Array.from({ length: 1000 }, (_, index) => index + 1)))
  const thinned = thinnedCurve(curve, 100)
  expect(thinned).toHaveLength(100)
  expect([thinned[0]?.ms, thinned.at(-1)?.ms]).toEqual([1, 1000])
  expect(thinnedCurve(curve.slice(0, 5), 100)).toHaveLength(5)
})
