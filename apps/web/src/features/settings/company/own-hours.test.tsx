// @vitest-environment happy-dom
import { usualPromisedHours } from '@signet/contract/review/promised-times'
import { usualReviewPolicy, type ReviewPolicy, type StoredReviewPolicy } from '@signet/contract/review/review-policy'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReviewPolicyPart } from './review-policy-part.tsx'

vi.mock('../../../session/company.ts', () => ({ useCompany: () => 'bank' }))
vi.mock('../../../session/use-session.ts', () => ({ useCan: () => true }))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function open(saved: Partial<StoredReviewPolicy> = {}) {
  const sent: ReviewPolicy[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    if (path.includes('utomatic')) return Promise.resolve(Response.json([]))
    if (method === 'PUT') sent.push(JSON.parse(body) as ReviewPolicy)
    const stored = { ...usualReviewPolicy, usualPromisedHours, ...saved, ...sent.at(-1) }
    return Promise.resolve(Response.json(stored))
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: ReviewPolicyPart }),
    history: createMemoryHistory(),
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return sent
}
const hours = (name: string) => screen.getByLabelText(`${name}, hours`)

test('a company gets due dates of its own for deeper analyses, beginning with the usual ones', async () => {
  const sent = open()
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Own due dates for deeper analyses' }))
  expect(screen.getByText(/Otherwise: Critical 24 h, High 72 h, Medium 120 h, Low 240 h\./)).toBeDefined()
  fireEvent.change(hours('Critical'), { target: { value: '721' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Enter a number from 1 to 720.')
  fireEvent.change(hours('Critical'), { target: { value: '12' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => {
    expect(sent).toEqual([
      { ...usualReviewPolicy, analysisDueHours: { Critical: 12, High: 72, Medium: 120, Low: 240 } },
    ])
  })
})

test('a company that no longer wants its own due dates has the usual ones again', async () => {
  const sent = open({ analysisDueHours: { Critical: 12, High: 13, Medium: 14, Low: 15 } })
  const own = await screen.findByRole('checkbox', { name: 'Own due dates for deeper analyses' })
  expect(hours('Low')).toHaveProperty('value', '15')
  fireEvent.click(own)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => {
    expect(sent.map(({ analysisDueHours }) => analysisDueHours)).toEqual([null])
  })
})
