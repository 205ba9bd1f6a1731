// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Coverage } from './coverage.tsx'
import { show } from '../../../../test/show.tsx'

test('a state of the certificate logs that could not be loaded is named, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json({ isOn: true, logs: 3, behind: 0, behindSeconds: null })),
  )
  show(<Coverage company="bank" />)
  await screen.findByText("Couldn't load this section.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/none behind/)
  expect(screen.queryByText("Couldn't load this section.")).toBeNull()
})
