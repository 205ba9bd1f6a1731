import { afterEach, expect, test } from 'vitest'
import { server } from '../../words/de-server.ts'
import { german } from '../../words/de.ts'
import { named } from '../../words/named/names.ts'
import { useLanguage } from '../../words/words.ts'
import { isElsewhere, isOpenAt, lineBody, lineText } from './notifications.api.ts'

afterEach(() => useLanguage('en'))

test.each([
  ['threat', 'New Critical threat: login-page.example', 'New Critical threat: login-page[.]example'],
  ['threat', 'New High threat: https://a.test/b.c', 'New High threat: hxxps://a[.]test/b.c'],
  ['takedown', 'Takedown of shop.example: Authorised', 'Takedown of shop[.]example: Authorised'],
  ['job', 'Your export is ready: threats.csv', 'Your export is ready: threats.csv'],
] as const)('a notification about a %s shows "%s" as "%s"', (type, title, text) => {
  expect(lineText({ type, title })).toBe(text)
})

test.each([
  [
    'threat',
    { reason: 'THREAT_NEW', parameters: { kind: 'threat', severity: 'Critical', title: 'login-page.example' } },
    'Neue Bedrohung (Kritisch): login-page[.]example',
  ],
  ['threat', { reason: 'THREATS_NEW', parameters: { kind: 'threat', count: 12 } }, '12 neue Bedrohungen'],
  [
    'alert',
    { reason: 'RULE_THREATS_NEW', parameters: { rule: 'Worst (all)', kind: 'tout', count: 12 } },
    'Worst (all): 12 neue Schwarzhändler',
  ],
  [
    'alert',
    { reason: 'RULE_THREAT_NEW', parameters: { rule: 'Domains', kind: 'threat', title: 'shop.example' } },
    'Domains: neue Bedrohung shop[.]example',
  ],
  [
    'takedown',
    { reason: 'CHANNEL_ADDED', parameters: { case: 'takedown', title: 'shop.example', channel: 'Registrar' } },
    'Takedown von shop[.]example: Meldung verfasst (Registrar)',
  ],
  [
    'takedown',
    { reason: 'CASE_MOVED', parameters: { case: 'takedown', title: 'shop.example', status: 'Authorised' } },
    'Takedown von shop[.]example: Freigegeben',
  ],
  [
    'takedown',
    { reason: 'CASES_REQUESTED', parameters: { case: 'takedown', kind: 'threat', count: 3 } },
    'Takedown für 3 Bedrohungen angefordert',
  ],
  [
    'request',
    { reason: 'REQUEST_MOVED', parameters: { subject: 'Please look', status: 'In progress' } },
    '„Please look“: In Bearbeitung',
  ],
  ['job', { reason: 'EXPORT_READY', parameters: { file: 'threats.csv' } }, 'Ihr Export ist bereit: threats.csv'],
  ['job', { reason: 'REPORT_READY', parameters: { file: 'threats.pdf' } }, 'Ihr Bericht ist bereit: threats.pdf'],
  [
    'job',
    { reason: 'IMPORT_DONE', parameters: { file: 'list.csv', added: 2, rejected: 1 } },
    'list.csv importiert: 2 neue Bedrohungen, 1 Zeile abgelehnt',
  ],
  [
    'job',
    { reason: 'IMPORT_BROKE_OFF', parameters: { file: 'list.csv', added: 1 } },
    'Der Import von list.csv ist nach 1 neuen Bedrohung abgebrochen',
  ],
  ['announcement', undefined, 'in English'],
] as const)('in German the notification about a %s is built from %j', (type, title, text) => {
  useLanguage('de', { ...german, named, server })
  expect(lineText({ type, title: 'in English', ...(title ? { words: { title } } : {}) })).toBe(text)
})

test('in German a notification about a threat names its type and source, and texts written by people stay unchanged', () => {
  useLanguage('de', { ...german, named, server })
  const about = { reason: 'THREAT_ABOUT', parameters: { threatType: 'Phishing site', source: 'Advertisements' } }
  expect(lineBody({ body: 'in English', words: { body: about } })).toBe('Phishing-Website, Anzeigen')
  expect(lineBody({ body: 'News, as promised' })).toBe('News, as promised')
})

test.each([
  ['of the record on the screen', '/takedown/0198a6c0-0000-7000-8000-000000000001', true],
  ['of the record in the panel', '/threats/Domain?id=0198a6c0-0000-7000-8000-000000000001', true],
  ['of another record', '/takedown/0198a6c0-0000-7000-8000-000000000002', false],
  ['of a list', '/threats', false],
  ['without a link', null, false],
] as const)('a notification %s is known to be on the screen or not: %s is %s', (_what, href, isOpen) => {
  const address = (href ?? '').startsWith('/threats/')
    ? 'https://signet.example/threats/Domain?severity=High&id=0198a6c0-0000-7000-8000-000000000001'
    : 'https://signet.example/takedown/0198a6c0-0000-7000-8000-000000000001'
  expect(isOpenAt(address, href)).toBe(isOpen)
})

test.each([
  ['https://portal.example/reports?made=2', '/reports', false],
  ['https://portal.example/home', '/reports', true],
  ['https://portal.example/threats', '/threats?source=URL', true],
])('on %s, a notification that leads to %s offers to show it: %s', (address, href, offers) => {
  expect(isElsewhere(address, href)).toBe(offers)
})
