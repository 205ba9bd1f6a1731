import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldAlike, foldedForms, foldedSymbols, lettersOfDigits } from './fold.ts'

test('brings names that read alike into one form', () => {
  for (const [a, b] of [
    ['modern', 'rnodern'],
    ['wallet', 'vvallet'],
    ['discord', 'discorcl'],
    ['coinbase', 'c0-1nb4se'],
    ['paypal', 'paypai'],
  ] as const) {
    expect(foldedSymbols(a)).toEqual(foldedSymbols(b))
  }
  expect(foldedSymbols('client')).not.toEqual(foldedSymbols('clients'))
})

test('compares two texts by their folded symbols', () => {
  const text = fc.string({ unit: fc.constantFrom(...Array.from('mrnwvdcl01i-_.ä')), maxLength: 5 })
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(foldAlike(a, b)).toBe(foldedSymbols(a).join() === foldedSymbols(b).join())
    }),
    { numRuns: 2000 },
  )
  expect(foldAlike('discord', 'disc0-rcl')).toBe(true)
  expect(foldAlike('discord', 'discords')).toBe(false)
})

test('looks for nn in place of m as well', () => {
  expect(foldedForms('docomo')).toContainEqual(foldedSymbols('doconno'))
  expect(foldedForms('kraken')).toHaveLength(1)
})

test('reads digits as letters', () => {
  expect(lettersOfDigits('c01nbase', 'i')).toBe('coinbase')
})
