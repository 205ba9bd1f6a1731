// @vitest-environment happy-dom
import type { Setup } from '@signet/contract/collection/scans'
import type { Company } from '@signet/contract/companies/onboarding'
import { fireEvent, screen } from '@testing-library/react'
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
  users: 1,
  config: {},
  createdAt: '2026-01-01T00:00:00Z',
} as unknown as Company
const setup = { company: 'bank', brands: 1, officialDomains: 1, clients: 1, reviewers: 1 } as unknown as Setup

const openQueue = async (role: 'superAdmin' | 'qa', name: string) => {
  await signIn({ role }, () =>
    Response.json({ promisedHours: null, usualPromisedHours: { Low: 96, Medium: 48, High: 24, Critical: 4 } }),
  )
  show(<ReviewStep company={company} setup={setup} onNext={() => {}} onStep={() => {}} />)
  fireEvent.click(await screen.findByRole('button', { name }))
}

beforeEach(() => {
  opened.length = 0
})

test('the setup ends at the review queue of the company, where findings are before anybody has reviewed them', async () => {
  await openQueue('qa', 'Open its review queue')
  expect(opened).toEqual([['bank', '/QA/dashboard']])
})

test('who may not review comes to the number of records that wait in the queue of this company', async () => {
  await openQueue('superAdmin', 'See how many wait for review')
  expect(opened).toEqual([['bank', '/admin/home?q=Meridian%20%26%20Sons']])
})
