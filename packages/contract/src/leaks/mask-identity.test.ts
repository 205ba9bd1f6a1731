import { expect, test } from 'vitest'
import { maskedName, maskIdentity } from './mask-identity.ts'

test('a masked name can only be recognised by people who know it', () => {
  expect(maskIdentity('anna.rao@bank.example')).toBe('a••••@bank.example')
  expect(maskIdentity('administrator@bank.example')).toBe('a••••@bank.example')
  expect(maskIdentity('al@bank.example')).toBe('•••@bank.example')
  expect(maskIdentity('nobody')).toBe('n••••')
  // A surname after a separator is not shown.
  expect(maskIdentity('a.very-long-name-of-somebody@x.example')).toBe('a••••@x.example')
  expect(maskIdentity(maskIdentity('anna.rao@bank.example'))).toBe('a••••@bank.example')
})

test('what is left of a payment card number is not masked further', () => {
  expect(maskedName('paymentCards', '•••• 4242')).toBe('•••• 4242')
  expect(maskedName('comboLists', 'nobody')).toBe('n••••')
})
