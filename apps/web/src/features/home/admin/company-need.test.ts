import { expect, test } from 'vitest'
import { isInNeed, namedLike } from './company-need.ts'

const company = {
  company: 'a',
  name: 'Meridian Bank',
  isDemo: false,
  criticalOpen: 0,
  oldestUndecided: '2026-01-01T00:00:00Z',
  takedowns: { overdue: 0, dueSoon: 0, unassigned: 4, mine: 0 },
  analyses: { overdue: 0, dueSoon: 0, unassigned: 1, mine: 0 },
  requests: { open: 2, overdue: 0, dueSoon: 0, unassigned: 2, mine: 0 },
  reviews: { overdue: 0, dueSoon: 0, critical: 0 },
  qaBacklog: 9,
  lastSignIn: null,
  troubledSources: null,
}

test('a company needs attention when something is overdue, critical or a source has a problem, not because of a backlog', () => {
  expect(isInNeed(company)).toBe(false)
  expect(isInNeed({ ...company, criticalOpen: 1 })).toBe(true)
  expect(isInNeed({ ...company, troubledSources: 1 })).toBe(true)
  expect(isInNeed({ ...company, requests: { ...company.requests, overdue: 1 } })).toBe(true)
  expect(isInNeed({ ...company, reviews: { ...company.reviews, overdue: 1 } })).toBe(true)
  for (const kind of ['takedowns', 'analyses'] as const)
    expect(isInNeed({ ...company, [kind]: { overdue: 1, dueSoon: 0, unassigned: 0, mine: 0 } })).toBe(true)
})

test('companies are found by part of their name in any case', () => {
  expect(namedLike([company], 'BANK')).toEqual([company])
  expect(namedLike([company], 'rail')).toEqual([])
  expect(namedLike([company], undefined)).toEqual([company])
})
