import { expect, test } from 'vitest'
import { whatsAppAccountsIn } from './whats-app-accounts.ts'

test.each([
  ['Chat: https://wa.me/442079460123?text=hi', { number: '+442079460123' }],
  ['hxxps://wa[.]me/+442079460123', { number: '+442079460123' }],
  ['https://api.whatsapp.com/send?text=a&phone=442079460123', { number: '+442079460123' }],
  ['https://web.whatsapp.com/send/?phone=%2B442079460123', { number: '+442079460123' }],
  ['WhatsApp us at +44 20 7946-0123 today', { number: '+442079460123' }],
  ['Join chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv', { invite: 'https://chat.whatsapp.com/AbCdEfGhIjKlMnOpQrStUv' }],
])('finds the account in "%s"', (text, account) => {
  expect(whatsAppAccountsIn(text)).toEqual([account])
})

test.each([
  'Call +44 20 7946 0123',
  'https://notwa.me/442079460123',
  'https://wa.me/message/ABCDEFG',
  'https://chat.whatsapp.com/short',
  'WhatsApp was down for 00 minutes',
])('finds none in "%s"', (text) => {
  expect(whatsAppAccountsIn(text)).toEqual([])
})

test('names an account once, and at most ten', () => {
  expect(whatsAppAccountsIn('wa.me/442079460123 and WhatsApp +442079460123')).toHaveLength(1)
  const many = Array.from({ length: 30 }, (_, index) => `wa.me/4420794601${index + 10}`)
  expect(whatsAppAccountsIn(many.join(' '))).toHaveLength(10)
})
