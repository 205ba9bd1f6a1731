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

test('events of one instant keep the order of the server, below their number', async () => {
  const event = { at: '2026-11-28T06:39:00Z', by: 'Priya Nair', threatId: '1', kind: 'threat', source: 'Domain' }
  const items = ['Evidence preserved', 'Takedown requested', 'Decision: takedown'].map((text) => ({
    ...event,
    id: text,
    action: 'threat.takedown',
    text,
    target: { type: 'threat', id: '1' },
    title: 'meridian-login.invalid',
    severity: 'High',
  }))
  await signIn({ role: 'client' }, (path) =>
    Response.json(path.includes('/events?') ? { items, total: 1204, pageNumber: 1, limit: 100 } : []),
  )
  showPage(EventsPage, { validateSearch: validateEventsSearch })
  await screen.findByText('1,204 events')
  expect(screen.getAllByRole('listitem').flatMap((row) => row.querySelector('strong')?.textContent ?? [])).toEqual([
    'Evidence preserved',
    'Takedown requested',
    'Decision: takedown',
  ])
})

test('a publication is quieter than other events, and a key names the colours in view', async () => {
  const event = {
    at: '2026-11-28T06:39:00Z',
    by: null,
    threatId: '1',
    kind: 'threat',
    source: 'Domain',
    severity: 'High',
  }
  const items = [
    {
      ...event,
      id: '1',
      action: 'qa.publish',
      text: 'Published',
      target: { type: 'threat', id: '1' },
      title: 'a.invalid',
    },
    {
      ...event,
      id: '2',
      action: 'takedown.moved',
      text: 'Authorised',
      target: { type: 'takedown', id: '7' },
      title: 'b.invalid',
    },
  ]
  await signIn({ role: 'client' }, (path) =>
    Response.json(path.includes('/events?') ? { items, total: 2, pageNumber: 1, limit: 100 } : []),
  )
  showPage(EventsPage, { validateSearch: validateEventsSearch })
  const link = await screen.findByRole('link', { name: 'Open case' })
  expect(link.parentElement?.previousElementSibling?.textContent).toBe('b[.]invalid')
  // A new status alone would not say of what.
  screen.getByText('Takedown: authorised')
  const rows = screen.getAllByRole('listitem')
  expect(rows.filter((row) => row.querySelector('[data-routine]')).map((row) => row.textContent)).toEqual([
    expect.stringContaining('a[.]invalid'),
  ])
  expect(rows.slice(0, 2).map((row) => row.textContent)).toEqual(['Published', 'Takedown'])
})
