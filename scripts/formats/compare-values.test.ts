import { expect, test } from 'vitest'
import { compareValues } from './compare-values.ts'

/** The paths of the wrong values, and how many values were compared. */
function wrong(expected: unknown, found: unknown): { wrong: string[]; of: number } {
  const values = compareValues(expected, found)
  return { wrong: values.filter(({ isRight }) => !isRight).map(({ path }) => path), of: values.length }
}

test('each expected field has to be there with its value, and more fields are fine', () => {
  expect(wrong({ a: 1, b: { c: 'x' } }, { a: 1, b: { c: 'x', d: 2 }, e: 3 })).toEqual({ wrong: [], of: 2 })
  expect(wrong({ a: 1, b: { c: 'x' } }, { a: '1', b: {} })).toEqual({ wrong: ['a', 'b.c'], of: 2 })
  expect(wrong({ a: { b: 1 } }, null).wrong).toEqual(['a.b'])
})

test('expected null is right for null and for an absent field, not for an empty text', () => {
  expect(wrong({ a: null }, { a: null }).wrong).toEqual([])
  expect(wrong({ a: null }, {}).wrong).toEqual([])
  expect(wrong({ a: null }, { a: '' }).wrong).toEqual(['a'])
})

test('lists have the same order and length, except one with the first members of many', () => {
  expect(wrong([{ a: 1 }, { a: 2 }], [{ a: 1, b: 1 }, { a: 2 }])).toEqual({ wrong: [], of: 2 })
  expect(wrong({ ports: [1, 2] }, { ports: [2, 1] }).wrong).toEqual(['ports.0', 'ports.1'])
  expect(wrong({ ports: [1] }, { ports: [1, 2] }).wrong).toEqual(['ports'])
  expect(wrong({ ports: [1, 2] }, { ports: [1] }).wrong).toEqual(['ports.1'])
  expect(wrong({ ports: [] }, { ports: [] })).toEqual({ wrong: [], of: 1 })
  expect(wrong({ ports: [] }, {}).wrong).toEqual(['ports'])
  expect(wrong({ list: [1] }, { list: [1, 2] }).wrong).toEqual([])
})

test('an expected number also counts a list', () => {
  expect(wrong({ rows: 2 }, { rows: ['a', 'b'] }).wrong).toEqual([])
  expect(wrong({ rows: 2 }, { rows: ['a'] }).wrong).toEqual(['rows'])
})

test('times are the same instant in any zone and with any fraction of zeros; dates and other texts are compared as text', () => {
  expect(wrong('2022-04-03T18:05:42+02', '2022-04-03T16:05:42.000Z').wrong).toEqual([])
  expect(wrong('2013-06-01T01:05:07+09:00', '2013-05-31T16:05:07Z').wrong).toEqual([])
  expect(wrong('2016-07-03T14:07:00', '2016-07-03T14:07:00Z').wrong).toEqual([])
  expect(wrong('2022-04-03T18:05:42+02', '2022-04-03T18:05:42Z').wrong).toEqual([''])
  expect(wrong('2022-04-03', '2022-04-03T00:00:00Z').wrong).toEqual([''])
  expect(wrong('Zu\u0308rich', 'Z\u00fcrich').wrong).toEqual([])
})

test('words may differ by a tenth, and parts of the text are anywhere in it', () => {
  expect(wrong({ words: 100 }, { words: 91 }).wrong).toEqual([])
  expect(wrong({ words: 100 }, { words: 89 }).wrong).toEqual(['words'])
  expect(wrong({ textContains: ['a b', 'x'] }, { text: 'so a b c' })).toEqual({ wrong: ['textContains.1'], of: 2 })
  expect(wrong({ firstWords: ['b\u202C', 'a', 'x'] }, { text: 'a b' })).toEqual({ wrong: ['firstWords.2'], of: 3 })
})

test('remarks are not compared', () => {
  expect(
    wrong({ note: 'x', file: 'y', a: 1, signature: { error: ['x'], v1: true } }, { a: 1, signature: { v1: true } }),
  ).toEqual({
    wrong: [],
    of: 2,
  })
})
