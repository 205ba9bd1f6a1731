import type { Setup } from '@signet/contract/collection/scans'
import { expect, test } from 'vitest'
import { doneSteps, missingOf, setupChecks } from './setup-checks.ts'

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

test('a step without a check is done once it was visited, or when nothing is missing', () => {
  const early = setupChecks({ logo: null }, { ...nothing, brands: 1, officialDomains: 1 })
  expect([...doneSteps(early, new Set())]).toEqual(['company', 'assets'])
  expect([...doneSteps(early, new Set(['sources', 'people']))]).toEqual(['company', 'assets', 'sources'])
  const ready = setupChecks(
    { logo: null },
    { ...nothing, brands: 1, officialDomains: 1, clients: 1, reviewers: 1, hasThreats: true },
  )
  expect([...doneSteps(ready, new Set())]).toEqual([
    'company',
    'assets',
    'ownSites',
    'sources',
    'modules',
    'people',
    'signIn',
    'scan',
    'review',
  ])
})
