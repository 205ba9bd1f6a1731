// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { AnnouncementEditor } from './announcement-form.tsx'
import { show } from '../../../test/show.tsx'

test('recipients that could not be counted are not shown as none, and are counted on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json({ items: [], total: 3 })),
  )
  show(<AnnouncementEditor search={{ edit: 'new' }} onClose={() => {}} />)
  fireEvent.click(screen.getByRole('radio', { name: 'Selected roles in every company' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Client' }))
  await screen.findByText("Couldn't count the recipients.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('3 people')
  expect(screen.queryByText("Couldn't count the recipients.")).toBeNull()
})
