// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Watching } from './watching.tsx'
import { show } from '../../../../test/show.tsx'

test('a last scan that could not be loaded is not shown as none, and is loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', (path: string) =>
    isDown || !path.includes('/getLastScan')
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json({ at: '2026-01-02T03:04:05Z' })),
  )
  show(<Watching company="bank" now={new Date('2026-01-02T06:04:05Z')} />)
  await screen.findByText("Couldn't load the last scan.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/Last scan 3 hours ago\./)
  expect(screen.queryByRole('button')).toBeNull()
})
