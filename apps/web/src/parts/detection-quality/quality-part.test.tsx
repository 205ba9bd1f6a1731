// @vitest-environment happy-dom
import type { DetectionQuality } from '@signet/contract/review/detection-quality'
import type { ReviewAgreement } from '@signet/contract/review/second-reviews'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { QualityPart } from './quality-part.tsx'
import { showPage, signIn } from '../../../test/show.tsx'

const none = { confirmed: 0, rejected: 0, precision: null, low: null, high: null }
const labels = { confirmed: 9, rejected: 1, precision: 0.9, low: 0.5958, high: 0.9821 }
const minimumScore = { score: 62, reviewed: 421, skipped: 168, confirmed: 312, missed: 1 }
const quality: DetectionQuality = {
  ...labels,
  undecided: 3,
  watched: 1,
  detectors: [{ detector: 'hosts', ...labels }],
  sources: [{ source: 'Domain', ...labels, minimumScore }],
  scores: [
    { from: 0, to: 9, ...none },
    { from: 80, to: 89, ...labels },
  ],
  reasons: [{ name: 'Brand as a separate word', ...labels }],
}

const agreement: ReviewAgreement = {
  pairs: 4,
  agreed: 3,
  kappa: 0.5,
  low: -0.3487,
  high: 1,
  disagreements: [
    {
      threatId: 't',
      title: 'login-bank.example',
      source: 'Domain',
      first: { verdict: 'harmless', by: 'Rita' },
      second: { verdict: 'threat', by: 'Sam' },
      at: '2026-11-01T00:00:00Z',
    },
  ],
}

const noAgreement: ReviewAgreement = { pairs: 0, agreed: 0, kappa: null, low: null, high: null, disagreements: [] }

async function open(data: DetectionQuality, isDetailed: boolean, address?: string) {
  const paths: string[] = []
  await signIn({ role: 'client' }, (path) => {
    paths.push(path)
    return Response.json(path.includes('/agreement') ? (data.precision === null ? noAgreement : agreement) : data)
  })
  const router = showPage(() => <QualityPart isDetailed={isDetailed} />, { address })
  return { paths, router }
}

test('a client reads in one sentence how much was confirmed, and sees it by source only', async () => {
  await open(quality, false)
  await screen.findByText('90% of 10 detected threats were confirmed. 2 are waiting for review, 1 is on the watchlist.')
  const table = screen.getByRole('table')
  expect(within(table).getByRole('rowheader').textContent).toBe('Domain')
  within(table).getByRole('columnheader', { name: 'Right' })
  within(table).getByRole('columnheader', { name: 'Likely range' })
  expect(screen.queryByText(/minimum score|precision|detector/i)).toBeNull()
})

test('staff see what a minimum score would have saved and missed, and the precision by score and reason', async () => {
  await open(quality, true)
  await screen.findByText(
    'A minimum score of 62 would have skipped 40% of the reviews and missed 1 of 312 confirmed threats.',
  )
  const scores = within(screen.getByRole('region', { name: 'Precision by score' }))
  expect(scores.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['80 to 89'])
  within(screen.getByRole('region', { name: 'Precision by detector' })).getByText('Domains and addresses')
  screen.getByRole('region', { name: 'Precision by reason' })
})

test('staff see how well reviewers agree beyond chance, and on what they do not', async () => {
  await open(quality, true)
  await screen.findByText(
    /In 3 of 4 second reviews both decided the same\. Cohen's kappa: 0\.5 \(95% interval -0\.35 to 1\)/,
  )
  const list = screen.getByRole('list', { name: 'Latest disagreements' })
  expect(list.textContent).toBe('login-bank[.]exampleRita: deletion requested. Sam: a threat.')
})

test('without any decision no share is shown', async () => {
  await open({ ...quality, ...none, sources: [], scores: [], reasons: [] }, true)
  await screen.findByRole('heading', { name: 'No decisions yet' })
  expect(screen.queryByText(/%/)).toBeNull()
})

test('the period is in the address, and another one is loaded when it is selected', async () => {
  const { paths, router } = await open(quality, false, '/?days=30')
  await screen.findByRole('table')
  expect(paths.at(-1)).toContain('daysBack=30')
  fireEvent.click(screen.getByRole('radio', { name: '365 days' }))
  await expect.poll(() => paths.at(-1)).toContain('daysBack=365')
  expect(router.state.location.search).toEqual({ days: '365' })
})
