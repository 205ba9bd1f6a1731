import { expect, test } from 'vitest'
import type { FieldKind } from '@signet/contract/threats/sources'
import { fieldText } from './field-text.ts'

test.each<[FieldKind, string, string]>([
  ['address', 'https://a.example/x', 'hxxps://a[.]example/x'],
  ['number', '12500', '12,500'],
  ['number', 'about 40', 'about 40'],
  ['port', '8443', '8443'],
  ['country', 'DE', 'Germany'],
  ['country', 'Germany', 'Germany'],
  ['date', '2026-11-18', '18 November 2026'],
  ['date', 'last year', 'last year'],
  ['phone', '+49 30 901820', '+49 30 901820'],
  ['text', '1234', '1234'],
  ['text', 'true', 'Yes'],
  ['text', 'false', 'No'],
])('a %s %j is shown as %j', (kind, value, shown) => {
  expect(fieldText({ field: 'any', kind }, value)).toBe(shown)
})

test('an amount has the currency of its record, if it is a currency', () => {
  const price = { field: 'price', kind: 'money' } as const
  expect(fieldText(price, '49.9', 'EUR')).toBe('€49.90')
  expect(fieldText(price, '49.9', 'coins')).toBe('49.90')
  expect(fieldText(price, '120', null)).toBe('120')
  expect(fieldText(price, 'on request', 'EUR')).toBe('on request')
})
