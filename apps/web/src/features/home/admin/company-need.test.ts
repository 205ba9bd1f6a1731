import { expect, test } from 'vitest'
import { isInNeed, namedLike } from './company-need.ts'

const company = {
  company: 'a',
  name: 'Meridian Bank',
  isDemo: false,
  criticalOpen: 0,
  oldestUndecided: '2026-01-01T00:00:00Z',
  takedownsLate: 0,
  qaBacklog: 9,
  lastSignIn: null,
}

test('a company needs attention when a decision or a takedown is overdue, not because of a backlog', () => {
  expect(isInNeed(company)).toBe(false)
  expect(isInNeed({ ...company, criticalOpen: 1 })).toBe(true)
  expect(isInNeed({ ...company, takedownsLate: 1 })).toBe(true)
})

test('companies are found by part of their name in any case', () => {
  expect(namedLike([company], 'BANK')).toEqual([company])
  expect(namedLike([company], 'rail')).toEqual([])
  expect(namedLike([company], undefined)).toEqual([company])
})
