// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { ThreatsPage } from './threats-page.tsx'
import { validateThreatSearch } from './threat-search.ts'

const newThreat = (id: string) => ({
  id,
  source: 'Domain',
  title: `${id}.test`,
  domain_name: `${id}.test`,
  threatType: 'Phishing site',
  severity: 'High',
  status: 'open',
  score: 80,
  reasons: [],
  reasonCount: 0,
  firstSeen: '2026-11-20T10:00:00Z',
  lastSeen: '2026-11-20T10:00:00Z',
  number: 'T-1',
  publishedAt: '2026-11-20T10:00:00Z',
  sightings: 1,
  bookmarked: false,
  takedown: null,
  deeperAnalysis: null,
  isDemo: false,
  version: 1,
})
const ids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const

test('Enter opens the first threat of the list before J was pressed', async () => {
  await signIn({ role: 'client', threatSources: ['Domain'], toutSources: [] }, (path) => {
    if (path.includes('getClientInfo'))
      return Response.json({ name: 'Bank', config: {}, modules: {}, threatSources: ['Domain'], toutSources: [] })
    if (path.includes('/threats/Domain?'))
      return Response.json({ items: ids.map(newThreat), total: 2, matching: 2, pageNumber: 1, limit: 50 })
    return Response.json([])
  })
  const router = showPage(() => <ThreatsPage />, {
    path: '/threats/$source',
    address: '/threats/Domain',
    validateSearch: validateThreatSearch,
  })
  await screen.findByText('2 threats')
  fireEvent.keyDown(document.body, { key: 'Enter' })
  await waitFor(() => expect(router.state.location.search).toMatchObject({ id: ids[0] }))
})
