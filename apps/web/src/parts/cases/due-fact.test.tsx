// @vitest-environment happy-dom
import type { DueState } from '@signet/contract/requests/due-dates'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { DueFact } from './due-fact.tsx'

test.each<[DueState, string]>([
  ['pending', '20 November 2026'],
  ['overdue', '20 November 2026Overdue'],
])('a due date in the state %s reads %s', (state, text) => {
  const due = { on: '2026-11-20', firstOn: '2026-11-20', at: '2026-11-20T23:00:00Z', state }
  show(
    <dl>
      <DueFact due={due} reasonHint="" onChange={undefined} />
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe(text)
})
