// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ReviewClaims } from './review-claims.tsx'
import { show } from '../../../../../test/show.tsx'

vi.mock('../../../../session/company.ts', () => ({ useCompany: () => 'bank' }))

test('claims that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () => (isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([]))))
  show(<ReviewClaims claims={new Map()} overdue={0} search={{}} onSearch={() => {}} />)
  await screen.findByText("Couldn't load who has which threats.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await vi.waitFor(() => expect(screen.queryByText("Couldn't load who has which threats.")).toBeNull())
})
