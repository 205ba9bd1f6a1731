import type { Buffer } from 'node:buffer'
import { UnreadableFile } from '../../file-kind.ts'
import { describeFile, TextCollector, textMax, wordsOf, type ReadDocument, type Sheet } from '../document.ts'
import { OfficePackage } from './package.ts'
import { officeProperties } from './properties.ts'
import type { XmlHandlers } from './xml.ts'

const sheetsMax = 10_000

/**
 * Reads a workbook of Excel (SpreadsheetML, ECMA-376-1, section 18): the values of all sheets, hidden ones too, and their comments. The
 * value of a formula is its stored result; dates are the numbers they are stored as.
 *
 * @throws UnreadableFile
 */
export function readXlsx(bytes: Buffer): ReadDocument {
  const file = new OfficePackage(bytes)
  const { main } = file
  const strings = file.related(main, 'sharedStrings').flatMap((part) => readStrings(file, part))
  const parts = new Map(file.relations(main).map(({ id, target }) => [id, target]))
  const text = new TextCollector()
  const sheets: Sheet[] = []
  for (const { name, hidden, relation } of sheetsOf(file, main)) {
    text.add(`${name}\n`)
    const part = parts.get(relation)
    let rows = 0
    if (part !== undefined) {
      file.readXml(
        part,
        cellsInto(text, strings, () => rows++),
      )
      for (const type of ['comments', 'threadedComment', 'drawing'])
        for (const each of file.related(part, type)) file.readXml(each, textInto(text))
    }
    sheets.push({ name, rows, hidden })
    text.add('\n')
  }
  return {
    ...describeFile('xlsx', bytes),
    ...officeProperties(file),
    sheets,
    ...wordsOf(text.toString()),
    hasMacros: file.hasMacros,
    externalLinks: file.externalLinks(),
    text: text.toString(),
  }
}

interface SheetPart {
  name: string
  hidden: boolean
  relation: string
}

/** The sheets in their order. */
export function sheetsOf(file: OfficePackage, main: string): SheetPart[] {
  const sheets: SheetPart[] = []
  file.readXml(main, {
    open: (element) => {
      if (element.name !== 'sheet') return
      if (sheets.length === sheetsMax) throw new UnreadableFile('tooLarge', `it has more than ${sheetsMax} sheets`)
      const state = element.get('state')
      const hidden = state === 'hidden' || state === 'veryHidden'
      sheets.push({ name: element.get('name') ?? '', hidden, relation: element.relation('id') ?? '' })
    },
  })
  return sheets
}

/** The shared strings; phonetic readings aren't part of them. */
export function readStrings(file: OfficePackage, part: string): string[] {
  const strings: string[] = []
  let length = 0
  let value = ''
  let inText = false
  let inPhonetic = false
  file.readXml(part, {
    open: ({ name }) => {
      if (name === 'si') value = ''
      if (name === 'rPh') inPhonetic = true
      inText = name === 't' && !inPhonetic
    },
    text: (text) => {
      if (!inText) return
      value += text
      length += text.length
      if (length > textMax) throw new UnreadableFile('tooLarge', `its text is longer than ${textMax} characters`)
    },
    close: (name) => {
      if (name === 'si') strings.push(value)
      if (name === 'rPh') inPhonetic = false
      inText = false
    },
  })
  return strings
}

/** What a cell shows for a truth value. */
export const booleans: Readonly<Record<string, string>> = { '0': 'FALSE', '1': 'TRUE' }

/** One line per row, its values separated by tabs. */
function cellsInto(text: TextCollector, strings: readonly string[], onRow: () => void): XmlHandlers {
  let type: string | undefined
  let value = ''
  let isValue = false
  let cells = 0
  const end = () => {
    const shown = type === 's' ? (strings[Number(value)] ?? '') : type === 'b' ? (booleans[value] ?? value) : value
    if (shown === '') return
    text.add(cells++ ? `\t${shown}` : shown)
  }
  return {
    open: (element) => {
      const { name } = element
      isValue = name === 'v' || (name === 't' && type === 'inlineStr')
      if (name === 'row') cells = 0
      if (name === 'c') {
        type = element.get('t')
        value = ''
      }
    },
    text: (part) => {
      if (isValue) value += part
    },
    close: (name) => {
      isValue = false
      if (name === 'c') end()
      if (name !== 'row' || !cells) return
      onRow()
      text.add('\n')
    },
  }
}

/** The text of comments and drawings. */
function textInto(text: TextCollector): XmlHandlers {
  let inText = false
  return {
    open: ({ name }) => {
      inText = name === 't' || name === 'text'
    },
    text: (part) => {
      if (inText) text.add(part)
    },
    close: (name) => {
      inText = false
      if (name === 'p' || name === 'comment' || name === 'threadedComment') text.add('\n')
    },
  }
}
