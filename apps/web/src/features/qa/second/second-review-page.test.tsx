// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/query-client.ts'
import { snackbars } from '../../../ui/feedback/messages/toasts.ts'
import { SecondReviewPage } from './second-review-page.tsx'
import { showPage, signIn } from '../../../../test/show.tsx'

const at = '2026-11-01T00:00:00Z'
const threat = {
  id: '00000000-0000-4000-8000-000000000001',
  source: 'Domain',
  title: 'login-bank.example',
  domain_name: 'login-bank.example',
  threatType: 'Look-alike domain',
  severity: 'High',
  status: 'open',
  stage: 'queued',
  stagedAt: at,
  stagedBy: null,
  autoFiltered: false,
  score: 80,
  reasons: [],
  firstSeen: at,
  lastSeen: at,
  number: 'T-1',
  publishedAt: null,
  sightings: 1,
  bookmarked: false,
  takedown: null,
  deeperAnalysis: null,
  isDemo: false,
  version: 1,
  official: [],
  officialBrand: null,
  markedName: null,
  indicators: [],
  verdict: null,
  evidence: [],
  proofs: [],
  sightingList: [],
  history: [],
  remarks: [],
  related: [],
  merged: [],
}

let sent: { path: string; body: unknown }[] = []
let waiting: object[] = []

beforeEach(async () => {
  sent = []
  waiting = [threat]
  await signIn({ role: 'qa', adminCompanies: ['bank'] }, (path, init) => {
    if (init.method === 'POST') {
      sent.push({ path, body: JSON.parse(typeof init.body === 'string' ? init.body : '{}') })
      waiting = []
      const first = { verdict: 'threat', by: 'Rita', at }
      return Response.json({ first, agrees: false })
    }
    if (path.includes('/sharers?')) return Response.json({ total: 0, groups: [], waiting: [] })
    if (path.includes('/lookUps?')) return Response.json({ providers: [], answers: [] })
    return Response.json({ waiting: waiting.length, threat: waiting[0] ?? null })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function open() {
  showPage(SecondReviewPage, { client: queryClient })
}

test('the address of a threat is broken after a dot or a slash, not within a word', async () => {
  waiting = [{ ...threat, source: 'URL', title: 'https://mytimetable.example/claim/1036' }]
  open()
  const heading = await screen.findByText('hxxps://mytimetable[.]example/claim/1036', { selector: 'h2' })
  expect(heading.innerHTML.split('<wbr>')).toEqual(['hxxps://', 'mytimetable[.]', 'example/', 'claim/', '1036'])
})

test('a reviewer decides by key without knowing the first decision, and then sees it', async () => {
  open()
  await screen.findByText('login-bank[.]example', { selector: 'h2' })
  screen.getByText('1 waiting')
  expect(document.body.textContent).not.toContain('Rita')
  // No answer is suggested.
  const answers = within(screen.getByRole('region', { name: 'Your decision' })).getAllByRole('button')
  expect(answers.map(({ textContent, dataset }) => [textContent, dataset['kind']])).toEqual([
    ['Threat1', 'plain'],
    ['Not a threat2', 'plain'],
  ])
  fireEvent.keyDown(document.body, { key: '2' })
  await screen.findByText('No second reviews waiting')
  expect(sent).toMatchObject([{ body: { verdict: 'harmless' } }])
  expect(sent[0]?.path).toContain(`/qa/secondReviews/${threat.id}`)
  await waitFor(() =>
    expect(snackbars.current().map(({ text }) => text)).toEqual(['Rita published login-bank[.]example']),
  )
})
