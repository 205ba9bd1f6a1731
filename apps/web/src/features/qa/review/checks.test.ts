import { afterEach, expect, test } from 'vitest'
import { germanOfStaff } from '../../../words/de-staff.ts'
import { german } from '../../../words/de.ts'
import { named } from '../../../words/named/names.ts'
import { useLanguage } from '../../../words/words.ts'
import { checksOf, reviewedHostOf, isOfficial } from './checks.ts'
import type { QaRecordDetail } from '../qa-kind.ts'

afterEach(() => useLanguage('en'))

const passed = {
  source: 'Domain',
  title: 'shop.test',
  lastSeen: '2026-11-20T12:00:00Z',
  official: ['bank.example'],
  evidence: [{}],
  related: [],
  indicators: [{ contribution: 40 }],
}
const failed = {
  ...passed,
  title: 'shop.bank.example',
  lastSeen: '2026-11-01T12:00:00Z',
  evidence: [],
  related: [{}, {}],
  indicators: [{ contribution: -10 }],
}
const texts = (threat: object) =>
  checksOf(threat as QaRecordDetail, new Date('2026-11-21T12:00:00Z')).map(({ text, isGood }) => [text, isGood])

test('each check says what was found, whether it passed or failed', () => {
  expect(texts(passed)).toEqual([
    ['Seen in the last 7 days', true],
    ["Not one of the client's own domains", true],
    ['Evidence saved', true],
    ['No possible duplicates', true],
    ['No indicators speak against a threat', true],
  ])
  expect(texts(failed)).toEqual([
    ['Last seen 20 days ago', false],
    ["On one of the client's own domains", false],
    ['No evidence saved yet', false],
    ['2 possible duplicates to compare', false],
    ['1 indicator speaks against a threat', false],
  ])
})

test('a capture of a page that did not answer is no evidence of what it showed', () => {
  const silent = { ...passed, indicators: [{ name: 'Web server not responding', contribution: -5 }] }
  expect(texts(silent)[2]).toEqual(['Page did not answer', false])
  expect(texts({ ...silent, evidence: [] })[2]).toEqual(['No evidence saved yet', false])
})

test('says in German what a check found', () => {
  useLanguage('de', { ...german, ...germanOfStaff, named })
  expect(texts(passed)).toEqual([
    ['In den letzten 7 Tagen gesehen', true],
    ['Keine eigene Domain des Kunden', true],
    ['Nachweise gesichert', true],
    ['Keine möglichen Duplikate', true],
    ['Keine entlastenden Indikatoren', true],
  ])
  expect(texts(failed)).toEqual([
    ['Zuletzt vor 20 Tagen gesehen', false],
    ['Auf einer eigenen Domain des Kunden', false],
    ['Noch keine Nachweise gesichert', false],
    ['2 mögliche Duplikate zu vergleichen', false],
    ['1 entlastender Indikator', false],
  ])
})

test.each([
  [{ source: 'Domain', title: 'x', unicode_name: 'сoinbase.com', domain_name: 'xn--oinbase-rhg.com' }, 'сoinbase.com'],
  [{ source: 'Domain', title: 'Coinbase-Pay.test' }, 'coinbase-pay.test'],
  [{ source: 'URL', title: 'x', link: 'https://Kyc.Example.test:8080/a?b' }, 'kyc.example.test'],
  [{ source: 'APK', title: 'mMeridian Banking' }, null],
] as const)('the host of %j is %s', (threat, host) => {
  expect(reviewedHostOf(threat)).toBe(host)
})

test('a name is official if it is an official domain or below one, not if it only ends with the same letters', () => {
  expect(isOfficial('coinbase.com', ['coinbase.com'])).toBe(true)
  expect(isOfficial('pay.coinbase.com', ['coinbase.com'])).toBe(true)
  expect(isOfficial('mycoinbase.com', ['coinbase.com'])).toBe(false)
})
