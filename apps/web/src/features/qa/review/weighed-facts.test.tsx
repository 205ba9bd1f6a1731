// @vitest-environment happy-dom
import type { Kind } from '@signet/contract/threats/sources'
import { expect, test } from 'vitest'
import { show } from '../../../../test/show.tsx'
import type { QaRecord } from '../qa-kind.ts'
import { WeighedFacts } from './weighed-facts.tsx'

const seller = {
  source: 'Twitter',
  title: 'Bank Berths',
  Name: 'Bank Berths',
  Handle: '@bankberths',
  followers: 3085,
  createdOn: '2026-10-12T21:30:00Z',
  postText: 'Confirmed berths.',
  price: 4150,
  faceValue: 2300,
  currency: 'INR',
  quantity: 40,
  tool: 'Bot',
}

/** The facts of a record, one text each. */
function factsOf(record: object, kind: Kind = 'tout'): string[] {
  const { container } = show(<WeighedFacts kind={kind} threat={record as unknown as QaRecord} />)
  return [...container.querySelectorAll(':scope > span')].map((fact) => fact.textContent)
}

test('an offer has its price, face value, reach, quantity and contact', () => {
  expect(factsOf(seller)).toEqual([
    'Price ₹4,150.00',
    'Face value ₹2,300.00',
    'Followers 3,085',
    'Quantity 40',
    '@bankberths',
  ])
})

test('an account has its reach and contact, and as a threat its age', () => {
  expect(factsOf(seller, 'threat')).toEqual(['Followers 3,085', '@bankberths', 'Account created 12 Oct 2026'])
  expect(factsOf({ source: 'YouTube', title: 'Bank TV', subscribers: 120 })).toEqual(['Subscribers 120'])
})

test('an agency has its phone number, but not its address, which is long', () => {
  const agency = { source: 'GoogleMaps', title: 'Bank Agency', phone: '+1 202 555 0101', website: 'https://a.example/' }
  expect(factsOf(agency)).toEqual(['+1 202 555 0101'])
})

test('a threat has the facts of its source by the same rule, but none of an offer', () => {
  const domain = { source: 'Domain', title: 'bank.example', registrar: 'Some Registrar', registeredOn: '2026-10-30' }
  expect(factsOf({ ...domain, price: 5 }, 'threat')).toEqual(['Registered 30 Oct 2026'])
})

test('what the title says already is not said again', () => {
  expect(factsOf({ source: 'WhatsApp', title: '+12025550101', Profile: '+12025550101' })).toEqual([])
})
