import { expect, test } from 'vitest'
import { coverageStates, troubledStates } from './company-coverage.ts'

test('the order of the states begins with the troubles, and what is off follows everything that is on', () => {
  expect(coverageStates.slice(0, troubledStates.length)).toEqual(troubledStates)
  const on = ['paused', 'waiting', 'collecting'] as const
  for (const state of on) expect(coverageStates.indexOf(state)).toBeLessThan(coverageStates.indexOf('importOnly'))
  expect(coverageStates.at(-1)).toBe('off')
})
