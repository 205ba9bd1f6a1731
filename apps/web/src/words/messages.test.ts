import { expect, test } from 'vitest'
import { compiledCatalogue } from '../../catalogue.ts'
import { activateMessages, addMessages, wordsOf } from './messages.ts'

const compiled = (texts: Record<string, string>) => JSON.parse(compiledCatalogue(JSON.stringify(texts))) as typeof texts

test('a text is read by its id, with its values and the forms of the language in force', () => {
  const t = wordsOf('harbour', compiled({ ships: '{count, plural, one {# ship} other {# ships}} of {owner}' }))
  addMessages('de', 'harbour', compiled({ ships: '{count, plural, one {# Schiff} other {# Schiffe}} von {owner}' }))
  expect(t('ships', { count: 1, owner: 'Anna' })).toBe('1 ship of Anna')
  activateMessages('de')
  expect(t('ships', { count: 2100, owner: 'Anna' })).toBe('2.100 Schiffe von Anna')
  activateMessages('en')
})

test('a faulty text ends the build', () => {
  expect(() => compiledCatalogue('{ "ships": "{count, plural, one {# ship}" }')).toThrow()
})
