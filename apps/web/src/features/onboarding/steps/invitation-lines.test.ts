import { expect, test } from 'vitest'
import { readInvitations } from './invitation-lines.ts'

const read = (text: string) => readInvitations(text).items.map(({ name, email }) => `${name} | ${email}`)

test('people are recognised in the formats of mail programs and spreadsheets', () => {
  expect(
    read(
      'Ada Umber <ada@umber.example>\n"Umber, Bo" <bo@umber.example>\nCy Umber; cy@umber.example\ndi@umber.example\tDi Umber',
    ),
  ).toEqual([
    'Ada Umber | ada@umber.example',
    'Umber Bo | bo@umber.example',
    'Cy Umber | cy@umber.example',
    'Di Umber | di@umber.example',
  ])
})

test('a name is derived from an address without one, and nobody is invited twice', () => {
  expect(read('ada.umber@umber.example\nADA.UMBER@umber.example')).toEqual(['Ada Umber | ada.umber@umber.example'])
})

test('a line without an address is reported with its number', () => {
  const { items, faults } = readInvitations('\nAda Umber\nbo@umber.example')
  expect(items).toHaveLength(1)
  expect(faults).toHaveLength(1)
  expect(faults[0]).toContain('2')
})
