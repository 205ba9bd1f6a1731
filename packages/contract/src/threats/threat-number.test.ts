import { expect, test } from 'vitest'
import { searchedNumber, threatNumberOf } from './threat-number.ts'

test('the number of a threat is recognized as people write it', () => {
  expect(threatNumberOf(58035)).toBe('T-58035')
  for (const text of ['T-58035', 't-58035', 't58035', ' T-58035 ']) expect(searchedNumber(text), text).toBe(58035)
  for (const text of ['58035', 'T-', 'T-58035x', 'AT-58035', 'T-1234567890', ''])
    expect(searchedNumber(text), text).toBeNull()
})
