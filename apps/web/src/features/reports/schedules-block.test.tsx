// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { SchedulesBlock } from './schedules-block.tsx'
import { show } from '../../../test/show.tsx'

test('scheduled reports that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([], { status: 200 })),
  )
  show(<SchedulesBlock company="bank" />)
  await screen.findByRole('heading', { name: "Couldn't load scheduled reports" })

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await expect.poll(() => screen.queryByRole('alert')).toBeNull()
})
