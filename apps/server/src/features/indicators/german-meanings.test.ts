import names from '@signet/contract/threats/names.de.json' with { type: 'json' }
import { indicatorGlossary } from '@signet/detection'
import { expect, test } from 'vitest'

const ofTouts = [
  'Offers tickets for sale',
  'Sells above face value',
  'Bulk offer',
  'Promises tickets that are sold out',
  'Uses a booking bot',
  'Books with many accounts',
  'Sells tips',
  'Unlicensed seller',
  'Speaks about touts',
  'Looks for tickets',
  'Offered at face value',
]
const known: Readonly<Record<string, string>> = names
const translated = Object.keys(known).flatMap((id) => (id.startsWith('meaning.') ? id.slice('meaning.'.length) : []))

test('the reasons of touts are explained in German, and every German explanation is that of a text of the product', () => {
  const meanings = new Map(indicatorGlossary.map(({ name, description }): [string, string] => [name, description]))
  const missing = ofTouts.filter((name) => !translated.includes(meanings.get(name) ?? ''))
  expect(missing).toEqual([])
  expect(translated.filter((text) => ![...meanings.values()].includes(text))).toEqual([])
})
