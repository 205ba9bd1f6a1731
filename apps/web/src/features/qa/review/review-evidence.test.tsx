// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../../test/show.tsx'
import type { QaRecordDetail } from '../qa-kind.ts'
import { ReviewEvidence } from './review-evidence.tsx'

const at = '2026-11-01T00:00:00Z'
const threat = {
  id: 'a',
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
  score: 72,
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
  markedName: undefined,
  indicators: [
    { name: 'Brand as a separate word', value: 'login-bank', contribution: 63 },
    { name: 'Short brand name', value: 'bank', contribution: -2 },
    { name: 'Phishing keywords', value: 'login', contribution: 11 },
    { name: 'New domain', value: '2 days', contribution: 5 },
    { name: 'Asks for a card number', value: '', contribution: 3 },
    { name: 'Registered long ago', value: '2009', contribution: -8 },
  ],
  verdict: null,
  evidence: [],
  proofs: [],
  sightingList: [],
  history: [],
  remarks: [],
  related: [],
  merged: [],
} as unknown as QaRecordDetail

const ignore = () => undefined

async function open(changes: object = {}, reasonCount?: number) {
  await signIn({ role: 'qa' }, (path) =>
    Response.json(path.includes('/sharers?') ? { total: 0, groups: [], waiting: [] } : { providers: [], answers: [] }),
  )
  showPage(() => (
    <ReviewEvidence
      kind="threat"
      threat={{ ...threat, ...changes }}
      {...(reasonCount !== undefined && { reasonCount })}
      onCompare={undefined}
      onTakeApart={ignore}
      onOpen={ignore}
      onTogether={ignore}
    />
  ))
  await screen.findByRole('heading', { name: 'Why flagged' })
}
const named = (list: string) =>
  [...screen.getByRole('list', { name: list }).children].map(({ textContent }) => textContent?.replace(/[+−].*$/, ''))

test('each reason is shown once: the strongest two above the picture, the others below it', async () => {
  await open()
  expect(named('Strongest reasons')).toMatchObject([
    expect.stringContaining('Brand as a separate word'),
    expect.stringContaining('Phishing keywords'),
  ])
  expect(named('Other indicators')).toMatchObject([
    expect.stringContaining('Short brand name'),
    expect.stringContaining('New domain'),
    expect.stringContaining('Asks for a card number'),
    expect.stringContaining('Registered long ago'),
  ])
})

test('where there is room the strongest three are above the picture', async () => {
  await open({}, 3)
  expect(named('Strongest reasons')).toHaveLength(3)
  screen.getByRole('button', { name: 'and 3 more: +3, −10' })
})

test('what the others add and take away is next to the strongest, with a link to them', async () => {
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'and 4 more: +8, −10' }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Other indicators' }))
})

test('a page that was not captured says so in the place of its picture, with what comes next', async () => {
  await open({ indicators: threat.indicators.slice(0, 1) })
  screen.getByText('Not captured yet')
  // Reviewers can't start a capture themselves.
  screen.getByText(/captured automatically, others by an administrator once they are published\./)
  expect(screen.queryByRole('heading', { name: /indicators/i })).toBeNull()
})

test('what explains a name and what compares it share one card', async () => {
  await open({
    official: ['bank.example'],
    markedName: { name: 'login-bank.example', marks: [{ start: 0, end: 5, kind: 'riskWord' }] },
  })
  const card = (await screen.findByRole('heading', { name: 'Name' })).closest('section')
  const parts = [...(card?.querySelectorAll('section[aria-label]') ?? [])].map((part) =>
    part.getAttribute('aria-label'),
  )
  expect(parts).toEqual(
    expect.arrayContaining(['How this name imitates the brand', 'Suspect name compared with the official name']),
  )
})

test('a record without a name to explain has no card for one', async () => {
  await open({ source: 'FB', title: 'Bank help', domain_name: undefined, markedName: null })
  expect(screen.queryByRole('heading', { name: 'Name' })).toBeNull()
})
