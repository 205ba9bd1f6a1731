// @vitest-environment happy-dom
import { usualPromisedHours } from '@signet/contract/review/promised-times'
import { usualReviewPolicy, type ReviewPolicy, type StoredReviewPolicy } from '@signet/contract/review/review-policy'
import { usualTakedownPolicy, type TakedownPolicy } from '@signet/contract/takedowns/takedown-policy'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ReviewPolicyPart } from './review-policy-part.tsx'
import { TakedownPolicyPart } from './takedown-policy-part.tsx'

let mayChange = true
let automatic: object[] = []
vi.mock('../../../session/company.ts', () => ({ useCompany: () => 'bank' }))
vi.mock('../../../session/use-session.ts', () => ({ useCan: () => mayChange }))
afterEach(() => {
  mayChange = true
  automatic = []
  cleanup()
  vi.unstubAllGlobals()
})

/** Shows a part whose policy is stored, and collects what is sent. */
function open<T>(part: () => React.JSX.Element, saved: T) {
  const sent: T[] = []
  vi.stubGlobal('fetch', (path: string, { method, body }: { method: string; body: string }) => {
    if (path.includes('automaticDecisions')) return Promise.resolve(Response.json(automatic))
    if (method === 'PUT') sent.push(JSON.parse(body) as T)
    return Promise.resolve(Response.json({ ...saved, ...sent.at(-1) }))
  })
  const router = createRouter({ routeTree: createRootRoute({ component: part }), history: createMemoryHistory() })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return sent
}
const openReviews = (changes: Partial<ReviewPolicy> = {}) =>
  open<Partial<StoredReviewPolicy>>(ReviewPolicyPart, { ...usualReviewPolicy, usualPromisedHours, ...changes })
const openTakedowns = (changes: Partial<TakedownPolicy> = {}) =>
  open<TakedownPolicy>(TakedownPolicyPart, { ...usualTakedownPolicy, ...changes })
const own = (name: string) => screen.findByRole('checkbox', { name })
const [analyses, takedowns] = ['Company-specific due dates for deeper analyses', 'Company-specific target times']
const hours = (group: string, severity: string) =>
  within(screen.getByRole('group', { name: group })).getByLabelText(`${severity}, hours`)

const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a company gets due dates of its own for deeper analyses, beginning with the usual ones', async () => {
  // Its other promises have fields with the same names.
  const promisedHours = usualPromisedHours
  const sent = openReviews({ promisedHours })
  fireEvent.click(await own(analyses))
  const hint = screen.getByText(
    /If this is off, the usual times apply: Critical 24 h, High 72 h, Medium 120 h, Low 240 h\./,
  )
  // No line ends between a figure and its unit.
  expect(hint.textContent).toContain('Critical 24\u00a0h, High 72\u00a0h')
  fireEvent.change(hours(analyses, 'Critical'), { target: { value: '721' } })
  save()
  await screen.findByText('Enter a number from 1 to 720.')
  fireEvent.change(hours(analyses, 'Critical'), { target: { value: '12' } })
  save()
  await vi.waitFor(() => {
    expect(sent).toEqual([
      { ...usualReviewPolicy, promisedHours, analysisDueHours: { Critical: 12, High: 72, Medium: 120, Low: 240 } },
    ])
  })
})

test('a company that no longer wants its own due dates has the usual ones again', async () => {
  const sent = openReviews({ analysisDueHours: { Critical: 12, High: 13, Medium: 14, Low: 15 } })
  const box = await own(analyses)
  expect(hours(analyses, 'Low')).toHaveProperty('value', '15')
  fireEvent.click(box)
  save()
  await vi.waitFor(() => {
    expect(sent).toEqual([usualReviewPolicy])
  })
})

test('a company gets target times of its own for takedowns', async () => {
  const sent = openTakedowns()
  fireEvent.click(await own(takedowns))
  expect(
    screen.getByText(/If this is off, the usual times apply: Critical 24 h, High 48 h, Medium 72 h, Low 120 h\./),
  ).toBeDefined()
  fireEvent.change(hours(takedowns, 'Low'), { target: { value: '0' } })
  save()
  await screen.findByText('Enter a number from 1 to 720.')
  expect(sent).toEqual([])
  fireEvent.change(hours(takedowns, 'Low'), { target: { value: '96' } })
  save()
  await vi.waitFor(() => {
    expect(sent).toEqual([{ ...usualTakedownPolicy, targetHours: { Critical: 24, High: 48, Medium: 72, Low: 96 } }])
  })
})

test('a client reads the target times of its company and cannot change them', async () => {
  mayChange = false
  openTakedowns({ targetHours: { Critical: 6, High: 12, Medium: 24, Low: 48 } })
  expect(await own(takedowns)).toHaveProperty('disabled', true)
  expect(hours(takedowns, 'Critical')).toHaveProperty('value', '6')
  expect(hours(takedowns, 'Critical')).toHaveProperty('disabled', true)
})

test('what became of automatic decisions is broken between its figures, never between a figure and its word', async () => {
  automatic = [{ source: 'APK', release: null, filter: null, released: 0, filtered: 1, overturned: 2 }]
  openReviews()
  const counts = await screen.findByText(/2.overturned$/)
  expect(counts.textContent).toBe('0\u00a0published, 1\u00a0filtered, 2\u00a0overturned')
})
