import type { AnySource, Kind, SourceInfo } from '@signet/contract/sources'
import type {
  FacetField,
  listThreats,
  RemarkInput,
  Threat,
  ThreatDetail,
  threatSortFields,
  Decision,
} from '@signet/contract/threats'
import type { Option, Point, RowPage } from '@signet/contract/wire'
import { createContext, use } from 'react'
import type { QueryOf } from '@signet/contract/route'
import type { Column } from '../../ui/grid/columns.ts'
import type { ListSource } from './threat-source.ts'

/*
 * Threats and touts are shown by the same list, panel and page; a tout is a kind of threat. What differs is here: the calls,
 * the words, the sources. The page says which kind it is about (`RecordsContext`), the parts ask for it (`useRecords`).
 */

export type AnyThreat = Threat<AnySource>
export type AnyDetail = ThreatDetail<AnySource>

/** Which record of which company. */
export interface RecordRef {
  company: string
  source: AnySource
  id: string
}

export interface DecisionInput {
  action: Decision
  version: number
  remark?: RemarkInput | undefined
  /** The last day on which what is whitelisted passes, e.g. `2027-01-31`; for ever when left out. */
  until?: string | undefined
}
/** What may go with a decision. */
export type DecisionDetails = Pick<DecisionInput, 'remark' | 'until'>

/** Records that are decided on together, by id, with their titles as shown. */
export interface Group {
  ids: readonly string[]
  titles: readonly string[]
}

export type ListQuery = Partial<QueryOf<typeof listThreats>>

/** A column as it is shown. */
export type ShownColumn = Column<AnyThreat, (typeof threatSortFields)[number]> & {
  /** Its text in an exported file. */
  text: (row: AnyThreat) => string | number
}

/** A column of the list; its label is read when the columns are put together. */
export type ThreatColumn = Omit<ShownColumn, 'label'> & { label: () => string }

/** The calls of a kind; `sources` narrows to some, left out means all. */
export interface RecordCalls {
  list: (source: ListSource, query: ListQuery, signal: AbortSignal | undefined) => Promise<RowPage<AnyThreat>>
  open: (record: RecordRef, signal?: AbortSignal) => Promise<AnyDetail>
  decide: (record: RecordRef, decision: DecisionInput) => Promise<AnyThreat>
  /** @param note left out: stays as it is; null: none */
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
  sources: (company: string, signal: AbortSignal) => Promise<Option[]>
  frequency: (
    company: string,
    daysBack: number,
    sources: AnySource[] | undefined,
    signal: AbortSignal,
  ) => Promise<Point[]>
}

/** What a kind is called; read where they are shown. */
export interface RecordWords {
  title: () => string
  one: () => string
  filter: () => string
  search: () => string
  /** A count in words, in the current language. */
  count: (count: number) => string
}

export interface Records {
  kind: Kind
  /** First part of the addresses, and second of the query keys. */
  name: 'threats' | 'touts'
  /** The address of the list; the touts' one has the same parameters and is written with this type. */
  listRoute: '/threats/$source'
  words: RecordWords
  calls: RecordCalls
  infoOf: (source: AnySource) => SourceInfo
  /** Columns that only lists of this kind have. */
  columnsOf: (source: ListSource) => readonly ThreatColumn[]
}

export const RecordsContext = createContext<Records | null>(null)

/** The kind the page is about. */
export function useRecords(): Records {
  const records = use(RecordsContext)
  if (!records) throw new Error('no kind of records above this component')
  return records
}
