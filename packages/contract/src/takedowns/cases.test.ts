import { expect, test } from 'vitest'
import { caseReferenceOf, caseReferencesIn } from './cases.ts'

test('our number of a case is found in a reply that quotes it, in any case and once', () => {
  const ours = caseReferenceOf('0a1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d')
  expect(caseReferencesIn(`Re: [${ours.toUpperCase()}] removed\n> Reference: ${ours}`)).toEqual([ours])
  expect(caseReferencesIn('ticket 4711, no number of ours')).toEqual([])
})
