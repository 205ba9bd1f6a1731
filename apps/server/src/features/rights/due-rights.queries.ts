import { sql } from 'kysely'
import type { Tx } from '../../db/database.ts'

/** The days before the expiry of a right on which its company is reminded; the last reminder says that it has expired. */
const remindDays = [90, 30, 7, -1] as const

/** A right that a reminder is due for. */
interface Due {
  name: string
  /** Negative once it has expired. */
  daysLeft: number
}

/** The smallest of the reminder days that has been reached. */
const reached = (today: string) => sql<number | null>`(select min(day) from unnest(${[...remindDays]}::int[]) as day
  where day >= expires_on - ${today}::date)`

/** Records that the reminders are sent, and returns what they are about. There are some hundred rows at most. */
export async function dueTrademarks(tx: Tx, companyId: number, today: string): Promise<Due[]> {
  return tx
    .updateTable('trademarks')
    .set({ reminded_days: reached(today) })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${reached(today)} < coalesce(reminded_days, 1000)`)
    .returning([sql<string>`name || ' (' || office || ' ' || number || ')'`.as('name')])
    .returning(sql<number>`expires_on - ${today}::date`.as('daysLeft'))
    .execute()
}

export async function dueDocuments(tx: Tx, companyId: number, today: string): Promise<Due[]> {
  return tx
    .updateTable('rights_documents as documents')
    .from('files')
    .set({ reminded_days: reached(today) })
    .whereRef('files.company_id', '=', 'documents.company_id')
    .whereRef('files.id', '=', 'documents.id')
    .where('documents.company_id', '=', companyId)
    .where(sql<boolean>`${reached(today)} < coalesce(reminded_days, 1000)`)
    .returning(['files.name', sql<number>`expires_on - ${today}::date`.as('daysLeft')])
    .execute()
}
