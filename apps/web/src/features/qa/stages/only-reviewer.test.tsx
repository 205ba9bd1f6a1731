// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { OnlyReviewer } from './only-reviewer.tsx'
import { show } from '../../../../test/show.tsx'

test('a reviewer learns that the other reviewers could not be loaded, and loads them on Retry', async () => {
  let isDown = true
  vi.stubGlobal('fetch', () =>
    isDown ? Promise.reject(new TypeError('down')) : Promise.resolve(Response.json([{ name: 'Ada' }])),
  )
  show(<OnlyReviewer company="bank" />)
  await screen.findByText("Couldn't load who else can approve.")

  isDown = false
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/only reviewer of this company/)
  expect(screen.queryByText("Couldn't load who else can approve.")).toBeNull()
})

test('nothing is said to one of several reviewers', async () => {
  let asked = 0
  vi.stubGlobal('fetch', async () => {
    asked += 1
    return Response.json([{ name: 'Ada' }, { name: 'Bo' }])
  })
  const { container } = show(<OnlyReviewer company="bank" />)
  await vi.waitFor(() => expect(asked).toBe(1))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(container.textContent).toBe('')
})
