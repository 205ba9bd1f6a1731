import { expect, test } from 'vitest'
import { labelIndexes, valueTicks } from './scale.ts'

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [171, [0, 50, 100, 150, 200]],
  [200, [0, 50, 100, 150, 200]],
  [10_000, [0, 2500, 5000, 7500, 10_000]],
])('an axis for values up to %d has the steps %j', (max, ticks) => {
  expect(valueTicks(max)).toEqual(ticks)
})

test('every axis reaches its largest value in at most six whole steps', () => {
  for (let max = 0; max < 5000; max += 7) {
    const ticks = valueTicks(max)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
    expect(ticks.length).toBeLessThanOrEqual(6)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('labels are spread evenly from the first to the last point', () => {
  expect(labelIndexes(3, 7)).toEqual([0, 1, 2])
  expect(labelIndexes(30, 7)).toEqual([0, 5, 10, 15, 19, 24, 29])
  expect(labelIndexes(0, 7)).toEqual([])
})
