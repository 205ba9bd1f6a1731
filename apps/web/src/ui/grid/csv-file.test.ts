import { expect, test } from 'vitest'
import { csvCell } from './csv-file.ts'

test.each([
  ['=HYPERLINK("x")', '"\'=HYPERLINK(""x"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@cmd', "'@cmd"],
  ['＝1', "'＝1"],
  ['a,b', '"a,b"'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
])('the cell %j is written %j', (value, expected) => {
  expect(csvCell(value)).toBe(expected)
})

test('numbers are written as numbers, including negative ones', () => {
  expect(csvCell(-3)).toBe('-3')
})
