// @vitest-environment happy-dom
import type { DueState } from '@signet/contract/requests/due-dates'
import { hourMs } from '@signet/contract/time'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { DueFact } from './due-fact.tsx'

test('a due date that ends within a day is marked, and an icon button changes it', () => {
  const at = new Date(Date.now() + hourMs).toISOString()
  const due = { on: '2026-11-20', firstOn: '2026-11-20', at, state: 'pending' as const }
  show(
    <dl>
      <DueFact title="A request" due={due} reasonHint="" onChange={async () => undefined} />
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe('20 November 2026Due today')
  expect(screen.getByRole('button', { name: 'Change due date' })).toBeTruthy()
})

test.each<[DueState, string]>([
  ['pending', '20 November 2026'],
  ['overdue', '20 November 2026Overdue'],
])('a due date in the state %s reads %s', (state, text) => {
  const due = { on: '2026-11-20', firstOn: '2026-11-20', at: '2026-11-20T23:00:00Z', state }
  show(
    <dl>
      <DueFact title="A request" due={due} reasonHint="" onChange={undefined} />
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe(text)
})
