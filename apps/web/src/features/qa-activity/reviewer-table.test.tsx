// @vitest-environment happy-dom
import { minuteMs } from '@signet/contract/time'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../../test/show.tsx'
import { ReviewerTable } from './reviewer-table.tsx'
import { WorkPerDay } from './work-charts.tsx'

const reviewer = { lastActive: null, reviewed: 0, medianMs: null, returned: 0 }
const rows = [
  { ...reviewer, name: 'Quinn Abara', email: 'quinn@x.test', reviewed: 16, medianMs: 164 * minuteMs, returned: 1 },
  { ...reviewer, name: 'Quentin Ames', email: 'quentin@x.test' },
]

test('phones name the wait and what was overturned below the name, and who has not reviewed has none yet', () => {
  show(<ReviewerTable rows={rows} current={undefined} now={new Date()} onOpen={() => undefined} />)
  const busy = screen.getByRole('button', { name: /Quinn Abara/ })
  expect(busy.querySelector('.phone-only')?.textContent).toBe('Median wait 2\u00A0h\u00A044\u00A0m6.3% overturned')
  const idle = within(screen.getByRole('row', { name: /Quentin Ames/ }))
  expect(idle.getAllByText('None yet')).toHaveLength(2)
  expect(idle.getByText('quentin@x.test').className).toBe('')
})

test('a kind without work in the whole range is not in the legend', () => {
  const byDay = [
    { date: '2026-11-01', count: 3, by: { published: 3, added: 0 } },
    { date: '2026-11-02', count: 1, by: { deleted: 1 } },
  ]
  show(<WorkPerDay byDay={byDay} rangeDays={30} />)
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Published',
    'Deletion requested',
  ])
})
