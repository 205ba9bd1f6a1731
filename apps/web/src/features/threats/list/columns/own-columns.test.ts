// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { threatRecords } from '../../threat-records.ts'
import { toutRecords } from '../../tout-records.tsx'
import type { AnyThreat } from '../../records.ts'
import { blankColumns, defaultColumns, ownColumns } from './threat-columns.tsx'

const row = (fields: object) => ({ source: 'WhatsApp', ...fields }) as unknown as AnyThreat
/** Touts of accounts with these names and one title. */
const accounts = (title: string, ...names: string[]) =>
  names.map((name) => ({ source: 'Telegram', title, channel_data: { entity_user_name: name } }) as unknown as AnyThreat)
const keysOf = (columns: readonly { key: string }[]) => columns.map(({ key }) => key)

test('each source has its own columns by default, which can be sorted, and mixed lists have none', () => {
  const apk = defaultColumns('APK', threatRecords)
  expect(keysOf(apk)).toEqual(['severity', 'threat', 'type', 'packageName', 'store', 'status', 'detected'])
  expect(apk.find(({ key }) => key === 'packageName')?.sort).toBe('fields.packageName')
  expect(ownColumns('All', threatRecords)).toEqual([])
  expect(keysOf(defaultColumns('Bookmarks', threatRecords))).toEqual([
    'severity',
    'threat',
    'type',
    'source',
    'status',
    'detected',
  ])
})

test('the signer of an app can be added, but takes no room by default', () => {
  expect(keysOf(ownColumns('APK', threatRecords))).toContain('signerSha256')
  expect(keysOf(defaultColumns('APK', threatRecords))).not.toContain('signerSha256')
})

test('touts show the price and the face value after the facts that all touts have', () => {
  expect(keysOf(defaultColumns('WhatsApp', toutRecords))).toEqual([
    'severity',
    'threat',
    'seller',
    'offer',
    'contact',
    'price',
    'faceValue',
    'status',
    'detected',
  ])
})

test('touts of apps and extensions name their publisher and store, and show the type where there is room', () => {
  expect(keysOf(defaultColumns('APK', toutRecords))).toEqual([
    'severity',
    'threat',
    'type',
    'store',
    'publisher',
    'price',
    'faceValue',
    'status',
    'detected',
  ])
  expect(keysOf(defaultColumns('Extension', toutRecords)).slice(2, 6)).toEqual(['type', 'reach', 'store', 'publisher'])
})

test('a publisher is a column of its own as soon as one of the first rows has one', () => {
  const columns = defaultColumns('Extension', toutRecords)
  expect(keysOf(blankColumns(columns, [row({})]))).toEqual(['publisher', 'price', 'faceValue'])
  expect(keysOf(blankColumns(columns, [row({}), row({ publisher: 'Ann' })]))).toEqual(['price', 'faceValue'])
})

test('the title of a record is not repeated in a column, and any other field of the source can be added', () => {
  expect(keysOf(ownColumns('EASM', threatRecords))).toEqual([
    'host',
    'address',
    'port',
    'proof',
    'vulnerabilities',
    'expires',
    'noLongerSeen',
  ])
})

test('columns of a price are blank if no row has one', () => {
  const columns = defaultColumns('WhatsApp', toutRecords)
  expect(keysOf(blankColumns(columns, [row({}), row({ ProfileName: 'Ann' })]))).toEqual(['price', 'faceValue'])
  expect(keysOf(blankColumns(columns, [row({}), row({ price: '120' })]))).toEqual(['faceValue'])
})

test('the contact of touts is left out if it is the title of every row', () => {
  const contact = defaultColumns('Telegram', toutRecords).filter(({ key }) => key === 'contact')
  expect(keysOf(blankColumns(contact, accounts('@seats', 'seats', '@seats')))).toEqual(['contact'])
  expect(keysOf(blankColumns(contact, accounts('@seats', 'seats', 'others')))).toEqual([])
})

test('the card of a tout says who sells and for how much, as far as known', () => {
  expect(toutRecords.factsOf?.(row({ ProfileName: 'Ann', price: '120', currency: 'EUR' }))).toEqual(['Ann', '€120.00'])
  expect(toutRecords.factsOf?.(row({}))).toEqual([])
  const app = { source: 'APK', store: 'Pocket Bazaar', price: '5', currency: 'EUR' }
  expect(toutRecords.factsOf?.(row({ ...app, reasons: [] }))).toEqual(['Pocket Bazaar', '€5.00'])
  expect(toutRecords.factsOf?.(row({ ...app, reasons: ['Uses a booking bot'] }))).toEqual(['€5.00'])
})
