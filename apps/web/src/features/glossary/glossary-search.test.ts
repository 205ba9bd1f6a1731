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

test('every typed word must occur, and names come before descriptions', () => {
  expect(matchEntries(entries, 'NAME').map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(matchEntries(entries, 'name picture').map(({ id }) => id)).toEqual(['b'])
  expect(matchEntries(entries, undefined)).toHaveLength(3)
})

test('in another language the shown names are found and ordered, and the kept ones still found', () => {
  onTestFinished(() => useLanguage('en'))
  const named = { 'indicator.Logo match': ['Zeichen erkannt'], 'indicator.Name match': ['Name stimmt überein'] }
  useLanguage('de', { named })
  expect(byName(entries).map(({ id }) => id)).toEqual(['a', 'c', 'b'])
  expect(matchEntries(entries, 'zeichen').map(({ id }) => id)).toEqual(['b'])
  expect(matchEntries(entries, 'logo').map(({ id }) => id)).toEqual(['b'])
})

test('a link may name the id or the indicator, the given category first', () => {
  expect(linkedEntry(entries, { entry: 'b' })?.id).toBe('b')
  expect(linkedEntry(entries, { entry: 'name match' })?.id).toBe('c')
  expect(linkedEntry(entries, { entry: 'Name match', category: 'APK' })?.id).toBe('a')
  expect(linkedEntry(entries, { entry: 'Nothing' })).toBeUndefined()
})

test('categories stand in the order of the contract and are never empty', () => {
  expect(byCategory(entries).map(({ category }) => category)).toEqual(['General', 'APK'])
})

test('what was typed is found in a text, whatever signs it holds', () => {
  expect(piecesOf('A (new) name', '(new)')).toEqual(['A ', '(new)', ' name'])
  expect(piecesOf('A name', undefined)).toEqual(['A name'])
})
