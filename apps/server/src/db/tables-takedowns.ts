import type { AssetState, AttemptChannel, AttemptStatus, CheckReason } from '@signet/contract/takedowns'
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

/** One look at the target of a takedown. */
export interface TakedownChecksTable {
  company_id: number
  takedown_id: string
  at: Date
  state: AssetState
  reason: CheckReason
  status: number | null
  leads_to: string | null
  is_demo: Generated<boolean>
}

export interface TakedownTables {
  takedown_checks: TakedownChecksTable
  takedown_attempts: TakedownAttemptsTable
}
