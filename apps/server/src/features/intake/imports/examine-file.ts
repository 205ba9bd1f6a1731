import { importLimits, type ImportDetail } from '@signet/contract/collection/imports'
import type { BrokenRow, FileRow, RowKind } from '@signet/readers/rows/rows'
import { AppError } from '../../../errors.ts'
import type { FileStore } from '../../../files/file-store.ts'
import { readRows, UnreadableRows } from '../../file-imports/read-rows.ts'

/** What the first rows of a file show. */
export interface ExaminedFile {
  kind: RowKind
  columns: ImportDetail['columns']
  /** The first rows, for previews; empty if the file has none. */
  sample: (FileRow | BrokenRow)[]
}

/** Rows from which the columns are known, and the values that are shown of each. */
const examinedRows = 500
const examplesMax = 3
const columnsMax = 300
/** Values of the stored first rows are cut after this number of characters. */
const sampleValueMax = 1000

/** @throws UnreadableRows if not even the first row can be read */
export async function examineFile(files: FileStore, sha256: string): Promise<ExaminedFile> {
  const bytes = await files.open(sha256)
  if (!bytes) throw new AppError('FILE_NOT_KEPT', {}, { retryAfter: 1 })
  let kind: RowKind = 'csv'
  const rows: (FileRow | BrokenRow)[] = []
  try {
    for await (const message of readRows(bytes, { max: examinedRows })) {
      if ('kind' in message) kind = message.kind
      else rows.push(message)
    }
  } catch (error) {
    // A file that is damaged behind these rows shows that when it is imported.
    if (!(error instanceof UnreadableRows) || rows.length === 0) throw error
  }
  return { kind, columns: columnsOf(rows), sample: rows.slice(0, importLimits.previewed).map(shortened) }
}

function columnsOf(rows: readonly (FileRow | BrokenRow)[]): ImportDetail['columns'] {
  const columns = new Map<string, Set<string>>()
  for (const row of rows) {
    if ('broken' in row) continue
    for (const [name, value] of Object.entries(row.values)) {
      const examples = columns.get(name) ?? new Set()
      if (columns.size < columnsMax || columns.has(name)) columns.set(name, examples)
      if (examples.size < examplesMax) examples.add(String(value).slice(0, 100).toWellFormed())
    }
  }
  return [...columns].map(([name, examples]) => ({ name, examples: [...examples] }))
}

function shortened(row: FileRow | BrokenRow): FileRow | BrokenRow {
  if ('broken' in row) return row
  const values = Object.entries(row.values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.slice(0, sampleValueMax).replaceAll('\0', '').toWellFormed() : value,
  ])
  return { line: row.line, values: Object.fromEntries(values) }
}
