import { expect, test } from 'vitest'
import { alignNames, closestOfficial, describeCharacter, replacementsOf } from './align-names.ts'

const rows = (suspect: string, official: string) => {
  const pairs = alignNames(suspect, official)
  return [
    pairs.map(({ suspect: one }) => one ?? '·').join(''),
    pairs.map(({ official: one }) => one ?? '·').join(''),
    pairs.map(({ isSame }) => (isSame ? ' ' : '^')).join(''),
  ]
}

test('equal names have no difference', () => {
  expect(rows('meridian.example', 'meridian.example')[2]?.trim()).toBe('')
})

test('a replaced character is the only difference', () => {
  expect(rows('meridlan.example', 'meridian.example')).toEqual([
    'meridlan.example',
    'meridian.example',
    '     ^          ',
  ])
})

test('an added word stays in one piece', () => {
  expect(rows('meridian-login.example', 'meridian.example')).toEqual([
    'meridian-login.example',
    'meridian······.example',
    '        ^^^^^^        ',
  ])
})

test('the ends of two names stand below each other', () => {
  expect(rows('meridian-pay-private82.invalid', 'meridianpay.example')).toEqual([
    'meridian-pay-private82.invalid',
    'meridian·pay··········.example',
    '        ^   ^^^^^^^^^^ ^^^^^^^',
  ])
})

test('a brand inside a longer host is found', () => {
  const [suspect, official] = rows('meridian.example.evil.test', 'meridian.example')
  expect(suspect).toBe('meridian.example.evil.test')
  expect(official).toBe('meridian.example··········')
})

test('a character that matches by chance inside a difference is part of it', () => {
  expect(rows('meridiann-private.example', 'meridianbank.example')).toEqual([
    'meridiann-private.example',
    'meridianbank·····.example',
    '        ^^^^^^^^^        ',
  ])
  expect(replacementsOf(alignNames('meridiann-private.example', 'meridianbank.example'))).toEqual([])
})

test('letters that two different words share by chance do not tear them apart', () => {
  expect(rows('meridiankitchen.example', 'meridianbank.example')).toEqual([
    'meridiankitchen.example',
    'meridianbank···.example',
    '        ^^^^^^^        ',
  ])
})

test('a short brand between added words stays whole', () => {
  expect(rows('secure-abc-login.example', 'abc.example')).toEqual([
    'secure-abc-login.example',
    '·······abc······.example',
    '^^^^^^^   ^^^^^^        ',
  ])
})

test('both names can be read back from their rows', () => {
  const cases = [
    ['rneridian-login42.example', 'meridian.example'],
    ['', 'meridian.example'],
    ['xn--a.test', ''],
    ['сoinbase.com', 'coinbase.com'],
  ] as const
  for (const [suspect, official] of cases) {
    const [one, two] = rows(suspect, official)
    expect(one?.replaceAll('·', '')).toBe(suspect)
    expect(two?.replaceAll('·', '')).toBe(official)
  }
})

test('the official name most like the suspect is compared', () => {
  expect(closestOfficial('meridian-pay.test', ['bank.example', 'meridian.example', 'm.test'])).toBe('meridian.example')
  expect(closestOfficial('x.test', [])).toBeNull()
})

test('characters that look alike by chance in two different words were not replaced', () => {
  expect(replacementsOf(alignNames('meridian-homes.invalid', 'meridianbank.example'))).toEqual([])
  expect(replacementsOf(alignNames('meridlan-homes.invalid', 'meridianbank.example'))).toEqual(['l for i'])
})

test('a character of another alphabet is named', () => {
  expect(describeCharacter('с')).toBe('Cyrillic с (U+0441)')
  expect(replacementsOf(alignNames('сoinb0se.com', 'coinbase.com'))).toEqual(['Cyrillic с (U+0441) for c'])
  expect(replacementsOf(alignNames('c0inbase.com', 'coinbase.com'))).toEqual(['0 for o'])
})
