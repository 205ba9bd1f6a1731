// @vitest-environment happy-dom
import type { Setup } from '@signet/contract/collection/scans'
import type { Company } from '@signet/contract/companies/onboarding'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ReviewStep } from './review-step.tsx'
import { show, signIn } from '../../../../test/show.tsx'

const opened: string[][] = []
vi.mock('../../../navigation/switch-company.ts', () => ({
  useSwitchCompany:
    () =>
    async (...target: string[]) => {
      opened.push(target)
    },
}))

const company = {
  key: 'bank',
  name: 'Meridian & Sons',
  version: 1,
  isActive: true,
  logo: null,
  threatSources: ['Domain', 'URL', 'LinkedIn'],
  users: 1,
  config: {},
  createdAt: '2026-01-01T00:00:00Z',
} as unknown as Company
const setup = {
  company: 'bank',
  brands: 1,
  officialDomains: 1,
  clients: 1,
  reviewers: 1,
  hasThreats: true,
  sources: { all: 3, collecting: 0 },
  signIn: null,
} as unknown as Setup
const policy = { promisedHours: null, usualPromisedHours: { Low: 96, Medium: 48, High: 24, Critical: 4 } }

/** Shows the last step of a company of which these sources collect. */
const review = async (role: 'superAdmin' | 'qa', collecting: string[], changes: Partial<Setup> = {}) => {
  await signIn({ role }, (path) => {
    if (path.includes('/coverage/sources'))
      return Response.json(collecting.map((source) => ({ kind: 'threat', source, state: 'collecting' })))
    if (path.includes('connectors'))
      return Response.json([{ connector: 'phishTank', source: 'URL', state: 'off', credentials: [] }])
    return Response.json(path.includes('assetProposals') ? { searchedAt: null, proposals: [] } : policy)
  })
  show(<ReviewStep company={company} setup={{ ...setup, ...changes }} onNext={() => {}} onStep={() => {}} />)
}

const openQueue = async (role: 'superAdmin' | 'qa', name: string) => {
  await review(role, [])
  fireEvent.click(await screen.findByRole('button', { name }))
}

beforeEach(() => {
  opened.length = 0
})

test('the setup ends at the review queue of the company, where findings are before anybody has reviewed them', async () => {
  await openQueue('qa', 'Open review queue')
  expect(opened).toEqual([['bank', '/QA/dashboard']])
})

test('who may not review comes to the number of records that wait in the queue of this company', async () => {
  await openQueue('superAdmin', 'Open home of the companies')
  expect(opened).toEqual([['bank', '/admin/home?q=Meridian%20%26%20Sons']])
})

test('the sources have a line with how many collect, and a company whose sources wait is not called ready', async () => {
  await review('superAdmin', ['Domain'])
  await screen.findByText('Sources: 1 of 3 collecting')
  const about = screen.getByText('1 is ready to turn on. 1 takes imports and manual entries only.')
  expect(about.className).toContain('tone-caution')
  screen.getByRole('heading', { name: "Meridian & Sons is set up, but 2 of 3 sources aren't collecting" })
})

test('a company whose sources mostly collect is ready', async () => {
  await review('superAdmin', ['Domain', 'URL'])
  await screen.findByRole('heading', { name: 'Meridian & Sons is ready' })
})

test('what takedowns need is recommended in the warning tone, not optional', async () => {
  await review('superAdmin', [])
  const line = await screen.findByText(/^Recommended for takedowns: platforms and app stores only act on a registered/)
  expect(line.className).toContain('tone-caution')
  expect(line.textContent).not.toContain('Optional')
})

const primary = () => Array.from(document.querySelectorAll('[data-kind=primary]'), (button) => button.textContent)

test('the one primary button is the first open task, then the sources, then the review queue', async () => {
  await review('qa', [], { brands: 0 })
  expect((await screen.findByRole('button', { name: 'Set up: Brands' })).dataset['kind']).toBe('primary')
  expect(primary()).toEqual(['Set up'])
  cleanup()
  await review('qa', ['Domain'])
  await screen.findByText('Sources: 1 of 3 collecting')
  expect(primary()).toEqual(['Check sources'])
  cleanup()
  await review('qa', ['Domain', 'URL'])
  await screen.findByText('Sources: 2 of 3 collecting')
  expect(primary()).toEqual(['Open review queue'])
})
