import type { SelectQueryBuilder } from 'kysely'
import type * as z from 'zod/mini'
import type { exportFilters } from '@signet/contract/reports/exports'
import type { Permission } from '@signet/contract/access/permissions'
import type { Module } from '@signet/contract/route'
import type { Severity } from '@signet/contract/threats/severities'
import type { Actor, CompanyRef } from '../../app/context.ts'
import { countUpTo } from '../../db/capped-page.ts'
import type { Tx } from '../../db/database.ts'
import { batchOf, type BatchCursor } from './batch.queries.ts'
import type { Cell, Column } from './cells.ts'

/** The user who gets the rows; their permissions are checked again when the job runs. */
export interface ExportReader {
  tx: Tx
  company: CompanyRef
  actor: Actor
  /** The time zone of the company, e.g. `Europe/Berlin`. */
  zone: string
}

export interface RowBatch {
  rows: Cell[][]
  next: BatchCursor | null
}

/** The decoded filter of a kind. */
export type FilterOf<K extends keyof typeof exportFilters> = z.output<(typeof exportFilters)[K]>

export interface Bar {
  label: string
  value: number
  /** A severity gives a bar its colour. */
  tone?: Severity
  /** Shown at the end of the bar instead of the number. */
  text?: string
}
export interface Chart {
  title: string
  /** Bars are horizontal, columns follow the time axis. */
  form: 'bars' | 'columns'
  data: Bar[]
  /** Shown below the title. */
  note?: string
}
/** What a report shows before its table. */
export interface Figures {
  key: { label: string; value: string; note: string }[]
  charts: Chart[]
  /** What is counted, e.g. `Threats found`, for the sentence that compares the period with the one before. */
  counted: string
  /** Sentences on the first page that say what matters, the most important ones first. */
  points: string[]
  /** Lines below the charts, e.g. what the figures mean. */
  notes?: readonly string[]
}

export interface PrintedColumn {
  /** Index of the value in a row. */
  column: number
  /** For the title of a threat: the index of its source, which tells an address from a name. */
  source?: number
  /** Printed where there is no value. */
  empty?: string
}

/** What can be exported: how its rows are read in pieces, and what a report says about them. `F` is its decoded filter. */
export interface Exporter<F> {
  title: string
  reportName: string
  permission: Permission
  module?: Module
  columns: readonly Column[]
  /** The columns of the table in a printed report. */
  printed: readonly PrintedColumn[]
  /** Stops counting at `max`. */
  count(reader: ExportReader, filter: F, max: number): Promise<number>
  /** The rows after a cursor, newest first. */
  batch(reader: ExportReader, filter: F, after: BatchCursor | null, limit: number): Promise<RowBatch>
  figures(reader: ExportReader, filter: F): Promise<Figures>
}
/** The exporter of any kind; its filter was decoded by the schema of that kind. */
export type AnyExporter = Exporter<object>

/** A column by its head and its width in characters. */
export const column = (label: string, width: number): Column => ({ label, width })

/** A list that can be exported: its query, its order and the cells of a row. */
interface ExportedList<F, DB, TB extends keyof DB, R extends { id: string }> extends Omit<
  Exporter<F>,
  'count' | 'batch' | 'figures'
> {
  /** The rows that a filter matches, without columns and order. */
  from: (reader: ExportReader, filter: F) => SelectQueryBuilder<DB, TB, object>
  /** The instant that rows are ordered by, newest first, and the id that orders those of the same instant. */
  order: readonly [at: string, id: string]
  select: (found: SelectQueryBuilder<DB, TB, object>, reader: ExportReader) => SelectQueryBuilder<DB, TB, R>
  cells: (row: R) => Cell[]
  figures: (reader: ExportReader, found: SelectQueryBuilder<DB, TB, object>) => Promise<Figures>
}

/** The exporter of a list: counts its rows and reads them in batches. */
export function exporterOf<F, DB, TB extends keyof DB, R extends { id: string }>({
  from,
  order,
  select,
  cells,
  figures,
  ...exporter
}: ExportedList<F, DB, TB, R>): Exporter<F> {
  return {
    ...exporter,
    count: (reader, filter, max) => countUpTo(reader.tx, from(reader, filter), max),
    async batch(reader, filter, after, limit) {
      const rows = await batchOf(select(from(reader, filter), reader), order, after, limit)
      const last = rows.at(-1)
      return { rows: rows.map(cells), next: last && rows.length === limit ? { at: last.cursor, id: last.id } : null }
    },
    figures: (reader, filter) => figures(reader, from(reader, filter)),
  }
}
