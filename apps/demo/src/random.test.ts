import { expect, test } from 'vitest'
import { randomOf } from './random.ts'

function draw(seed: number, label: string): number[] {
  const random = randomOf(seed, label)
  return Array.from({ length: 50 }, () => random.int(0, 1_000_000))
}

test('the same seed and label give the same stream, another of either another one', () => {
  expect(draw(7, 'a')).toEqual(draw(7, 'a'))
  expect(draw(8, 'a')).not.toEqual(draw(7, 'a'))
  expect(draw(7, 'b')).not.toEqual(draw(7, 'a'))
})

test('numbers are spread evenly and stay within their ends', () => {
  const random = randomOf(1)
  const counts = [0, 0, 0, 0, 0, 0]
  for (let throws = 0; throws < 60_000; throws++) {
    const face = random.int(1, 6)
    counts[face - 1] = (counts[face - 1] ?? 0) + 1
  }
  expect(counts).toHaveLength(6)
  for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500)
})

test('weights decide how often a key is drawn, and a weight of nothing never', () => {
  const random = randomOf(2)
  const drawn = Array.from({ length: 10_000 }, () => random.weighted({ often: 3, seldom: 1, never: 0 }))
  const often = drawn.filter((key) => key === 'often').length
  expect(often).toBeGreaterThan(7200)
  expect(often).toBeLessThan(7800)
  expect(drawn).not.toContain('never')
})

test('what one part draws does not move a forked part', () => {
  const one = randomOf(3)
  const other = randomOf(3)
  other.next()
  expect(one.fork('names').hex(32)).toBe(other.fork('names').hex(32))
})

test('a shuffled list holds the same things, and the list itself is left alone', () => {
  const list = [1, 2, 3, 4, 5, 6, 7, 8]
  const shuffled = randomOf(4).shuffled(list)
  expect(shuffled.toSorted((a, b) => a - b)).toEqual(list)
  expect(list).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
