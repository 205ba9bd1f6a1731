import { expect, test } from 'vitest'
import { SourceFile } from '../source-file.ts'
import { isReportCsv, readReportCsv } from './report-rows.ts'

test('cells that look like formulas are data', () => {
  const text =
    'platform,profile,phone_or_handle,note\nWhatsApp,-x,+15555550001,=cmd|calc\nInstagram,@a,@a,"two\nlines"\n'
  const { items, skipped } = readReportCsv(text)
  expect(items.map(({ profile, phoneOrHandle, note }) => [profile, phoneOrHandle, note])).toEqual([
    ['-x', '+15555550001', '=cmd|calc'],
    ['@a', '@a', 'two\nlines'],
  ])
  expect(skipped).toBe(0)
})

test('a file of a spreadsheet has semicolons, Windows-1252, a separator line and columns in another order', () => {
  const bytes = Buffer.from(
    'sep=;\r\nURL; Profile ;Platform;;\r\nhttps://a.example/;n\u00f6rth;WhatsApp;;\r\n',
    'latin1',
  )
  const { text } = new SourceFile('reports.csv', bytes)
  expect(isReportCsv(text)).toBe(true)
  expect(readReportCsv(text).items).toMatchObject([
    { platform: 'WhatsApp', profile: 'nörth', url: 'https://a.example/', note: '' },
  ])
})

test('rows without a platform, with nothing reported or with more cells than titles are skipped', () => {
  const rows = [
    'platform,url',
    ',https://a.example/',
    'WhatsApp,',
    'WhatsApp,https://a.example/a,b',
    'WhatsApp,https://b.example/',
  ]
  expect(readReportCsv(rows.join('\n'))).toMatchObject({ items: [{ url: 'https://b.example/' }], skipped: 3 })
})

test('other tables are no reports', () => {
  expect(isReportCsv('platform,count\nWhatsApp,5\n')).toBe(false)
  expect(isReportCsv('name,url\na,https://a.example/\n')).toBe(false)
  expect(isReportCsv('')).toBe(false)
})
