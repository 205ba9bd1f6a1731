// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ReviewClaims } from './review-claims.tsx'
import { show } from '../../../../../test/show.tsx'

vi.mock('../../../../session/company.ts', () => ({ useCompany: () => 'bank' }))

test('claims that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  show(<ReviewClaims claims={new Map()} counts={undefined} now={new Date()} search={{}} onSearch={() => {}} />)
  await screen.findByText("Couldn't load who has which threats.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(screen.queryByText("Couldn't load who has which threats.")).toBeNull())
})

test('the overdue ones are filtered next to the age of the oldest; its line is kept until the counts are known', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const oldest = '2026-11-14T10:00:00Z'
  const lineOf = (counts: { overdue: number; oldest: string | null } | undefined, search = {}) =>
    show(<ReviewClaims claims={undefined} counts={counts} now={now} search={search} onSearch={() => {}} />).container
  expect(lineOf(undefined).childElementCount).toBe(1)
  expect(lineOf({ overdue: 0, oldest: null }).childElementCount).toBe(0)
  expect(lineOf({ overdue: 0, oldest }).textContent).toBe('Oldest 6 days ago')
  const both = lineOf({ overdue: 1234, oldest }, { overdue: '1' })
  expect(both.textContent).toBe('1,234 overdueOldest 6 days ago')
  expect(within(both).getByRole('button', { name: '1,234 overdue', pressed: true })).toBeTruthy()
})
