import { isObject, type Json } from '../narrow.ts'

/** A value of a row; empty ones are left out. */
export type RowValue = string | number | boolean

/** One record of a file, its values by column. */
export interface FileRow {
  /** The line, or the row of a sheet, where it begins, counted from 1. */
  line: number
  values: Record<string, RowValue>
}

/** A record that can't be read. */
export interface BrokenRow {
  line: number
  broken: 'notJson' | 'tooLong' | 'quoteOpen'
}

/** Longer lines and records are broken, in characters. */
export const rowLengthMax = 64 * 1024
const columnsMax = 200
const depthMax = 4
const nameMax = 100

/** The values of an object by their dotted names; lists of texts and numbers are joined, others are left out. */
export function valuesOf(object: Json): Record<string, RowValue> {
  const values = new Map<string, RowValue>()
  collect(object, '', 1, values)
  return Object.fromEntries(values)
}

function collect(object: Json, prefix: string, depth: number, values: Map<string, RowValue>): void {
  for (const [key, value] of Object.entries(object)) {
    const name = prefix + key
    if (values.size === columnsMax || name.length > nameMax) continue
    if (isObject(value)) {
      if (depth < depthMax) collect(value, `${name}.`, depth + 1, values)
      continue
    }
    const single = Array.isArray(value) ? joined(value) : value
    if (typeof single === 'number' || typeof single === 'boolean') values.set(name, single)
    else if (typeof single === 'string' && single.trim() !== '') values.set(name, single.trim())
  }
}

const joined = (list: readonly unknown[]) =>
  list.filter((value) => typeof value === 'string' || typeof value === 'number').join(', ')

/** Exports, ours too, write an apostrophe before a text that a spreadsheet would take for a formula, such as `+49 170` or `@umber`. */
const beforeFormula = /^'(?=[=+\-@＝＋－＠])/

/** The values of cells by the titles of their columns. */
export function valuesOfCells(titles: readonly string[], cells: readonly RowValue[]): Record<string, RowValue> {
  const values = titles.flatMap((title, column): [string, RowValue][] => {
    const cell = cells[column]
    const value = typeof cell === 'string' ? cell.trim().replace(beforeFormula, '') : cell
    return value === undefined || value === '' ? [] : [[title, value]]
  })
  return Object.fromEntries(values)
}

/** The titles of columns by the cells of the first row: each once, and none empty. */
export function titlesOf(cells: readonly RowValue[]): string[] {
  const titles: string[] = []
  for (const [column, cell] of cells.slice(0, columnsMax).entries()) {
    const title =
      String(cell)
        .trim()
        .slice(0, nameMax - 10) || `Column ${column + 1}`
    titles.push(titles.includes(title) ? `${title} (${column + 1})` : title)
  }
  return titles
}

/** Whether the cells of the first row are values, so that the file has no titles. */
export const areValues = (cells: readonly RowValue[]): boolean => cells.some((cell) => looksLikeValue(String(cell)))

const looksLikeValue = (text: string) =>
  /^(?:https?:\/\/\S+|\d[\d.,:/-]*|[^\s@]+@[^\s@]+\.\w+|(?:[a-z0-9-]+\.)+[a-z]{2,})$/i.test(text.trim())

/** The titles of a file without any. */
export const numberedTitles = (cells: readonly RowValue[]): string[] => titlesOf(cells.map(() => ''))
