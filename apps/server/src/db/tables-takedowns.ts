import type { AttemptChannel, AttemptStatus } from '@signet/contract/takedowns'
import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

export interface TakedownAttemptsTable {
  company_id: number
  id: string
  takedown_id: string
  channel: AttemptChannel
  recipient: string
  status: AttemptStatus
  reference: string | null
  answer: string | null
  at: At
  updated_at: At
  is_demo: Generated<boolean>
}

export interface TakedownTables {
  takedown_attempts: TakedownAttemptsTable
}
