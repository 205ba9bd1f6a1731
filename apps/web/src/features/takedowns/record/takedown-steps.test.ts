import { takedownSteps } from '@signet/contract/takedowns/takedown-steps'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { expect, test } from 'vitest'
import type { clockOf } from '../following/takedown-clock.ts'
import { lastSent, notedSteps } from './takedown-steps.ts'

/** A case without anything that notes come from. */
const bare = { setManually: [], clocks: {}, attempts: [], reach: { checks: [] } }
const now = new Date('2026-11-29T12:00:00Z')
const clock = { state: 'stopped', isOverdue: false } as ReturnType<typeof clockOf>

const notesOf = (...of: Parameters<typeof takedownSteps>) =>
  notedSteps({ steps: takedownSteps(...of), ...bare } as unknown as TakedownDetail, clock, null, {
    now,
    clockFactor: 1,
  }).map(({ key, state, at, note }) => [key, state, at, note])

test('a check of the evidence whose time is not recorded says so', () => {
  const [requested, checked, sent] = notesOf('submitted', {
    awaiting_authorisation: '2026-11-28T13:32:00Z',
    submitted: '2026-11-28T14:19:00Z',
  })
  expect(requested).toEqual(['requested', 'completed', '2026-11-28T13:32:00Z', undefined])
  expect(checked).toEqual(['evidence', 'completed', undefined, 'Time not recorded'])
  expect(sent).toEqual(['sent', 'completed', '2026-11-28T14:19:00Z', undefined])
})

test('evidence that is still to be checked has no such note', () => {
  expect(notesOf('authorised', { awaiting_authorisation: '2026-11-28T13:32:00Z' })[1]).toEqual([
    'evidence',
    'active',
    undefined,
    undefined,
  ])
})

test('the time of a check of the evidence says what it is the time of', () => {
  const reached = { awaiting_authorisation: '2026-11-28T13:32:00Z', submitted: '2026-11-28T14:19:00Z' }
  const [, checked] = notesOf('submitted', reached, { noticeWrittenAt: '2026-11-28T14:02:00Z' })
  expect(checked).toEqual(['evidence', 'completed', '2026-11-28T14:02:00Z', 'With the first notice'])
})

test('a removal on a simulated clock has no due date in real hours', () => {
  const running = { state: 'running', isOverdue: false, dueAt: '2026-12-01T12:00:00Z' } as ReturnType<typeof clockOf>
  const takedown = { steps: takedownSteps('submitted', {}), ...bare } as unknown as TakedownDetail
  const dueOf = (clockFactor: number) => notedSteps(takedown, running, null, { now, clockFactor }).at(-1)?.note
  expect(dueOf(1)).toBe('Due 1 December 2026, 12:00 PM')
  expect(dueOf(43_200)).toBeUndefined()
})

test('a removal that is overdue says so', () => {
  const overdue = { state: 'running', isOverdue: true, dueAt: '2026-11-28T12:00:00Z' } as ReturnType<typeof clockOf>
  const takedown = { steps: takedownSteps('submitted', {}), ...bare } as unknown as TakedownDetail
  expect(notedSteps(takedown, overdue, null, { now, clockFactor: 1 }).at(-1)).toMatchObject({
    note: 'Overdue since 28 November 2026, 12:00 PM',
    isOverdue: true,
  })
})

test('a step that was repeated has its first time, with the last one in its note', () => {
  const [, , sent, replied] = notesOf(
    'acknowledged',
    { submitted: '2026-11-28T14:30:00Z', reopened: '2026-11-28T14:25:00Z', acknowledged: '2026-11-28T14:22:00Z' },
    undefined,
    { submitted: '2026-11-28T14:19:00Z', acknowledged: '2026-11-28T14:22:00Z' },
  )
  expect(sent).toEqual(['sent', 'completed', '2026-11-28T14:19:00Z', 'Last 28 November 2026, 2:30 PM'])
  expect(replied).toEqual(['replied', 'completed', '2026-11-28T14:22:00Z', undefined])
})

test('a reply that was escalated names the next recipient and the time, and a removal that is to come does not read as done', () => {
  const running = { state: 'running', isOverdue: false, dueAt: '2026-12-01T12:00:00Z' } as ReturnType<typeof clockOf>
  const attempts = [
    { purpose: 'escalation', recipient: 'abuse@northmere.example', sentAt: '2026-11-29T03:04:00Z' },
    {
      purpose: 'notice',
      recipient: 'abuse@ironwood.example',
      sentAt: '2026-11-28T14:19:00Z',
      status: 'refused',
      answeredAt: '2026-11-29T00:37:00Z',
    },
    { purpose: 'escalation', recipient: 'abuse@later.example' },
  ]
  const steps = takedownSteps('escalated', { submitted: '2026-11-28T14:19:00Z', acknowledged: '2026-11-29T00:37:00Z' })
  const reach = { checks: [{}] }
  const state = { status: 'escalated', assetState: 'active', reach }
  const takedown = { ...bare, ...state, steps, attempts } as unknown as TakedownDetail
  const noted = notedSteps(takedown, running, null, { now, clockFactor: 1 })
  expect(noted.find(({ key }) => key === 'replied')).toMatchObject({
    label: 'Provider refused',
    isSetback: true,
    note: 'Escalated to abuse@northmere.example, 29 November 2026, 3:04 AM',
  })
  expect(noted.at(-1)).toMatchObject({
    label: 'Removal',
    note: 'Due 1 December 2026, 12:00 PM. Still reachable',
  })
  const waits = 'Waiting 41 h for abuse@northmere.example'
  expect(notedSteps(takedown, running, waits, { now, clockFactor: 1 }).at(-1)?.note).toBe(
    `Due 1 December 2026, 12:00 PM. Still reachable. ${waits}`,
  )
  expect(lastSent(takedown)?.recipient).toBe('abuse@northmere.example')
})
