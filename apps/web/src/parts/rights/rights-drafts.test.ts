import { expect, test } from 'vitest'
import { bodyOf, rightsDraftOf, rightsFaults } from './rights-drafts.ts'

const identity = { legalName: 'Umber AG', postalAddress: '', phone: '', signatory: '', signatoryTitle: '', email: '' }
const draft = (trademarks: string, accounts = '') => ({ ...identity, trademarks, accounts })

test('what was saved is edited as lines, and read as it was', () => {
  const saved = {
    ...identity,
    trademarks: [
      { name: 'Umber', office: 'EUIPO', number: '018 123', classes: [9, 36], expiresOn: '2031-05-01' },
      { name: 'Umber Pay', office: 'DPMA', number: '30 2020', classes: [], expiresOn: null },
    ],
    accounts: [{ platform: 'Instagram', handle: '@umber' }],
  }
  const lines = rightsDraftOf({ ...saved, documents: [], version: 3 })
  expect(lines.trademarks).toBe('Umber; EUIPO; 018 123; 9, 36; 2031-05-01\nUmber Pay; DPMA; 30 2020')
  expect(bodyOf(lines)).toEqual(saved)
  expect(rightsFaults(lines)).toEqual({ trademarks: null, accounts: null })
})

test.each([
  'Umber',
  'Umber; EUIPO',
  'Umber; EUIPO; 1; nine',
  'Umber; EUIPO; 1; 9; next year',
  'a; b; c; 9; 2031-05-01; x',
])('names the line %j that is no trademark', (line) => {
  expect(rightsFaults(draft(`Umber; EUIPO; 1\n\n${line}`)).trademarks).toContain('Line 3')
})

test('names the line that is no account', () => {
  expect(rightsFaults(draft('', 'Instagram @umber')).accounts).toContain('Line 1')
})
