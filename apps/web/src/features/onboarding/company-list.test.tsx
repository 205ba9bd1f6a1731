// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { CompanyList } from './company-list.tsx'

const company = { name: 'Probe Bank', key: 'probe', isActive: true, logo: null, users: 3, threatSources: [] }
const setup = {
  company: 'probe',
  brands: 1,
  officialDomains: 1,
  clients: 1,
  reviewers: 1,
  hasThreats: true,
  lastScan: null,
}

async function list(sources: { all: number; collecting: number }, lacking: Partial<typeof setup> = {}) {
  await signIn({ role: 'superAdmin' }, (path) =>
    Response.json(path.includes('/onboarding') ? [{ ...setup, ...lacking, sources }] : { items: [company], total: 1 }),
  )
  showPage(() => <CompanyList search={{}} onChange={() => {}} />)
  await screen.findByText('Probe Bank')
}

test('a company none of whose sources collects waits for them instead of being ready', async () => {
  await list({ all: 3, collecting: 0 })
  await screen.findByText('Waiting for sources')
  screen.getByText('Sources: 0 of 3 collecting')
  expect(screen.queryByText('Ready')).toBeNull()
})

test('a company whose sources collect is ready and lacks nothing', async () => {
  await list({ all: 3, collecting: 3 })
  await screen.findByText('Ready')
  screen.getByText('None')
})

test('the number of tasks is that of the tasks that are named, sources among them', async () => {
  await list({ all: 19, collecting: 2 }, { clients: 0, reviewers: 0 })
  await screen.findByText('3 tasks left')
  screen.getByText('Clients, Reviewers, Sources: 2 of 19 collecting')
})
