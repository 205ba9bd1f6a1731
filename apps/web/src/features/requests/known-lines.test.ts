import type { KnownThing } from '@signet/contract/requests/requests'
import { expect, test } from 'vitest'
import { knownLinesOf, withoutKnown } from './known-lines.ts'

type Source = KnownThing['threats'][number]['source']
const thing = (word: string, source: Source, ...titles: string[]): KnownThing => ({
  word,
  threats: titles.map((title) => ({ id: title, number: `T-${title}`, source, title, status: 'open' })),
  hasMore: false,
})

/** The known lines, the number of new things, the threats, and whether the known lines can be left out. */
function divided(text: string, things: KnownThing[], source?: string) {
  const { known, freshCount, threats, isDivisible } = knownLinesOf(text, things, source)
  return [[...known], freshCount, threats.map(({ title }) => title), isDivisible]
}

test('a line is known if it is a threat itself, however it is written, not if the name of a threat contains it', () => {
  const text = 'hxxps://www.evil[.]example/\nshop.example\n@Meridian_Help\n+49 151 2345678\nnew.example'
  const things = [
    thing('evil.example', 'Domain', 'evil.example'),
    thing('shop.example', 'Domain', 'other.shop.example'),
    thing('Meridian_Help', 'Telegram', 'meridian_help'),
    thing('491512345678', 'WhatsApp', '+49 151 234 5678'),
  ]
  expect(divided(text, things)).toEqual([
    ['hxxps://www.evil[.]example/', '@Meridian_Help', '+49 151 2345678'],
    2,
    ['evil.example', 'meridian_help', '+49 151 234 5678'],
    true,
  ])
})

test('another page of a host that many share is new, and one of a known site is not', () => {
  const things = [thing('t.me', 'Telegram', 'https://t.me/one'), thing('evil.example', 'Domain', 'evil.example')]
  expect(divided('https://t.me/one\nhttps://t.me/two\nhttps://evil.example/b', things)).toEqual([
    ['https://t.me/one', 'https://evil.example/b'],
    1,
    ['https://t.me/one', 'evil.example'],
    true,
  ])
})

test('an account of another platform than the one that was chosen is new', () => {
  const things = [thing('meridian_help', 'Telegram', 'meridian_help')]
  expect(divided('@meridian_help', things, 'Instagram')).toEqual([[], 1, [], true])
  expect(divided('@meridian_help', things, 'Telegram')).toEqual([['@meridian_help'], 0, ['meridian_help'], true])
})

test('a known address within a sentence cannot be left out, and an official domain is neither known nor new', () => {
  const things = [
    thing('evil.example', 'Domain', 'evil.example'),
    { ...thing('bank.example', 'Domain'), isOfficial: true },
  ]
  expect(divided('evil.example is online again\nnew.example\nbank.example', things)).toEqual([
    [],
    1,
    ['evil.example'],
    false,
  ])
})

test('a text without its known lines keeps the others as they were written', () => {
  expect(withoutKnown('From a customer:\n  evil.example \nnew.example', new Set(['evil.example']))).toBe(
    'From a customer:\nnew.example',
  )
})
