// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { OpenWork } from './open-work.tsx'
import { serverError, showPage, signIn } from '../../../../test/show.tsx'

test('a number of sources with a problem that could not be loaded is named, and is loaded on Retry', async () => {
  let isDown = true
  await signIn({ role: 'qa', adminCompanies: ['bank'] }, (path) => {
    if (!path.includes('overage')) return Response.json([])
    return isDown ? serverError() : Response.json({ items: [], total: 0, pageNumber: 1, limit: 1, troubledOf: [] })
  })
  const failure = "Couldn't load the number of sources with a problem."
  showPage(() => <OpenWork search={{}} onChange={() => undefined} />)
  await screen.findByText(failure)
  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await waitFor(() => expect(screen.queryByText(failure)).toBeNull())
})
