import { expect, test } from 'vitest'
import { sourcesOfTouts } from '../touts/tout-sources.ts'
import {
  conditionOf,
  fieldNames,
  fittedFields,
  fittedValue,
  kindOfField,
  writtenCondition,
  type FieldCondition,
} from './field-kinds.ts'
import { everySource, type FieldKind, type SourceInfo } from './sources.ts'

const infos: readonly SourceInfo[] = [...Object.values(everySource), ...Object.values(sourcesOfTouts)]

test('a field has the same kind in every source', () => {
  for (const { fields } of infos)
    for (const { field, kind = 'text' } of fields) expect(kindOfField(field), field).toBe(kind)
})

test('every source has at least one column of its own, and room for the others', () => {
  for (const { label, fields } of infos) {
    const shown = fields.filter(({ inList }) => inList)
    expect(shown.length, label).toBeGreaterThan(0)
    expect(shown.length, label).toBeLessThanOrEqual(6)
  }
})

test('a condition names a field, a comparison that its kind allows, and a value', () => {
  const conditions: FieldCondition[] = [
    { field: 'followers', operator: 'from', value: '1000' },
    { field: 'price', operator: 'to', value: '49.5' },
    { field: 'createdOn', operator: 'from', value: '2026-01-31' },
    { field: 'website', operator: 'has', value: 'https://a.example/x:y' },
    { field: 'country', operator: 'is', value: 'DE' },
    { field: 'channel_data.participants_count', operator: 'is', value: '12' },
  ]
  for (const condition of conditions) expect(conditionOf(writtenCondition(condition))).toEqual(condition)
  const refused = [
    '',
    'followers',
    'followers:from:',
    'followers:from:many',
    'followers:has:1',
    'createdOn:from:1.1.2026',
  ]
  for (const text of [...refused, 'nothing:is:1', 'toString:is:1', 'bank_name:from:1']) {
    expect(conditionOf(text), text).toBeNull()
  }
})

test.each<[FieldKind, string, unknown]>([
  ['number', '1204', 1204],
  ['number', ' 1,204 ', 1204],
  ['number', '1.204.000', 1_204_000],
  ['number', '1.2K', '1.2K'],
  ['number', 'about 40', 'about 40'],
  ['port', '443', 443],
  ['money', '49,90', 49.9],
  ['money', '120', 120],
  ['money', '1,200.50', '1,200.50'],
  ['date', '2026-11-18', '2026-11-18'],
  ['date', '2026-11-18T10:00:00+01:00', '2026-11-18T09:00:00.000Z'],
  ['date', '18.11.2026', '18.11.2026'],
  ['country', 'de', 'DE'],
  ['country', 'Germany', 'Germany'],
  ['handle', ' @acme ', '@acme'],
  ['text', ' as written ', ' as written '],
])('a %s written as %j is stored as %j', (kind, value, stored) => {
  expect(fittedValue(kind, value)).toBe(stored)
})

test('the fields of a record keep what the source does not have, and nested ones are fitted too', () => {
  const fields = { channel_data: { participants_count: '1,204', title: 'Help' }, price: '20', other: '7' }
  expect(fittedFields('threat', 'Telegram', fields)).toEqual({
    ...fields,
    channel_data: { participants_count: 1204, title: 'Help' },
  })
  expect(fittedFields('tout', 'Telegram', fields)).toMatchObject({ price: 20 })
  expect(fields.channel_data.participants_count).toBe('1,204')
  expect(fieldNames).toContain('channel_data.participants_count')
})
