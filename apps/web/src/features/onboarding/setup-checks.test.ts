import type { Setup } from '@signet/contract/collection/scans'
import { expect, test } from 'vitest'
import { doneSteps, missingOf, readinessOf, setupChecks } from './setup-checks.ts'

const nothing: Setup = {
  company: 'umber',
  brands: 0,
  officialDomains: 0,
  apps: 0,
  people: 0,
  hasLogo: false,
  trademarks: 0,
  isAuthorised: false,
  clients: 0,
  reviewers: 0,
  signIn: null,
  hasThreats: false,
  sources: { all: 2, collecting: 0 },
  looksUp: false,
  followsLogs: false,
  lastScan: null,
}
const scan = {
  id: '1',
  feed: 'bundled',
  stages: [],
  checked: 0,
  skipped: 0,
  found: 0,
  seenAgain: 0,
  error: null,
  by: 'x',
  at: '',
  finishedAt: null,
}
const missing = (changes: Partial<Setup>, logo: string | null = null) =>
  missingOf(setupChecks({ logo }, { ...nothing, ...changes })).map(({ key }) => key)

test('a new company lacks everything except what is optional', () => {
  expect(missing({})).toEqual(['brands', 'official', 'clients', 'reviewers', 'scan'])
})

test('a company with a brand, a domain, people and a scan is complete, with or without a logo', () => {
  const ready = {
    brands: 1,
    officialDomains: 1,
    clients: 1,
    reviewers: 1,
    lastScan: { ...scan, state: 'done' as const },
  }
  expect(missing(ready)).toEqual([])
  expect(missing(ready, '/logo.png')).toEqual([])
})

test('a failed scan does not count, unless there are threats already', () => {
  const failed = { lastScan: { ...scan, state: 'failed' as const } }
  expect(missing(failed)).toContain('scan')
  expect(missing({ ...failed, hasThreats: true })).not.toContain('scan')
  expect(missing({ lastScan: { ...scan, state: 'running' } })).not.toContain('scan')
})

const figures = { all: 4, collecting: 1, stopped: 0, canBeOn: 0, needKey: 2, importOnly: 1 }
const ready = { ...nothing, brands: 1, officialDomains: 1, clients: 1, reviewers: 1, hasThreats: true }

test('a step without anything to set up is never done, and the others only with what is stored', () => {
  const early = setupChecks({ logo: null }, { ...nothing, brands: 1, officialDomains: 1 })
  expect([...doneSteps(early)]).toEqual(['company', 'assets'])
  expect([...doneSteps(setupChecks({ logo: null }, ready))]).toEqual(['company', 'assets', 'people', 'scan'])
})

const doneOf = (signIn: Setup['signIn'], areSitesSearched: boolean, collecting: number) => [
  ...doneSteps(
    setupChecks({ logo: null }, { ...nothing, signIn }, { areSitesSearched, sources: { ...figures, collecting } }),
  ),
]

test('own sites are done once they were searched, sources once most of them collect, sign-in with a provider', () => {
  expect(doneOf(null, false, 1)).toEqual(['company'])
  expect(doneOf('oidc', true, 2)).toEqual(['company', 'ownSites', 'sources', 'signIn'])
})

test('the sources say how many of them collect and what the others wait for', () => {
  const sources = setupChecks({ logo: null }, nothing, { sources: figures }).find(({ key }) => key === 'sources')
  expect(sources?.label).toBe('Sources: 1 of 4 collecting')
  expect(sources?.why).toBe('2 wait for a key. 1 takes imports and manual entries only.')
})

test('a company is only ready if its sources collect, by the same rule in the list and in the last step', () => {
  const readiness = (collecting: number) =>
    readinessOf(setupChecks({ logo: null }, { ...ready, sources: { all: 4, collecting } }))
  expect([0, 1, 2, 4].map(readiness)).toEqual(['waitsForSources', 'waitsForSources', 'ready', 'ready'])
  expect(readinessOf(setupChecks({ logo: null }, { ...ready, brands: 0 }))).toBe('missing')
})
