// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { hourMs, secondMs } from '@signet/contract/time'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../../test/show.tsx'
import type { TakedownClock } from '../following/takedown-clock.ts'
import { RemovalTime } from './removal-time.tsx'

const takedown = { clocks: {}, reach: { checks: [], host: null } } as unknown as TakedownDetail
const clock: TakedownClock = {
  state: 'removed',
  elapsedMs: 48 * secondMs,
  targetMs: 48 * hourMs,
  isOverdue: false,
  dueAt: '2026-12-01T12:00:00Z',
}
const shownOn = (isSimulated: boolean, more: Partial<TakedownClock> = {}) =>
  show(<RemovalTime takedown={takedown} clock={{ ...clock, ...more }} isSimulated={isSimulated} />).container
    .textContent

test('a removal is compared with its target', () => {
  expect(shownOn(false)).toBe('Time to removalRemoved within target48\u00A0s (target 48\u00A0h)')
})

test('a removal on a simulated clock is not compared with a target in real hours', () => {
  expect(shownOn(true)).toBe('Time to removal48\u00A0s in real time')
})

test('a removal says what its time ends with', () => {
  shownOn(false)
  expect(screen.getByTitle(/last time the target went offline. The watch that follows doesn't count/).textContent).toBe(
    '48\u00A0s',
  )
})

test('a case whose target is still online says how long it is open, and one that ended otherwise how long it was', () => {
  expect(shownOn(false, { state: 'running' })).toMatch(/^Open forWithin target/)
  expect(shownOn(false, { state: 'running', isOverdue: true })).toMatch(/^Open for48/)
  expect(shownOn(false, { state: 'stopped' })).toMatch(/^Was open forStopped/)
})
