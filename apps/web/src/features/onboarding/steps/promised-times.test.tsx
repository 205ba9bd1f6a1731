// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { PromisedTimes } from './promised-times.tsx'
import { show } from '../../../../test/show.tsx'

test('review times that could not be loaded are named, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(
          Response.json({ promisedHours: null, usualPromisedHours: { Low: 96, Medium: 48, High: 24, Critical: 4 } }),
        ),
  )
  show(
    <dl>
      <PromisedTimes company="bank" />
    </dl>,
  )
  await screen.findByText("Couldn't load the review times.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/Critical 4 h/)
  expect(screen.queryByText("Couldn't load the review times.")).toBeNull()
})
