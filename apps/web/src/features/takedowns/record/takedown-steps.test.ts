import { takedownSteps } from '@signet/contract/takedowns/takedown-steps'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { expect, test } from 'vitest'
import type { clockOf } from '../following/takedown-clock.ts'
import { notedSteps } from './takedown-steps.ts'

const now = new Date('2026-11-29T12:00:00Z')
const clock = { state: 'stopped', isOverdue: false } as ReturnType<typeof clockOf>

const notesOf = (status: 'authorised' | 'submitted', reachedAt: Parameters<typeof takedownSteps>[1]) =>
  notedSteps(
    { steps: takedownSteps(status, reachedAt), setManually: [], clocks: {} } as unknown as TakedownDetail,
    clock,
    null,
    { now },
  ).map(({ key, state, at, note }) => [key, state, at, note])

test('a check of the evidence, whose time is not recorded, has no line for it', () => {
  const [requested, checked, sent] = notesOf('submitted', {
    awaiting_authorisation: '2026-11-28T13:32:00Z',
    submitted: '2026-11-28T14:19:00Z',
  })
  expect(requested).toEqual(['requested', 'completed', '2026-11-28T13:32:00Z', undefined])
  expect(checked).toEqual(['evidence', 'completed', undefined, undefined])
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
