import { afterEach, expect, test } from 'vitest'
import { named } from '../../words/named/names.ts'
import { useLanguage } from '../../words/words.ts'
import { indicatorName } from './indicator-name.ts'

afterEach(() => useLanguage('en'))

test.each([
  ['Logo match 93%', 'Logo stimmt zu 93 % überein'],
  ['Name match 0.88', 'Name stimmt überein: 0,88'],
  ['Created 3 days ago', 'Vor 3 Tagen erstellt'],
  ['1 user report', '1 Meldung von Nutzern'],
  ['Look-alike letters', 'Ähnliche Buchstaben'],
  ['Something a customer named', 'Something a customer named'],
])('%j is shown unchanged in English, and as %j in German', (name, german) => {
  expect(indicatorName(name)).toBe(name)
  useLanguage('de', { named })
  expect(indicatorName(name)).toBe(german)
})
