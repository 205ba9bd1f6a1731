import { expect, test } from 'vitest'
import { addressesOf } from './addresses-of.ts'

test('URLs are recognised as people paste them: defanged, without scheme, twice, in one line', () => {
  expect(addressesOf('hxxps://shop[.]example/a\nshop.example  www.other.example,https://shop.example')).toEqual({
    links: ['https://shop.example/a', 'https://shop.example', 'https://www.other.example'],
    wrong: [],
  })
})

test('a text that is not a URL or domain is reported', () => {
  expect(addressesOf('@meridian_help ftp nothing')).toEqual({ links: [], wrong: ['@meridian_help', 'ftp', 'nothing'] })
})
