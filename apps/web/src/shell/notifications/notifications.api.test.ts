import { afterEach, expect, test } from 'vitest'
import { germanOfStaff } from '../../words/de-staff.ts'
import { catalogues, german } from '../../words/de.ts'
import { told, useLanguage } from '../../words/words.ts'
import { lineBody, lineText } from './notifications.api.ts'

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
  useLanguage('de', german, catalogues)
  expect(lineText({ type, title })).toBe(text)
})

test('in German a line about a threat names its type and source, and what somebody wrote stays', () => {
  useLanguage('de', german, catalogues)
  expect(lineBody({ type: 'threat', body: 'Phishing site, Advertisements' })).toBe('Phishing-Website, Anzeigen')
  expect(lineBody({ type: 'announcement', body: 'News, as promised' })).toBe('News, as promised')
})

test.each([
  ['0 waiting, 2 failed in a day.', '0 warten, 2 an einem Tag fehlgeschlagen.'],
  ['68.3 GiB of 252.0 GiB free.', '68.3 GiB von 252.0 GiB frei.'],
  ['A file was written, read and removed.', 'Eine Datei wurde geschrieben, gelesen und entfernt.'],
])('in German a check says "%s" as "%s"', (detail, text) => {
  useLanguage('de', { ...german, ...germanOfStaff }, catalogues)
  expect(told(detail)).toBe(text)
})
