import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '@signet/contract/time'
import { duration, shortDuration } from './duration.ts'

test.each([
  [0, '0 s'],
  [1000, '1 s'],
  [18_000, '18 s'],
  [65_000, '1 m 5 s'],
  [minuteMs, '1 m'],
  [9 * minuteMs + 59_999, '9 m 59 s'],
  [10 * minuteMs + 59_999, '10 m'],
  [12 * minuteMs, '12 m'],
  [47 * hourMs + 38 * minuteMs, '47 h 38 m'],
  [72 * hourMs, '72 h'],
  [1004 * hourMs + minuteMs, '1,004 h 1 m'],
  [-5, '0 s'],
])('%d ms are written as "%s"', (length, text) => {
  expect(duration(length).replaceAll('\u00A0', ' ')).toBe(text)
})

test('a duration has no place at which a line could break', () => {
  for (const length of [18_000, 65_000, 12 * minuteMs, 47 * hourMs + 38 * minuteMs]) {
    expect(duration(length)).not.toContain(' ')
    expect(shortDuration(length)).not.toContain(' ')
  }
})

test('the short form leaves out minutes when there are hours, and seconds when there are minutes', () => {
  expect(shortDuration(65_000)).toBe('1\u00A0m')
  expect(shortDuration(18_000)).toBe('18\u00A0s')
  expect(shortDuration(47 * hourMs + 38 * minuteMs)).toBe('47\u00A0h')
  expect(shortDuration(12 * minuteMs)).toBe('12\u00A0m')
})
