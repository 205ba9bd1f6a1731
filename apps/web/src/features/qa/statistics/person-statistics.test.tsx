// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show, signIn } from '../../../../test/show.tsx'
import { Person } from './person-statistics.tsx'

const work = {
  published: 5,
  watchlisted: 2,
  deleted: 1,
  added: 0,
  byDay: [
    { date: '2026-11-01', count: 8, by: { published: 5, watchlisted: 2, deleted: 1, added: 0 } },
    { date: '2026-11-02', count: 0, by: {} },
  ],
}

test('the activity per day has a scale, and a table for exact numbers', async () => {
  await signIn({ role: 'qa' }, (path) => Response.json(path.includes('Distribution') ? [] : work))
  show(<Person company="bank" email="ada@x.test" rangeDays={30} dateRange={['2026-11-01', '2026-11-30']} />)
  const chart = await screen.findByRole('region', { name: 'Activity per day' })
  expect(chart.querySelector('[data-axes]')?.textContent).toMatch(/^0.*8|10/)
  const button = screen.getByRole('button', { name: 'Show as table: Activity per day' })
  expect(button.closest('[data-compact]')).toBeNull()
})
