// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OwnReasons } from './own-reasons.tsx'
import { show } from '../../../test/show.tsx'

vi.mock('../../session/company.ts', () => ({ useCompany: () => 'bank' }))

test('own reasons that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown
      ? Promise.reject(new TypeError('down'))
      : Promise.resolve(Response.json([{ name: 'Sells vouchers', explanation: 'The company sells none.' }])),
  )
  show(<OwnReasons q={undefined} />)
  await screen.findByText("Couldn't load the company's own reasons.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText('Sells vouchers')
  expect(screen.queryByText("Couldn't load the company's own reasons.")).toBeNull()
})
