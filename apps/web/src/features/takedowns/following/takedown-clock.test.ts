import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import { takedownSteps } from '@signet/contract/takedowns/takedown-steps'
import { hourMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { clockText, shareText } from './clock-text.ts'
import { clockOf, clockTitle } from './takedown-clock.ts'

const requestedAt = '2026-11-18T09:00:00Z'
const hoursLater = (hours: number) => new Date(Date.parse(requestedAt) + hours * hourMs)
const at = (hours: number) => hoursLater(hours).toISOString()

function takedown(status: TakedownStatus, reached: Partial<Record<TakedownStatus, string>>, updatedAt = requestedAt) {
  return { status, steps: takedownSteps(status, reached), clocks: { requestedAt, targetHours: 72 }, updatedAt }
}
const sent = takedown('submitted', { draft: requestedAt, authorised: at(1), submitted: at(2) })

test('a running case says how much time is left, and how much of it has passed', () => {
  const clock = clockOf(sent, hoursLater(47.6))
  expect(clockText(clock)).toBe('24\u00A0h left')
  expect(shareText(clock)).toBe('47\u00A0h of 72\u00A0h')
  expect(clockTitle(clock)).toBe('Within target')
  expect(clock.dueAt).toBe(new Date(at(72)).toISOString())
})

test('a running case past its target is overdue', () => {
  const clock = clockOf(sent, hoursLater(97))
  expect(clockText(clock)).toBe('25\u00A0h overdue')
  expect(shareText(clock)).toBe('97\u00A0h of 72\u00A0h')
  expect(clockTitle(clock)).toBe('Overdue')
})

test.each([
  [119.9, '47\u00A0h overdue'],
  [120, '2\u00A0d overdue'],
  [72 + 164, '6\u00A0d overdue'],
])('a case that was requested %d hours ago says how late it is in days from two days on', (hours, text) => {
  expect(clockText(clockOf(sent, hoursLater(hours)))).toBe(text)
})

test('the clock of a removed case stops when the target goes offline', () => {
  const removed = takedown(
    'resolved',
    { draft: requestedAt, authorised: at(1), submitted: at(2), offline_monitoring: at(19), resolved: at(300) },
    at(300),
  )
  const clock = clockOf(removed, hoursLater(1000))
  expect(clock.state).toBe('removed')
  // The watch until it is resolved doesn't count.
  expect(clock.elapsedMs).toBe(19 * hourMs)
  expect(clockTitle(clock)).toBe('Removed within target')
})

test('a withdrawn case is stopped and never overdue', () => {
  const clock = clockOf(takedown('withdrawn', { draft: requestedAt, withdrawn: at(3) }, at(3)), hoursLater(1000))
  expect(clockText(clock)).toBe('Stopped after 3\u00A0h')
  expect(clock.isOverdue).toBe(false)
})
