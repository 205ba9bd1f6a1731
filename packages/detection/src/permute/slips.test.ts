import { expect, test } from 'vitest'
import { type SlipKind, slipOf } from './slips.ts'

test.each<[string, string, SlipKind]>([
  ['coinbbase', 'coinbase', 'doubled'],
  ['twiter', 'twitter', 'undoubled'],
  ['coinbsae', 'coinbase', 'swapped'],
  ['coinbese', 'coinbase', 'vowel'],
  ['coinbade', 'coinbase', 'neighbour'],
  ['coinbaqe', 'coinbase', 'replaced'],
  ['coinbaxse', 'coinbase', 'added'],
  ['coibase', 'coinbase', 'dropped'],
  ['cainbese', 'coinbase', 'two'],
])('%s for %s is %s', (spelled, alias, kind) => {
  expect(slipOf(spelled, alias)).toBe(kind)
})
