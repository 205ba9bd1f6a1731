import { expect, test } from 'vitest'
import { OwnNames, ownDomainsOf } from './own-names.ts'

const domains = ownDomainsOf([
  { company_id: 7, official: ['harbour.example', 'pay.harbour.example'] },
  { company_id: 9, official: ['harbour.example'] },
])
const observed = (...names: string[]) => names.map((name) => ({ name, feed: 'log', line: 1 }))

test('names below the domains of companies are found once, and again if they could not be stored', () => {
  const names = new OwnNames()
  const seen = observed('vpn.harbour.example', 'harbour.example', 'notharbour.example', 'harbour.example.test')
  const found = names.among(domains, seen)
  expect(found).toEqual(
    new Map([
      [7, ['vpn.harbour.example']],
      [9, ['vpn.harbour.example']],
    ]),
  )
  expect(names.among(domains, seen)).toEqual(found)
  names.remember(found)
  expect(names.among(domains, seen)).toEqual(new Map())
  expect(names.among(domains, observed('*.dev.harbour.example')).get(9)).toEqual(['*.dev.harbour.example'])
})
