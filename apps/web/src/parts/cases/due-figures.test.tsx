// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { hourMs, minuteMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { DueFigures } from './due-figures.tsx'

const figures = { open: 9, overdue: 2, met: 5, metLater: 0, missed: 0, medianMs: 44 * hourMs + 42 * minuteMs }

test('figures of due dates leave out what did not happen, but say that nothing was late', () => {
  const { container } = render(<DueFigures kind="analysis" figures={figures} />)
  expect(container.textContent.replaceAll('\u00a0', ' ')).toBe(
    '2 overdue · Findings ready in the last 90 days: 5 on time, none late. Half were done within 44 h 42 m.',
  )
})

test('figures of due dates give no median for a single case', () => {
  const { container } = render(<DueFigures kind="analysis" figures={{ ...figures, overdue: 0, met: 1 }} />)
  expect(container.textContent).toBe('None overdue · Findings ready in the last 90 days: 1 on time, none late.')
})

test('figures of due dates name changed dates and late ones', () => {
  const { container } = render(<DueFigures kind="analysis" figures={{ ...figures, metLater: 1, missed: 3 }} />)
  expect(container.textContent).toContain('5 on time, 1 by a changed due date, 3 late.')
})

test('figures of due dates call the end of a request as its status does', () => {
  const { container } = render(<DueFigures kind="request" figures={{ ...figures, met: 1 }} />)
  expect(container.textContent).toContain('Done in the last 90 days: 1 on time, none late.')
})

test('figures of due dates explain what counts as overdue and as on time', () => {
  render(<DueFigures kind="request" figures={figures} />)
  expect(screen.getByTitle(/One that waits for the client isn't overdue\.$/).textContent).toBe('2 overdue')
  expect(screen.getByTitle('On time is by the first due date.').textContent).toContain('5 on time')
})
