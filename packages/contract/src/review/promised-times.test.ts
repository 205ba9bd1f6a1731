import { expect, test } from 'vitest'
import { promisedStateOf } from './promised-times.ts'

const promised = { queuedAt: '2026-11-01T00:00:00Z', promisedAt: '2026-11-01T08:00:00Z' }
const stateAt = (time: string) => promisedStateOf(promised, new Date(`2026-11-01T${time}Z`))

test('a review is due soon when a quarter of the promised time is left, and overdue when it is over', () => {
  expect(stateAt('00:00:00')).toBe('fresh')
  expect(stateAt('05:59:59')).toBe('fresh')
  expect(stateAt('06:00:00')).toBe('dueSoon')
  expect(stateAt('07:59:59')).toBe('dueSoon')
  expect(stateAt('08:00:00')).toBe('overdue')
})
