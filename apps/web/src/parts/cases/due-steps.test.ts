import type { DueState } from '@signet/contract/requests/due-dates'
import { analysisSteps } from '@signet/contract/requests/deeper-analyses'
import { expect, test } from 'vitest'
import { dueSteps } from './due-steps.ts'

const at = '2026-11-20T10:00:00Z'

test.each<[DueState, boolean, (string | undefined)[]]>([
  ['pending', true, [undefined, 'Waiting for our team', undefined, 'Due 2 December 2026']],
  ['pending', false, [undefined, 'Waiting for Signet', undefined, 'Due 2 December 2026']],
  ['overdue', false, [undefined, 'Waiting for Signet', undefined, 'Overdue since 2 December 2026']],
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
