// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { BySource } from './by-source.tsx'
import { serverError, showPage } from '../../../../test/show.tsx'

const row = {
  source: 'Domain',
  label: 'Domain',
  total: 4,
  open: 2,
  bySeverity: { Critical: 1, High: 0, Medium: 0, Low: 0 },
}

test('trends of sources that could not be loaded are named, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', (path: string) => {
    if (!path.includes('Frequency')) return Promise.resolve(Response.json([row]))
    return Promise.resolve(isDown ? serverError() : Response.json([]))
  })
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  await screen.findByText("Couldn't load all trends.")
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('img')
  expect(screen.queryByText("Couldn't load all trends.")).toBeNull()
})

test('the header of the changes says when they are percentages, and what their colour means', async () => {
  vi.stubGlobal('fetch', (path: string) => Promise.resolve(Response.json(path.includes('Frequency') ? [] : [row])))
  showPage(() => <BySource company="bank" rangeDays={30} now={new Date()} />)
  const header = await screen.findByText('Change')
  expect(header.title).toMatch(
    /^Compared with the previous 30 days: .*fewer than 10\. In colour if it is more than chance\.$/,
  )
})
