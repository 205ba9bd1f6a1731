import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { exportFilters } from '@signet/contract/exports'
import type { Permission } from '@signet/contract/permissions'
import type { Module } from '@signet/contract/route'
import type { Severity } from '@signet/contract/severities'
import type { Actor, CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { Cell, Column } from './cells.ts'

/** The user who gets the rows; their permissions are checked again when the job runs. */
export interface Reader {
  tx: Tx
  company: CompanyRef
  actor: Actor
  /** The time zone of the company, e.g. `Europe/Berlin`. */
  zone: string
}

/** Where a batch ended: the instant as the database writes it, to the microsecond, and the id. */
export interface Cursor {
  at: string
  id: string
}
export interface Batch {
  rows: Cell[][]
  next: Cursor | null
}

/** The decoded filter of a kind. */
export type FilterOf<K extends keyof typeof exportFilters> = z.output<(typeof exportFilters)[K]>

export interface Bar {
  label: string
  value: number
  /** A severity gives a bar its colour. */
  tone?: Severity
  /** Said at the end of the bar instead of the number. */
  text?: string
}
export interface Chart {
  title: string
  /** Bars are horizontal, columns follow the time axis. */
  form: 'bars' | 'columns'
  data: Bar[]
  /** Said below the title. */
  note?: string
}
/** What a report says before its table. */
export interface Figures {
  key: { label: string; value: string; note: string }[]
  charts: Chart[]
}

/** What can be exported: how its rows are read in pieces, and what a report says about them. `F` is its decoded filter. */
export interface Exporter<F> {
  title: string
  reportName: string
  permission: Permission
  module?: Module
  columns: readonly Column[]
  /** The columns of the table in a printed report, by index, with their widths in points (515 in all). */
  printed: readonly { column: number; width: number }[]
  /** Stops counting at `max`. */
  count: (reader: Reader, filter: F, max: number) => Promise<number>
  /** The rows after a cursor, newest first. */
  batch: (reader: Reader, filter: F, after: Cursor | null, limit: number) => Promise<Batch>
  figures: (reader: Reader, filter: F) => Promise<Figures>
}
export type AnyExporter = Exporter<never>

/** A column by its head and its width in characters. */
export const column = (label: string, width: number): Column => ({ label, width })

/** Rows that come after the cursor when the newest come first. */
export function isBefore(at: string, id: string, cursor: Cursor | null) {
  return sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) < (${cursor?.at}::timestamptz, ${cursor?.id}::uuid)`
}

/** The cells of the rows, and where the next batch goes on. */
export function batchOf<R extends { id: string; cursor: string }>(
  rows: readonly R[],
  limit: number,
  cellsOf: (row: R) => Cell[],
): Batch {
  const last = rows.at(-1)
  return {
    rows: rows.map(cellsOf),
    next: last && rows.length === limit ? { at: last.cursor, id: last.id } : null,
  }
}
