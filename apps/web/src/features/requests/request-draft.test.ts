import { expect, test } from 'vitest'
import { addressesOf, emptyDraft, searchOf } from './request-draft.ts'

test('URLs are read as people paste them: defanged, bare, twice, in a line', () => {
  expect(addressesOf('hxxps://shop[.]example/a\nshop.example  www.other.example,https://shop.example')).toEqual({
    links: ['https://shop.example/a', 'https://shop.example', 'https://www.other.example'],
    wrong: [],
  })
})

test('what is no URL or domain is named', () => {
  expect(addressesOf('@meridian_help ftp nothing')).toEqual({ links: [], wrong: ['@meridian_help', 'ftp', 'nothing'] })
})

test('known threats are looked for by host, or by a name that says enough', () => {
  expect(searchOf({ ...emptyDraft, addresses: 'https://www.shop.example/login' })).toBe('shop.example')
  expect(searchOf({ ...emptyDraft, subject: '@meridian_help' })).toBe('meridian_help')
  expect(searchOf({ ...emptyDraft, subject: 'abc' })).toBeUndefined()
  expect(searchOf({ ...emptyDraft, subject: 'Somebody sells our tickets' })).toBeUndefined()
})
