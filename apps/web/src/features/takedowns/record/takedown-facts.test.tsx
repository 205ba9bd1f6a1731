// @vitest-environment happy-dom
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { minuteMs, hourMs } from '@signet/contract/time'
import { cleanup, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import type { TakedownClock } from '../following/takedown-clock.ts'
import { dueOf } from './takedown-due.ts'
import { TakedownFacts } from './takedown-facts.tsx'

beforeEach(() => signIn({ role: 'client' }, () => Response.json([])))

const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const takedown = {
  id: 't-1',
  threatId: 'th-1',
  kind: 'threat',
  source: 'Domain',
  status: 'submitted',
  assetState: 'active',
  steps: [],
  clocks: { requestedAt: ago(30 * hourMs), targetHours: 48 },
  relapses: 0,
  requestedBy: 'Ada',
  updatedAt: ago(17 * hourMs),
  events: [
    {
      id: '1',
      at: ago(17 * hourMs),
      by: null,
      action: 'takedown.noticeSent',
      text: 'Notice handed to the mail server',
    },
    { id: '2', at: ago(5 * minuteMs), by: null, action: 'takedown.checked', text: 'Check' },
  ],
  reach: { host: 'login.example', checks: [], nextAt: null, isOn: true, watch: null },
  timing: { moments: [], spans: [], waitingMs: { client: 0, team: 0, provider: 0 } },
  blockLists: [],
  requests: [],
} as unknown as TakedownDetail

test('a case was last updated when the newest entry of its timeline was added', async () => {
  showPage(() => <TakedownFacts takedown={takedown} due={null} />)
  const label = await screen.findByText('Last updated')
  expect(label.nextElementSibling?.textContent).toBe('5 minutes ago')
})

test('a case names the reference that its notices contain, and the number of its threat', async () => {
  await signIn({ role: 'client' }, (path) =>
    Response.json(path.includes('/threats/') ? { number: 'T-58035', evidence: [], firstSeen: ago(hourMs) } : []),
  )
  const id = 'a6b0973c-4e5f-4a6b-8c7d-9e0f1a2b3c4d'
  showPage(() => <TakedownFacts takedown={{ ...takedown, id }} due={null} />)
  const label = await screen.findByText('Our reference')
  expect(label.nextElementSibling?.textContent).toBe('a6b0973c')
  await screen.findByRole('link', { name: 'Open T-58035' })
})

test('a case names the requests that reported its threat', async () => {
  const requests = [
    { id: 'r-2', subject: 'Again online' },
    { id: 'r-1', subject: 'A page like ours' },
  ]
  showPage(() => <TakedownFacts takedown={{ ...takedown, requests }} due={null} />)
  const link = await screen.findByRole('link', { name: 'A page like ours' })
  expect(link.getAttribute('href')).toBe('/addRequest/r-1')
  expect(screen.getAllByText('Reported in')).toHaveLength(2)
})

test('a case says when it is due, and whether that is soon or has passed', async () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const at = '2026-12-02T21:30:00Z'
  const clock = { state: 'running', isOverdue: false, dueAt: at, elapsedMs: 0, targetMs: 0 } as const
  showPage(() => <TakedownFacts takedown={takedown} due={dueOf(clock, now)} />)
  const label = await screen.findByText('Due')
  expect(label.nextElementSibling?.textContent).toBe('2 December 2026Due tomorrow')
  cleanup()
  showPage(() => <TakedownFacts takedown={takedown} due={dueOf({ ...clock, isOverdue: true }, now)} />)
  expect((await screen.findByText('Due')).nextElementSibling?.textContent).toMatch(/Overdue$/)
})

test('a due date names the day of the reader, and of a finished case whether it was kept', () => {
  const clock = {
    state: 'running',
    isOverdue: false,
    dueAt: '2026-12-02T21:30:00Z',
    elapsedMs: 0,
    targetMs: 0,
  } as const
  const stateAt = (now: string, of: Partial<TakedownClock> = {}) => dueOf({ ...clock, ...of }, new Date(now)).state
  expect(stateAt('2026-12-02T00:10:00Z')).toBe('today')
  expect(stateAt('2026-12-01T00:10:00Z')).toBe('tomorrow')
  expect(stateAt('2026-11-30T23:50:00Z')).toBeNull()
  expect(stateAt('2026-12-05T00:00:00Z', { state: 'removed' })).toBe('met')
  expect(stateAt('2026-12-05T00:00:00Z', { state: 'removed', isOverdue: true })).toBe('missed')
  expect(stateAt('2026-12-02T00:00:00Z', { state: 'stopped' })).toBeNull()
})
