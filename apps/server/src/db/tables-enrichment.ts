import type { Indicator } from '@signet/contract/findings'
import type { Facts, ObservationKind, ObservedChange } from '@signet/contract/observations'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export interface DomainWatchesTable {
  company_id: number
  threat_id: string
  host: string
  next_at: ColumnType<Date, Date | undefined, Date>
  claimed_until: Date | null
  looked_at: Date | null
  failures: Generated<number>
  base_score: number | null
  told: Generated<string[]>
  added: ColumnType<Indicator[], string | undefined, string>
}

export interface DomainObservationsTable {
  company_id: number
  id: string
  threat_id: string
  kind: ObservationKind
  facts: JSONColumnType<Facts>
  hash: string
  changes: ColumnType<ObservedChange[], string | undefined, string>
  observed_at: Date
  seen_at: Date
  seen_count: Generated<number>
  is_settled: boolean
  is_demo: Generated<boolean>
}

export interface LookupsTable {
  key: string
  answer: JSONColumnType<object>
  fetched_at: ColumnType<Date, Date | undefined, Date>
  expires_at: Date
}

export interface LookupGatesTable {
  server: string
  next_at: Date
}

export interface EnrichmentTables {
  domain_watches: DomainWatchesTable
  domain_observations: DomainObservationsTable
  lookups: LookupsTable
  lookup_gates: LookupGatesTable
}
