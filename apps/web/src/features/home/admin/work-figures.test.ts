import { expect, test } from 'vitest'
import { countOf, tileKeys, totalOf, type CompanyWork } from './work-figures.ts'

const work: CompanyWork = {
  company: 'a',
  name: 'Meridian Bank',
  isDemo: false,
  criticalOpen: 1,
  oldestUndecided: null,
  takedowns: { overdue: 2, dueSoon: 12, unassigned: 3, mine: 4 },
  analyses: { overdue: 5, dueSoon: 13, unassigned: 6, mine: 7 },
  requests: { open: 8, overdue: 1, dueSoon: 14, unassigned: 9, mine: 10 },
  reviews: { overdue: 1, dueSoon: 2, critical: 11 },
  qaBacklog: 0,
  lastSignIn: null,
  troubledSources: 11,
}

test('the tiles add up the figures of all companies, and wait for those that are not known yet', () => {
  const sums = tileKeys.map((key) => [key, totalOf(key, [work, work])])
  expect(Object.fromEntries(sums)).toEqual({
    critical: 2,
    reviewsOverdue: 2,
    reviewsDueSoon: 4,
    reviewsCritical: 22,
    takedownsOverdue: 4,
    takedownsDueSoon: 24,
    takedownsUnassigned: 6,
    analysesOverdue: 10,
    analysesDueSoon: 26,
    analysesUnassigned: 12,
    requestsOverdue: 2,
    requestsDueSoon: 28,
    requestsOpen: 16,
    requestsUnassigned: 18,
    mine: 42,
    sources: 22,
  })
  const unknown = { ...work, troubledSources: null }
  expect(totalOf('sources', [work, unknown])).toBeNull()
  expect(countOf('mine', unknown)).toBe(21)
})
