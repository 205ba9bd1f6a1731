import { expect, test } from 'vitest'
import { maskedName, maskIdentity } from './mask-identity.ts'

test('a masked name can only be recognised by people who know it', () => {
  expect(maskIdentity('anna.rao@bank.example')).toBe('a•••.rao@bank.example')
  expect(maskIdentity('administrator@bank.example')).toBe('a••••@bank.example')
  expect(maskIdentity('al@bank.example')).toBe('•••@bank.example')
  expect(maskIdentity('nobody')).toBe('n••••')
  // What follows a separator too close to the start is not shown.
  expect(maskIdentity('a.very-long-name-of-somebody@x.example')).toBe('a••••-somebody@x.example')
})

test('what is left of a payment card number is not masked further', () => {
  expect(maskedName('paymentCards', '•••• 4242')).toBe('•••• 4242')
  expect(maskedName('comboLists', 'nobody')).toBe('n••••')
})
