import { expect, test } from 'vitest'
import { transliterationsOf } from './transliterate.ts'

test.each([
  ['morvantis', 'морвантис'],
  ['morvantis', 'μορβαντισ'],
  ['rimala', 'ريمالا'],
  ['dhanvero', 'धनवेरो'],
  ['dhanvero', 'ধনভেরো'],
  ['kessaly', 'кесали'],
])('%s is spelled %s', (name, spelled) => {
  expect(transliterationsOf(name)).toContain(spelled)
})

test('a name with anything but letters is not spelled in other scripts', () => {
  expect(transliterationsOf('velmora2')).toEqual([])
})
