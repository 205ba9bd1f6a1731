// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import { usePageTitle } from '../../../ui/layout/page.tsx'
import type { AnyDetail } from '../records.ts'
import { threatRecords } from '../threat-records.ts'
import { RecordPage } from './record-page.tsx'

const threat = {
  id: 't-1',
  number: 'T-1',
  source: 'Telegram',
  title: 'Meridian Help',
  status: 'open',
  severity: 'High',
  threatType: 'Impersonation',
  score: 64,
  official: [],
  markedName: null,
  verdict: null,
  indicators: [],
  evidence: [],
  proofs: [],
  sightingList: [],
  sightings: 0,
  related: [],
  history: [],
  remarks: [],
} as unknown as AnyDetail

const route = vi.hoisted(() => ({ params: { source: 'Telegram', threatId: 't-1' } }))
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useParams: () => route.params,
}))

beforeEach(() => signIn({ role: 'client' }, () => Response.json(threat)))

/** Opens the page on a screen that matches these media queries. */
function open(matches: (query: string) => boolean) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  showPage(() => (
    <>
      <h1>{usePageTitle()}</h1>
      <RecordPage records={threatRecords} />
    </>
  ))
}

const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('on phones the decisions are above the evidence', async () => {
  open((query) => query.includes('max-width'))
  const decision = await screen.findByRole('button', { name: 'Request takedown' })
  expect(isBefore(decision, screen.getByRole('heading', { name: 'Evidence' }))).toBe(true)
  expect(screen.getAllByRole('button', { name: 'Request takedown' })).toHaveLength(1)
  expect(screen.getByRole('button', { name: 'Copy link' }).textContent).toBe('')
})

test('on wide screens the decisions are next to the evidence', async () => {
  open(() => false)
  const decision = await screen.findByRole('button', { name: 'Request takedown' })
  expect(isBefore(decision, screen.getByRole('heading', { name: 'Evidence' }))).toBe(false)
  expect(screen.getByRole('button', { name: 'Copy link' }).textContent).toBe('Copy link')
})

test('the name of the record is in the tab and once on the page', async () => {
  open(() => false)
  await screen.findByRole('heading', { level: 2, name: /Meridian Help/ })
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Threats')
  await expect.poll(() => document.title).toBe('Meridian Help · Signet')
})
