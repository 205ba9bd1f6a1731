// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage, signIn } from '../../../test/show.tsx'
import { currentCompany } from '../../session/company.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { validateOnboardingSearch } from './onboarding-search.ts'
import { SetupSteps } from './setup-steps.tsx'

const company = {
  key: 'probe',
  name: 'Probe Bank',
  version: 1,
  isActive: true,
  logo: null,
  users: 1,
  threatSources: ['Domain', 'LinkedIn'],
  toutSources: [],
  modules: {},
  config: { pages: [], navigation: 'standard', addThreats: false, qaNavigation: 'deletionQueue' },
  createdAt: '2026-01-01T00:00:00Z',
}
const setup = {
  company: 'probe',
  brands: 1,
  officialDomains: 1,
  trademarks: 0,
  clients: 0,
  reviewers: 0,
  signIn: null,
  hasThreats: false,
  sources: { all: 2, collecting: 0 },
  lastScan: null,
}
const proposals = {
  isSearching: false,
  searchStartedAt: null,
  searchedAt: null,
  filesRead: 0,
  problems: [],
  proposals: [],
}

function Steps() {
  const [search, change] = usePageSearch(validateOnboardingSearch)
  return <SetupSteps search={search} onChange={change} />
}

const openStep = async (step: string, answers: Record<string, unknown> = {}) => {
  await signIn({ role: 'superAdmin' }, (path) => {
    const all: Record<string, unknown> = {
      '/companies/probe': company,
      '/onboarding?': [setup],
      assetProposals: proposals,
      '/coverage/sources': [{ kind: 'threat', source: 'Domain', state: 'off' }],
      ...answers,
    }
    const found = Object.keys(all).find((part) => path.includes(part))
    return Promise.resolve(found ? all[found] : []).then((body) => Response.json(body))
  })
  return showPage(Steps, {
    address: `/?company=probe&step=${step}`,
    validateSearch: validateOnboardingSearch,
  })
}
const isTicked = (step: string) => document.querySelector(`[data-step=${step}] [data-done]`) !== null

test('own sites that were not searched have no tick, also after Continue', async () => {
  await openStep('ownSites')
  await waitFor(() => expect(isTicked('assets')).toBe(true))
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(document.querySelector('[data-step=rights] [aria-current]')).not.toBeNull())
  expect(['ownSites', 'sources', 'modules', 'people', 'signIn', 'review'].filter(isTicked)).toEqual([])
})

test('own sites that were searched have a tick, without visiting the step', async () => {
  await openStep('people', { assetProposals: { ...proposals, searchedAt: '2026-02-01T00:00:00Z' } })
  await waitFor(() => expect(isTicked('ownSites')).toBe(true))
})

test('the head names the company that is being set up', async () => {
  await openStep('people')
  await screen.findByRole('heading', { name: 'Setting up Probe Bank' })
})

test('the current step is scrolled into view again when the missing parts have made the row longer', async () => {
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
  const later = Promise.withResolvers<object[]>()
  await openStep('review', { '/onboarding?': later.promise })
  await waitFor(() => expect(document.querySelector('[data-step=review]')).not.toBeNull())
  scrolled.mockClear()
  later.resolve([setup])
  await waitFor(() => expect(document.querySelector('[data-step=people]')?.textContent).toContain('To do'))
  expect(scrolled.mock.contexts).toContain(document.querySelector('[data-step=review]'))
})

test('the company selector follows to a company that was just created', async () => {
  const added = { ...company, key: 'new-bank', name: 'New Bank' }
  await signIn({ role: 'superAdmin' }, (path, init) => {
    if (path.includes('getClientInfo')) return Response.json({ ...added, company: 'new-bank' })
    return Response.json(init?.method === 'POST' || path.includes('/companies/new-bank') ? added : [])
  })
  showPage(Steps, { address: '/?step=company', validateSearch: validateOnboardingSearch })
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'New Bank' } })
  fireEvent.click(screen.getByRole('button', { name: 'Create company and continue' }))
  await waitFor(() => expect(currentCompany()).toBe('new-bank'))
})
