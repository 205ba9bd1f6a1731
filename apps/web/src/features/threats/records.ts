import type { DecisionBody } from '@signet/contract/threats/records'
import type { AnySource, Kind, SourceInfo } from '@signet/contract/threats/sources'
import type { FacetField, listThreats, RemarkInput, Threat, ThreatDetail } from '@signet/contract/threats/threats'
import type { Option, Point, RowPage } from '@signet/contract/wire'
import { createContext, use } from 'react'
import type { CallQuery } from '../../api/call.ts'
import type { Column } from '../../ui/grid/columns/columns.ts'
import type { ThreatSort } from './threat-search.ts'
import type { ListSource } from './threat-source.ts'

/*
 * Threats and touts share the same list, panel and page, because a tout is a kind of threat. This file defines the differences: the calls,
 * the texts, the sources. The page sets its kind in `RecordsContext`, and its parts read it with `useRecords`.
 */

export type AnyThreat = Threat<AnySource>
export type AnyDetail = ThreatDetail<AnySource>

/** Identifies a record and its company. */
export interface RecordRef {
  company: string
  source: AnySource
  id: string
}

/** Optional details of a decision. */
export interface DecisionDetails extends Pick<DecisionBody, 'remark'> {
  /** The last day of a whitelisting; omitted if it doesn't expire. */
  until?: string | undefined
}

/** Records that are decided together, by id, with their displayed titles. */
export interface Group {
  ids: readonly string[]
  titles: readonly string[]
  /** Left out if they are rows of the list. */
  sources?: readonly AnySource[]
}

export type ListQuery = Omit<CallQuery<typeof listThreats>, 'threatSource'>

/** A column with its label in the current language. */
export type ShownColumn = Column<AnyThreat, ThreatSort> & {
  /** The text of the cell in an exported file. */
  text: (row: AnyThreat) => string | number
}

/** A column of the list. Its label is read when the columns are put together. */
export type ThreatColumn = Omit<ShownColumn, 'label'> & { label: () => string }

/** The calls of a kind. `sources` filters by source; omitted means all. */
export interface RecordCalls {
  list: (source: ListSource, query: ListQuery, signal: AbortSignal | undefined) => Promise<RowPage<AnyThreat>>
  open: (record: RecordRef, signal?: AbortSignal) => Promise<AnyDetail>
  decide: (record: RecordRef, decision: DecisionBody) => Promise<AnyThreat>
  /** @param note omitted: unchanged; null: removed */
  bookmark: (record: RecordRef, isOn: boolean, note?: string | null) => Promise<void>
  remark: (record: RecordRef, remark: RemarkInput) => Promise<unknown>
  options: (
    of: 'severity' | 'type' | 'category',
    company: string,
    sources: AnySource[] | undefined,
    signal: AbortSignal,
  ) => Promise<Option[]>
  facet: (
    field: FacetField,
    company: string,
    sources: AnySource[] | undefined,
    signal: AbortSignal,
  ) => Promise<Option[]>
  sources: (query: ListQuery, signal: AbortSignal) => Promise<Option[]>
  frequency: (
    query: ListQuery,
    daysBack: number,
    sources: AnySource[] | undefined,
    signal: AbortSignal,
  ) => Promise<Point[]>
}

/** The texts of a kind, which are read when they are displayed. */
export interface RecordWords {
  title: () => string
  one: () => string
  filter: () => string
  search: () => string
  /** A count with its noun, in the current language. */
  count: (count: number) => string
}

export interface Records {
  kind: Kind
  /** The first segment of the paths, and the second of the query keys. */
  name: 'threats' | 'touts'
  /** The path of the list. */
  listRoute: `/${Records['name']}/$source`
  words: RecordWords
  calls: RecordCalls
  infoOf: (source: AnySource) => SourceInfo
  /** Columns that only the lists of this kind have. */
  columnsOf: (source: ListSource) => readonly ThreatColumn[]
  /** What a phone shows of a record before the reasons, in place of these columns. */
  factsOf?: (record: AnyThreat) => readonly string[]
}

export const RecordsContext = createContext<Records | null>(null)

/** The kind of records on the current page. */
export function useRecords(): Records {
  const records = use(RecordsContext)
  if (!records) throw new Error('no kind of records above this component')
  return records
}
