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
