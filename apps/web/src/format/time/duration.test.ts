import { expect, test } from 'vitest'
import { hourMs, minuteMs } from '@signet/contract/time'
import { duration, shortDuration } from './duration.ts'

test.each([
  [0, '0 seconds'],
  [1000, '1 second'],
  [18_000, '18 seconds'],
  [12 * minuteMs, '12 m'],
  [47 * hourMs + 38 * minuteMs, '47 h 38 m'],
  [72 * hourMs, '72 h'],
  [1004 * hourMs + minuteMs, '1,004 h 1 m'],
  [-5, '0 seconds'],
])('%d ms are written as "%s"', (length, text) => {
  expect(duration(length).replaceAll('\u00A0', ' ')).toBe(text)
})

test('a duration has no place at which a line could break', () => {
  for (const length of [18_000, 12 * minuteMs, 47 * hourMs + 38 * minuteMs]) {
    expect(duration(length)).not.toContain(' ')
    expect(shortDuration(length)).not.toContain(' ')
  }
})

test('the short form leaves out minutes when there are hours', () => {
  expect(shortDuration(47 * hourMs + 38 * minuteMs)).toBe('47\u00A0h')
  expect(shortDuration(12 * minuteMs)).toBe('12\u00A0m')
})
