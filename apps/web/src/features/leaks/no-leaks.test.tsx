// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NoLeaks } from './no-leaks.tsx'
import { show } from '../../../test/show.tsx'

test('a last check that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  show(<NoLeaks company="bank" search={{}} onChange={() => {}} />)
  await screen.findByText("Couldn't load the last check.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/Not checked yet/)
  expect(screen.queryByText("Couldn't load the last check.")).toBeNull()
})
