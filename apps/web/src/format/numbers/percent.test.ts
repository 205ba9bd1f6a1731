import { expect, test } from 'vitest'
import { change, isNoticeable, percent } from './percent.ts'

test.each([
  [0, '0%'],
  [1 / 7985, '<0.1%'],
  [0.0004, '<0.1%'],
  [0.0005, '0.1%'],
  [0.034, '3.4%'],
  [0.03, '3%'],
  [0.0996, '10%'],
  [0.1, '10%'],
  [0.947, '95%'],
  [1, '100%'],
])('a share of %d is written %s', (share, text) => {
  expect(percent(share)).toBe(text)
})

test.each([
  [114, 100, '+14%'],
  [94, 100, '−6%'],
  [100, 100, '0%'],
  [7986, 7985, '<0.1%'],
  [5, 0, null],
  [18, 2, '+16'],
  [1, 3, '−2'],
  [4, 4, '0'],
])('%d after %d is a change of %s', (now, before, text) => {
  expect(change(now, before)).toBe(text)
})

test.each([
  [20, 5, true],
  [18, 5, true],
  [14, 5, false],
  [16, 0, false],
  [20, 0, true],
  [0, 20, true],
  [114, 100, false],
  [140, 100, true],
  [60, 100, true],
  [100, 100, false],
])('%d after %d is noticeable: %s', (now, before, isSo) => {
  expect(isNoticeable(now, before)).toBe(isSo)
})
