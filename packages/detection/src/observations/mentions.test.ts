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

test('at most fifty mentions of a text are kept', () => {
  expect(mentionsIn(watch, 'umbervale '.repeat(5000)).length).toBeLessThanOrEqual(50)
})
