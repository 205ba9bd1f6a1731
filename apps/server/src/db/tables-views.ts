import type { ColumnChoice } from '@signet/contract/portal-settings'
import type { ViewList } from '@signet/contract/views'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export interface SavedViewsTable {
  company_id: number
  id: string
  user_id: string
  user_name: string
  list: ViewList
  name: string
  source: string
  filters: JSONColumnType<Record<string, string>>
  columns: ColumnType<ColumnChoice[] | null, string | null, string | null>
  is_shared: Generated<boolean>
  is_demo: Generated<boolean>
  version: Generated<number>
  created_at: Generated<Date>
}

export interface ViewsTables {
  saved_views: SavedViewsTable
}
