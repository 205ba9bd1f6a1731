// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { validateEventsSearch } from './activity-search.ts'
import { EventsPage } from './events-page.tsx'

test('events are filtered by their kind, which the address keeps and the filter names in words', async () => {
  const asked: string[] = []
  await signIn({ role: 'client' }, (path) => {
    if (!path.includes('/events?')) return Response.json([])
    asked.push(path)
    return Response.json({ items: [], total: 0, pageNumber: 1, limit: 100 })
  })
  const router = showPage(EventsPage, {
    address: '/?kind=deeperAnalysis,nonsense',
    validateSearch: validateEventsSearch,
  })
  await screen.findByRole('button', { name: 'Kind: Deeper analysis' })
  expect(asked.at(-1)).toContain('eventKind=deeperAnalysis')
  const [menu] = screen.getAllByRole('dialog', { hidden: true })
  if (menu) fireEvent(menu, Object.assign(new Event('toggle'), { newState: 'open' }))
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Published', hidden: true }))
  await waitFor(() => expect(asked.at(-1)).toMatch(/eventKind=deeperAnalysis(,|%2C)published/))
  expect(router.state.location.search).toMatchObject({ kind: 'deeperAnalysis,published' })
})
