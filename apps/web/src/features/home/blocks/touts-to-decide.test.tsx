// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { ToutsToDecide } from './touts-to-decide.tsx'

const touts = ['Sure Numbers', 'Queue Helper'].map((title, at) => ({
  id: `t${at}`,
  number: `T-${at}`,
  source: 'Telegram',
  title,
  severity: 'Critical',
  status: 'open',
  version: 3,
  firstSeen: '2026-11-01T00:00:00Z',
  threatType: 'Ticket resale',
  reasons: ['Uses a booking bot', 'Brand in its name'],
  reasonCount: 2,
  thumbnail: `/captures/t${at}.webp`,
}))

async function showFor(role: Role) {
  const sent: string[] = []
  await signIn({ role }, (path, { method, body }) => {
    if (path.includes('getClientInfo'))
      return Response.json({ config: { navigation: 'lottery' }, modules: { touts: true } })
    if (method !== 'POST') return Response.json(path.includes('getAllTouts') ? { items: [], total: 99 } : touts)
    sent.push(`${path} ${JSON.stringify(body)}`.replaceAll('\\', ''))
    return Response.json({ ...touts[0], status: 'takedown', version: 4 })
  })
  showPage(() => <ToutsToDecide company="bank" rangeDays={30} />)
  await screen.findByRole('link', { name: 'Sure Numbers' })
  return sent
}

test('a tout is decided where it waits: its row goes, and the focus stays in the list', async () => {
  const sent = await showFor('client')
  fireEvent.click(screen.getByRole('button', { name: 'Request takedown: Sure Numbers' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Sure Numbers' })).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Queue Helper' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toContain('/touts/Telegram/t0/triage')
  expect(sent[0]).toContain('"action":"takedown","version":3')
  expect(screen.getByRole('button', { name: 'Request analysis: Queue Helper' })).not.toBeNull()
})

test('a role that may not decide reads the touts that wait, without buttons', async () => {
  await showFor('clientPeeker')
  expect(screen.queryAllByRole('button')).toEqual([])
})

test('a tout is shown with its capture, and its button has a short label that its name contains', async () => {
  await showFor('client')
  const row = screen.getByRole('link', { name: 'Sure Numbers' }).closest('li')
  expect(row?.querySelector('img')?.getAttribute('src')).toBe('/captures/t0.webp')
  expect(screen.getByRole('button', { name: 'Request takedown: Sure Numbers' }).textContent).toBe('Takedown')
})

test('the block says how many touts wait in all, where they are, and what speaks most against each', async () => {
  await showFor('client')
  await screen.findByRole('heading', { name: 'Ticket re-sellers that need a decision' })
  await screen.findByText('2 of 99, most severe first')
  const queue = screen.getByRole('link', { name: 'Open queue' })
  expect(queue.getAttribute('href')).toMatch(/^\/touts\/All\?.*open/)
  expect(screen.getAllByTitle('Telegram · Uses a booking bot · Brand in its name')).toHaveLength(2)
})
