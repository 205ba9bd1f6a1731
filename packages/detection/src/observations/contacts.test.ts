import { expect, test } from 'vitest'
import { contactsIn } from './contacts.ts'

const hosts = (text: string) => contactsIn(text).addresses.map(({ host }) => host)

test('addresses are found as they are written to hide them, without the punctuation around them', () => {
  expect(hosts('Go to hxxps://evil[.]test/a, (http://b.test/x?y=1). Or bank(.)test!')).toEqual([
    'evil.test',
    'b.test',
    'bank.test',
  ])
  expect(hosts('Open пример.test or xn--bcher-kva.test now')).toEqual(['xn--e1afmkfd.test', 'xn--bcher-kva.test'])
})

test('an email is no host, and a payment address no email', () => {
  const { emails, upis, addresses } = contactsIn('Write to ann@mail.test or pay help.desk@okpay')
  expect({ emails, upis, addresses }).toEqual({ emails: ['ann@mail.test'], upis: ['help.desk@okpay'], addresses: [] })
})

test('phone numbers have enough digits and are no dates, amounts or account numbers', () => {
  expect(contactsIn('Call +44 (7700) 900-123 or 00919000012345, not 1,999 or 2026-10-11 or 12:30').phones).toEqual([
    '+44 (7700) 900-123',
    '00919000012345',
  ])
  expect(contactsIn('Call +44 7700 900123 now').phones).toEqual(['+44 7700 900123'])
  expect(contactsIn('IBAN DE02 1203 0000 0000 2020 51').phones).toEqual([])
})

test('accounts need valid check digits, and of cards only the issuer is kept', () => {
  const { ibans, bins, ifscs } = contactsIn(
    'DE02120300000000202051 DE03120300000000202051 4111 1111 1111 1111 4111111111111112 ABCD0123456',
  )
  expect({ ibans, bins, ifscs }).toEqual({
    ibans: ['DE02120300000000202051'],
    bins: ['411111'],
    ifscs: ['ABCD0123456'],
  })
})

test('at most twenty of each kind are kept', () => {
  const text = Array.from({ length: 100 }, (_, at) => `a${at}@b${at}.test c${at}.test d${at}@okpay`).join(' ')
  const { emails, upis, addresses } = contactsIn(text)
  expect([emails.length, upis.length, addresses.length].every((count) => count <= 20)).toBe(true)
})
