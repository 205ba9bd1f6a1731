import type { Buffer } from 'node:buffer'
import { OfficePackage } from '../documents/office/package.ts'
import { booleans, readStrings, sheetsOf } from '../documents/office/xlsx.ts'
import { UnreadableFile } from '../file-kind.ts'
import { areValues, numberedTitles, titlesOf, valuesOfCells, type FileRow, type RowValue } from './row.ts'

const cellsMax = 20_000_000
/** The last column of Excel is XFD; rows use the first ones only. */
const columnsMax = 200

interface SheetRow {
  line: number
  cells: RowValue[]
}

/**
 * The rows of the first visible sheet of a workbook that has any. The first row has the titles, unless it has values; dates are the numbers
 * they are stored as.
 *
 * @throws UnreadableFile
 */
export async function* xlsxRows(bytes: Buffer): AsyncGenerator<FileRow> {
  const file = new OfficePackage(bytes)
  const { main } = file
  const strings = file.related(main, 'sharedStrings').flatMap((part) => readStrings(file, part))
  const parts = new Map(file.relations(main).map(({ id, target }) => [id, target]))
  for (const { hidden, relation } of sheetsOf(file, main)) {
    const part = hidden ? undefined : parts.get(relation)
    const [first, ...rest] = part === undefined ? [] : readSheet(file, part, strings)
    if (!first) continue
    const isData = areValues(first.cells)
    const titles = isData ? numberedTitles(first.cells) : titlesOf(Array.from(first.cells, (cell) => cell ?? ''))
    for (const { line, cells } of isData ? [first, ...rest] : rest) yield { line, values: valuesOfCells(titles, cells) }
    return
  }
}

/** The rows of a sheet that aren't empty. */
function readSheet(file: OfficePackage, part: string, strings: readonly string[]): SheetRow[] {
  const rows: SheetRow[] = []
  let row: SheetRow = { line: 0, cells: [] }
  let [type, value, column, count]: [string | undefined, string, number, number] = [undefined, '', 0, 0]
  let isValue = false
  file.readXml(part, {
    open: (element) => {
      const { name } = element
      isValue = name === 'v' || (name === 't' && type === 'inlineStr')
      if (name === 'row') row = { line: Number(element.get('r') ?? row.line + 1), cells: [] }
      if (name === 'c') {
        type = element.get('t')
        value = ''
        column = columnOf(element.get('r')) ?? row.cells.length
      }
    },
    text: (text) => {
      if (isValue) value += text
    },
    close: (name) => {
      isValue = false
      if (name === 'c' && value !== '' && column < columnsMax) {
        count += 1
        if (count > cellsMax) throw new UnreadableFile('tooLarge', `it has more than ${cellsMax} cells`)
        while (row.cells.length < column) row.cells.push('')
        row.cells[column] = shownValue(type, value, strings)
      }
      if (name === 'row' && row.cells.length > 0) rows.push(row)
    },
  })
  return rows
}

function shownValue(type: string | undefined, value: string, strings: readonly string[]): RowValue {
  if (type === 's') return strings[Number(value)] ?? ''
  if (type === 'b') return booleans[value] ?? value
  const number = Number(value)
  // Longer numbers lose digits: an account number stays as it is written.
  return (type === undefined || type === 'n') && Number.isFinite(number) && String(number) === value ? number : value
}

/** The column of a reference such as `AB12`, counted from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return null
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
