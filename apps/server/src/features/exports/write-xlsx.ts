import { spreadsheetText } from '@signet/contract/reports/spreadsheet-text'
import { dayMs } from '@signet/contract/time'
import type { Cell, Column } from '../exported-lists/cells.ts'
import { zipStream } from '../evidence/zip-stream.ts'

// The maximum length of a cell in a spreadsheet; longer text is cut off.
const cellMax = 32_767
// Days are counted from 30 December 1899 (ECMA-376 part 1, 18.17.4.1).
const epochMs = Date.UTC(1899, 11, 30)

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const spreadsheet = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const part = (name: string, xml: string) => ({ name, content: [Buffer.from(xmlHead + xml)] })

/** A table as a workbook (ECMA-376) with one sheet and a fixed header with filters, written row by row; instants are dates in UTC. */
export function writeXlsx(
  sheetName: string,
  columns: readonly Column[],
  batches: AsyncIterable<Cell[][]>,
): AsyncGenerator<Buffer> {
  return zipStream([
    part(
      '[Content_Types].xml',
      `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    ),
    part(
      '_rels/.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    part(
      'xl/workbook.xml',
      `<workbook xmlns="${spreadsheet}" xmlns:r="${office}/relationships"><sheets><sheet name="${xmlOf(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/relationships/styles" Target="styles.xml"/></Relationships>`,
    ),
    // Styles: 0 plain, 1 header, 2 instant.
    part(
      'xl/styles.xml',
      `<styleSheet xmlns="${spreadsheet}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FFFFFFFF"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FF1E2A44"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf fontId="1" fillId="2" applyFont="1" applyFill="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, batches) },
  ])
}

async function* sheet(columns: readonly Column[], batches: AsyncIterable<Cell[][]>): AsyncGenerator<Buffer> {
  const widths = columns.map(
    ({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  )
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>'
  yield Buffer.from(
    `${xmlHead}<worksheet xmlns="${spreadsheet}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`,
  )
  const head = columns.map(({ label }, index) => textCell(label, index, 1, ' s="1"'))
  yield Buffer.from(`<row r="1">${head.join('')}</row>`)
  let line = 1
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      line += 1
      return `<row r="${line}">${row.map((cell, index) => cellOf(cell, index, line)).join('')}</row>`
    })
    if (lines.length > 0) yield Buffer.from(lines.join(''))
  }
  yield Buffer.from(`</sheetData><autoFilter ref="A1:${columnOf(columns.length - 1)}${line}"/></worksheet>`)
}

function cellOf(cell: Cell, column: number, line: number): string {
  if (cell === null || cell === '') return ''
  const at = `r="${columnOf(column)}${line}"`
  if (cell instanceof Date) return `<c ${at} s="2"><v>${(cell.getTime() - epochMs) / dayMs}</v></c>`
  if (typeof cell === 'number') return `<c ${at}><v>${cell}</v></c>`
  return textCell(spreadsheetText(cell), column, line, '')
}

const textCell = (text: string, column: number, line: number, style: string) =>
  `<c r="${columnOf(column)}${line}" t="inlineStr"${style}><is><t xml:space="preserve">${xmlOf(text)}</t></is></c>`

/** `A`, `B` … `Z`, `AA` … */
function columnOf(index: number): string {
  const last = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? last : columnOf(Math.floor(index / 26) - 1) + last
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Text for XML 1.0: characters that it can't contain (most control characters, lone surrogates) are removed. */
function xmlOf(text: string): string {
  return (
    text
      .slice(0, cellMax)
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/g, '')
      // Spreadsheets read _x000D_ as a carriage return; escaping the underscore keeps the text literal.
      .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
      .replaceAll(/[&<>"]/g, (mark) => entities[mark] ?? '')
  )
}
