import { expect, test } from 'vitest'
import { readCsvRows } from './csv-rows.ts'

test('cells keep commas, quotes, line ends and leading signs', () => {
  expect(readCsvRows('id,note\r\n1,"a, ""b""\nc"\r\n\r\n2,=1+1\r\n', ',')).toEqual({
    rows: [
      ['id', 'note'],
      ['1', 'a, "b"\nc'],
      ['2', '=1+1'],
    ],
    skipped: 0,
  })
})

test('a quote that is never closed costs its line only', () => {
  const lines = Array.from({ length: 250 }, (_, at) => (at === 7 ? `${at},"open` : `${at},x`))
  const { rows, skipped } = readCsvRows(lines.join('\n'), ',')
  expect(skipped).toBe(1)
  expect(rows).toHaveLength(249)
  expect(rows[7]).toEqual(['8', 'x'])
})

test('a quote in an unexpected place merges no records', () => {
  const { rows, skipped } = readCsvRows('1,a"b,"c\n2,d\n3,e\n', ',')
  expect(rows.map(([id]) => id)).toEqual(['1', '2', '3'].slice(skipped))
  expect(rows.at(-1)).toEqual(['3', 'e'])
})

test('comments are left out, but not inside a record', () => {
  const { rows } = readCsvRows('# a comment\n1,"first\n# second"\n', ',', (line) => line.startsWith('#'))
  expect(rows).toEqual([['1', 'first\n# second']])
})
