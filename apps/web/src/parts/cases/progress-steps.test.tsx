import type { Step } from '@signet/contract/takedowns/cases'
// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { takedownSteps } from '@signet/contract/takedowns/takedown-steps'
import { ProgressSteps, StepDots } from './progress-steps.tsx'

const steps: Step[] = [
  { key: 'requested', label: 'Requested', state: 'completed', at: '2026-11-18T09:12:00Z' },
  { key: 'evidence', label: 'Evidence checked', state: 'completed' },
  { key: 'sent', label: 'Notice sent', state: 'active', note: 'Due tomorrow' },
  { key: 'replied', label: 'Provider replied', state: 'todo' },
]

test('the current step is marked for assistive technology and says when it is due', () => {
  render(<ProgressSteps label="Takedown steps" steps={steps} />)
  const items = within(screen.getByRole('list', { name: 'Takedown steps' })).getAllByRole('listitem')
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, null, 'step', null])
  expect(items[2]?.textContent).toContain('Due tomorrow')
  expect(items[0]?.textContent).toContain('Done')
})

test('what is overdue stands out among the notes', () => {
  render(<ProgressSteps label="Steps" steps={[{ ...steps[2]!, note: 'Overdue since Monday', isOverdue: true }]} />)
  expect(screen.getByText('Overdue since Monday').style.getPropertyValue('--tone')).toContain('danger')
})

test('a stopped step shows its state and the reason', () => {
  render(
    <ProgressSteps
      label="Steps"
      steps={[...steps.slice(0, 2), { key: 'sent', label: 'Notice sent', state: 'aborted', note: 'Withdrawn' }]}
    />,
  )
  expect(screen.getByText('Stopped: Withdrawn')).toBeTruthy()
})

test('the short form names the last step done', () => {
  const { container } = render(<StepDots steps={steps} />)
  expect(container.textContent).toBe('Step 2 of 4: Evidence checked')
})

test('a takedown that was only requested shows no check as done', () => {
  const requested = takedownSteps('authorised', { draft: '2026-11-18T09:12:00Z', authorised: '2026-11-18T09:12:00Z' })
  render(<ProgressSteps label="Takedown steps" steps={requested} />)
  const items = within(screen.getByRole('list', { name: 'Takedown steps' })).getAllByRole('listitem')
  expect(items[1]?.textContent).toContain('Evidence checked: Current.')
  expect(items.filter((item) => item.textContent.includes('Done')).length).toBe(1)
  const { container } = render(<StepDots steps={requested} />)
  expect(container.textContent).toBe('Step 1 of 5: Requested')
})

test('the short form names a step that has begun, and not one that has not begun', () => {
  const begun = { ...steps[2]!, at: '2026-11-18T10:00:00Z' }
  const { container } = render(<StepDots steps={[...steps.slice(0, 2), begun, steps[3]!]} />)
  expect(container.textContent).toBe('Step 3 of 4: Notice sent')
})

const dots = (shown: readonly Step[]) =>
  [...render(<StepDots steps={shown} />).container.querySelectorAll('i')].map((dot) => dot.dataset['state'])

test('the ring among the dots is on the step that the short form names', () => {
  expect(dots(steps)).toEqual(['completed', 'completed', 'todo', 'todo'])
  const begun = { ...steps[2]!, at: '2026-11-18T10:00:00Z' }
  expect(dots([...steps.slice(0, 2), begun, steps[3]!])).toEqual(['completed', 'completed', 'active', 'todo'])
})

test('the short form of a stopped case gives the reason', () => {
  const { container } = render(
    <StepDots steps={[steps[0]!, { key: 'x', label: 'Evidence checked', state: 'aborted', note: 'Refused' }]} />,
  )
  expect(container.textContent).toBe('Step 2 of 2: Stopped: Refused')
})
