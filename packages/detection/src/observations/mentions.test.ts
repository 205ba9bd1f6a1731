import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mentionsIn } from './mentions.ts'
import { exampleAssets } from './observation-examples.ts'
import { compileWatch } from './watch.ts'

const watch = compileWatch(exampleAssets)
const found = (text: string) =>
  [
    ...new Set(
      mentionsIn(watch, text).map(({ watched, isDisguised }) => `${watched.brandId}${isDisguised ? ' disguised' : ''}`),
    ),
  ].join()

describe('a name is found as a word', () => {
  test.each([
    ['I bank at Umbervale.', 'umber'],
    ['UMBERVALE, help', 'umber'],
    ['Umbervale’s fees and Umbervales rates', 'umber'],
    ['#UmbervaleSupport', 'umber'],
    ['umbervale_help24', 'umber'],
    ['see https://umbervale.example/login', 'umber'],
    ['Umbervale Bank', 'umber'],
    ['お客様のアンバーベール銀行口座', 'umber'],
    ['आपका बैंक अम्बर खाता', 'umber'],
    ['Ada Branthoven says', 'null'],
    ['viza card', 'visa'],
    ['Umbervaleowi i innym', 'umber'],
    ['Umbervalestämmig', ''],
    ['Зачем Умбервале ваши данные', 'umber'],
    ['Работа в Умбервалю', 'umber'],
    ['बैंक अम्बरवाले खाते', 'umber'],
    ['بنك ومبيرفالي', 'umber'],
    ['उम्बेरवाले खाता', 'umber'],
    ['あんばーべーる銀行', 'umber'],
    ['ｱﾝ', ''],
  ])('%s', (text, expected) => {
    expect(found(text)).toBe(expected)
  })
})

describe('a disguised name is found', () => {
  test.each([
    ['Umbеrvаle', 'with Cyrillic letters'],
    ['Umb3rvale', 'with a digit'],
    ['U m b e r v a l e', 'spaced out'],
    ['Umber\u200bvale', 'with an invisible character'],
    ['𝐔𝐦𝐛𝐞𝐫𝐯𝐚𝐥𝐞', 'in mathematical letters'],
    ['urnbervale', 'with rn for m'],
    ['u.m.b.e.r.v.a.l.e', 'with dots'],
    ['Umb€rv@le', 'with signs for letters'],
    ['UMBER VALE', 'in two parts'],
    ['Umber-Vale', 'in two parts'],
    ['Умбер-вале возвращает', 'in two parts'],
    ['उम्बेर वाले खाता', 'in two parts'],
    ['アン\u200bバーベール銀行', 'with an invisible character between Kana'],
    ['ア ン バ ー ベ ー ル 銀 行', 'spaced out in Kana'],
  ])('%s %s', (text) => {
    expect(found(text)).toBe('umber disguised')
  })
})

describe('a part of another word or of several words is none', () => {
  test.each(['vizage', 'inviza', 'invizable', 'a number valet', 'um bervale', 'slumbervaleting', 'v i', 'vi za', ''])(
    '%s',
    (text) => {
      expect(found(text)).toBe('')
    },
  )
})

test.each(['umber@vale.test', 'Um Bervale', 'umber vale', 'Number Valet'])('%s is no name in disguise', (text) => {
  expect(found(text)).toBe('')
})

/** Ways to write a letter that leave it readable. */
const disguises: Readonly<Record<string, string>> = {
  a: 'aA4@аɑα𝐚ａá',
  b: 'bB8Ƅ𝗯ｂ',
  e: 'eE3€еε𝑒ｅé',
  l: 'lLI1ⅼӏ𝐥ｌ',
  m: 'mM𝐦ｍм',
  r: 'rR𝐫ｒг',
  u: 'uU𝐮ｕυü',
  v: 'vVѵ𝐯ｖν',
}
const disguised = fc
  .tuple(
    ...Array.from('umbervale', (letter) => fc.constantFrom(...Array.from(disguises[letter] ?? letter))),
    fc.constantFrom('', '\u200b', ' ', '.', '-', '\u00ad', '\u2060'),
  )
  .map((parts) => parts.slice(0, -1).join(parts.at(-1) ?? ''))

test('a name is found however its letters are replaced and separated', () => {
  fc.assert(
    fc.property(disguised, (name) => {
      expect(mentionsIn(watch, `see ${name} now`).map(({ watched }) => watched.brandId)).toContain('umber')
    }),
    { numRuns: 2000 },
  )
})

test('random words in random scripts are no names', () => {
  const letters = [
    'abcdefghijklmnopqrstuvwxyz€$@013',
    'абвгдежзиклмнопрстуя',
    'ابتجدرسفقكلمنويـ',
    'कखगतदनपबमरलवसाेिो',
    'あいうえおかきんーア',
  ]
  const word = fc
    .constantFrom(...letters)
    .chain((each) => fc.string({ unit: fc.constantFrom(...Array.from(each)), minLength: 2, maxLength: 12 }))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      expect(mentionsIn(watch, words.join(' ')).filter(({ watched }) => watched.brandId === 'umber')).toEqual([])
    }),
    { numRuns: 2000 },
  )
})

test('at most fifty mentions of a name are kept, which hide none of another', () => {
  const mentions = mentionsIn(watch, `${'umbervale '.repeat(3000)} Harvest Money`)
  expect(mentions.filter(({ watched }) => watched.brandId === 'umber')).toHaveLength(50)
  expect(mentions.map(({ watched }) => watched.brandId)).toContain('apple')
})
