// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { HomePage } from './home-page.tsx'
import { validateHomeSearch } from './home-search.ts'

/** What a company with touts has: a threat of the last year. Other parts can't be loaded. */
function answer(path: string): Response {
  if (path.includes('getClientInfo'))
    return Response.json({
      config: { navigation: 'lottery' },
      modules: { touts: true, leaks: false },
      threatSources: [],
      toutSources: [],
    })
  if (path.includes('SourceSummary'))
    return Response.json([
      { source: 'Domain', label: 'Domain', total: 1, open: 1, bySeverity: { Critical: 1, High: 0, Medium: 0, Low: 0 } },
    ])
  if (path.includes('getRecent')) return Response.json([])
  if (path.includes('limit=1')) return Response.json({ items: [], total: 0 })
  return serverError()
}

test('on a phone, all that waits for a decision comes before the figures and the charts', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('760'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  await signIn({ role: 'client' }, (path) => answer(path))
  showPage(() => <HomePage />, { validateSearch: validateHomeSearch })
  const places = [
    await screen.findByText('Ticket re-sellers that need a decision'),
    await screen.findByText('Threats that need a decision'),
    await screen.findByText('Open threats'),
    await screen.findByText('Ticket re-sellers by source'),
  ]
  const inOrder = places.toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  expect(places.map((place) => place.textContent)).toEqual(inOrder.map((place) => place.textContent))
})

test('where nothing was published yet, there is no period to choose, and nothing is compared with an earlier one', async () => {
  await signIn({ role: 'client' }, (path) =>
    path.includes('SourceSummary') ? Response.json([]) : path.includes('getLastScan') ? serverError() : answer(path),
  )
  showPage(() => <HomePage />, { validateSearch: validateHomeSearch })
  await screen.findByRole('heading', { name: 'No critical threats need a decision' })
  await waitFor(() => expect(screen.queryByText(/Compared with/)).toBeNull())
  expect(screen.queryByRole('radio')).toBeNull()
})

test('where touts come first, the headline counts them before the threats', async () => {
  await signIn({ role: 'client' }, (path) =>
    path.includes('limit=1') ? Response.json({ items: [], total: path.includes('/touts/') ? 5 : 15 }) : answer(path),
  )
  showPage(() => <HomePage />, { validateSearch: validateHomeSearch })
  await screen.findByRole('heading', { name: '5 critical ticket re-sellers and 15 critical threats need a decision' })
})

test.each([
  ['lottery', 'Open ticket re-sellers', '8 critical'],
  ['standard', 'Open touts', '8 critical'],
] as const)(
  'in the menu %s, the figure %s is that of the list of touts and opens it',
  async (navigation, label, critical) => {
    await signIn({ role: 'client' }, (path) => {
      if (path.includes('getClientInfo'))
        return Response.json({
          config: { navigation },
          modules: { touts: true, leaks: false },
          threatSources: [],
          toutSources: [],
        })
      if (path.includes('getAllTouts'))
        return Response.json({ items: [], total: path.includes('threatSeverity=Critical') ? 8 : 99 })
      return answer(path)
    })
    showPage(() => <HomePage />, { validateSearch: validateHomeSearch })
    const link = await screen.findByRole('link', { name: `${label}: 99` })
    expect(link.getAttribute('href')).toBe('/touts/All?status=open')
    const card = link.closest('li')
    await waitFor(() => expect(card?.textContent).toBe(`${label}99${critical}`))
  },
)
