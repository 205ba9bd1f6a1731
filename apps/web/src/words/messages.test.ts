import type { Messages } from '@lingui/core'
import { expect, test } from 'vitest'
import { compiledCatalogue, namedTexts } from '../../catalogue.ts'
import { activateMessages, addEnglish, addMessages, wordsOf } from './messages.ts'

const compiled = (texts: Record<string, string>) => JSON.parse(compiledCatalogue(texts)) as Messages

test('a text is found by its id, with its values and the plural forms of the current language', () => {
  const english = { ships: '{count, plural, one {# ship} other {# ships}} of {owner}' }
  const t = wordsOf('harbour', english)
  addEnglish('harbour', compiled(english))
  addMessages('de', 'harbour', compiled({ ships: '{count, plural, one {# Schiff} other {# Schiffe}} von {owner}' }))
  expect(t('ships', { count: 1, owner: 'Anna' })).toBe('1 ship of Anna')
  activateMessages('de')
  expect(t('ships', { count: 2100, owner: 'Anna' })).toBe('2.100 Schiffe von Anna')
  activateMessages('en')
})

test('a module includes the texts whose ids it contains, in full or by their prefix', () => {
  const texts = {
    ships: 'Ships',
    'state.docked': 'In port',
    'state.sunk': 'Lost',
    'stage.done': 'Done',
    shipsCount: 'n',
  }
  const code = "const label = t('ships')\nconst state = (ship) => t(`state.${ship.state}`)"
  expect(Object.keys(namedTexts(texts, code))).toEqual(['ships', 'state.docked', 'state.sunk'])
})

test('an invalid text fails the build', () => {
  expect(() => compiledCatalogue({ ships: '{count, plural, one {# ship}' })).toThrow()
})
