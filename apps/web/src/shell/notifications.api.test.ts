import { afterEach, expect, test } from 'vitest'
import { german } from '../words/de.ts'
import { useLanguage } from '../words/words.ts'
import { lineText } from './notifications.api.ts'

afterEach(() => useLanguage('en', {}))

test.each([
  ['threat', 'New Critical threat: login-page.example', 'New Critical threat: login-page[.]example'],
  ['threat', 'New High threat: https://a.test/b.c', 'New High threat: hxxps://a[.]test/b.c'],
  ['takedown', 'Takedown of shop.example: Authorised', 'Takedown of shop[.]example: Authorised'],
  ['job', 'Your export is ready: threats.csv', 'Your export is ready: threats.csv'],
] as const)('a line about a %s reads "%s" as "%s"', (type, title, text) => {
  expect(lineText({ type, title })).toBe(text)
})

test.each([
  ['threat', 'New Critical threat: login-page.example', 'Neue Bedrohung (Kritisch): login-page[.]example'],
  ['threat', '12 new threats', '12 neue Bedrohungen'],
  ['alert', 'Worst (all): 12 new threats', 'Worst (all): 12 neue Bedrohungen'],
  ['takedown', 'Takedown of shop.example: Authorised', 'Takedown von shop[.]example: Freigegeben'],
  ['takedown', 'Takedown asked for 3 threats', 'Takedown für 3 Bedrohungen angefordert'],
  ['request', '“Please look” is in progress', '„Please look“: In Bearbeitung'],
  ['job', 'Your export is ready: threats.csv', 'Ihr Export ist bereit: threats.csv'],
  ['announcement', 'Maintenance on Sunday', 'Maintenance on Sunday'],
] as const)('in German a line about a %s reads "%s" as "%s"', (type, title, text) => {
  useLanguage('de', german)
  expect(lineText({ type, title })).toBe(text)
})
