import { expect, onTestFinished, test } from 'vitest'
import { useLanguage } from '../../words/words.ts'
import { byCategory, byName, linkedEntry, matchEntries, piecesOf } from './glossary-search.ts'
import type { Entry } from './glossary.api.ts'

const entry = (id: string, Category: Entry['Category'], Indicators: string, Description: string): Entry => ({
  id,
  Category,
  Indicators,
  Description,
  version: 0,
})
const entries = [
  entry('a', 'APK', 'Name match', 'The app is called like the brand.'),
  entry('b', 'General', 'Logo match', 'The name stands on the picture.'),
  entry('c', 'General', 'Name match', 'Reads like the brand.'),
]

test('every typed word must match, and matches in names come before those in descriptions', () => {
  expect(matchEntries(entries, 'NAME').map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(matchEntries(entries, 'name picture').map(({ id }) => id)).toEqual(['b'])
  expect(matchEntries(entries, undefined)).toHaveLength(3)
})

test('in another language, translated names are found and sorted, and the English names are still found', () => {
  onTestFinished(() => useLanguage('en'))
  const named = { 'indicator.Logo match': ['Zeichen erkannt'], 'indicator.Name match': ['Name stimmt überein'] }
  useLanguage('de', { named })
  expect(byName(entries).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(matchEntries(entries, 'zeichen').map(({ id }) => id)).toEqual(['b'])
  expect(matchEntries(entries, 'logo').map(({ id }) => id)).toEqual(['b'])
})

test('a link may contain the id or the indicator, and prefers the given category', () => {
  expect(linkedEntry(entries, { entry: 'b' })?.id).toBe('b')
  expect(linkedEntry(entries, { entry: 'name match' })?.id).toBe('c')
  expect(linkedEntry(entries, { entry: 'Name match', category: 'APK' })?.id).toBe('a')
  expect(linkedEntry(entries, { entry: 'Nothing' })).toBeUndefined()
})

test('categories have the order of the contract and are never empty', () => {
  expect(byCategory(entries).map(({ category }) => category)).toEqual(['General', 'APK'])
})

test('typed text is found even if it contains special characters', () => {
  expect(piecesOf('A (new) name', '(new)')).toEqual(['A ', '(new)', ' name'])
  expect(piecesOf('A name', undefined)).toEqual(['A name'])
})
