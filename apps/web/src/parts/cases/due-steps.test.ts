import type { DueState } from '@signet/contract/requests/due-dates'
import { analysisSteps } from '@signet/contract/requests/deeper-analyses'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dueSteps, dueText } from './due-steps.ts'

const at = '2026-11-20T10:00:00Z'
beforeEach(() => void vi.useFakeTimers({ now: new Date(at) }))
afterEach(() => void vi.useRealTimers())

test.each<[DueState, boolean, (string | undefined)[]]>([
  ['pending', true, [undefined, 'Waiting for our team', undefined, 'Due 2 December 2026']],
  ['pending', false, [undefined, 'Waiting for Signet', undefined, 'Due 2 December 2026']],
  ['overdue', false, [undefined, 'Waiting for Signet', undefined, 'Was due 2 December 2026']],
  ['paused', false, [undefined, 'Waiting for you', undefined, undefined]],
  ['paused', true, [undefined, 'Waiting for the client', undefined, undefined]],
  ['met', false, [undefined, undefined, undefined, undefined]],
])('the steps of a case that is %s say who it waits for and when it is due (staff: %s)', (state, isStaff, notes) => {
  const steps = analysisSteps('requested', { requested: at })
  const due = { on: '2026-12-02', at: '2026-12-02T23:00:00Z', firstOn: '2026-12-02', state }
  const shown = dueSteps({ steps, due }, isStaff)
  expect(shown.map(({ note }) => note)).toEqual(notes)
  expect(shown.some(({ isOverdue }) => isOverdue)).toBe(state === 'overdue')
})

test('a step that has begun says that the team works on it', () => {
  const steps = analysisSteps('inProgress', { requested: at, inProgress: at })
  const due = { on: '2026-12-02', at: '2026-12-02T23:00:00Z', firstOn: '2026-12-02', state: 'pending' } as const
  const current = (isStaff: boolean) => dueSteps({ steps, due }, isStaff).find(({ state }) => state === 'active')
  expect(current(false)?.note).toBe('Signet is working on it')
  expect(current(true)?.note).toBe('Our team is working on it')
})

test('the first due date stands below a changed one, and the reason of the change at the current step', () => {
  const steps = analysisSteps('requested', { requested: at })
  const due = { on: '2026-12-02', at: '2026-12-02T23:00:00Z', firstOn: '2026-11-29', state: 'pending' } as const
  const shown = dueSteps({ steps, due }, false, 'No answer yet')
  expect(shown.at(-1)?.note).toBe('Due 2 December 2026')
  expect(shown.at(-1)?.details).toEqual(['Originally due 29 November 2026'])
  expect(shown.find(({ state }) => state === 'active')?.details).toEqual(['No answer yet'])
})

test('what is due today says so until its day ends in the zone of the company', () => {
  const due = { on: '2026-12-02', at: '2026-12-02T23:00:00Z', firstOn: '2026-12-02', state: 'pending' } as const
  expect(dueText(due, Date.parse('2026-12-01T22:00:00Z'))).toBe('Due 2 December 2026')
  expect(dueText(due, Date.parse('2026-12-01T23:30:00Z'))).toBe('Due today')
})

test('a step that is still to be accepted is not called accepted', () => {
  const due = { on: '2026-12-02', at: '2026-12-02T23:00:00Z', firstOn: '2026-12-02', state: 'pending' } as const
  const labels = (steps: Parameters<typeof dueSteps>[0]['steps']) => dueSteps({ steps, due }, false)[1]?.label
  expect(labels(analysisSteps('requested', { requested: at }))).toBe('Acceptance')
  expect(labels(analysisSteps('inProgress', { requested: at, inProgress: at }))).toBe('Accepted')
})
