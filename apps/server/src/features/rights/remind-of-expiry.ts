import { sql } from 'kysely'
import type { Database, Tx } from '../../db/database.ts'
import { everyCompanyId } from '../../db/companies.queries.ts'
import { noticeOf } from '../../errors/sentences.ts'
import { notify } from '../notifications/notify.ts'

/** The days before the expiry of a right on which its company is reminded; the last reminder says that it has expired. */
const remindDays = [90, 30, 7, -1] as const

/** A right that a reminder is due for. */
interface Due {
  name: string
  /** Negative once it has expired. */
  daysLeft: number
}

/**
 * Reminds the people who can change the rights of a company, and those who work on its takedowns, of what expires. Each of the four
 * reminders is sent once; of those that were missed, only the latest.
 */
export async function remindOfExpiry({ database }: { database: Database }, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  for (const companyId of await everyCompanyId(database)) {
    await database.inCompanies([companyId], async (tx) => {
      const due = [...(await dueTrademarks(tx, companyId, today)), ...(await dueDocuments(tx, companyId, today))]
      for (const { name, daysLeft } of due) {
        await notify(tx, {
          companyId,
          audience: { roles: ['client', 'superAdmin', 'admin', 'subAdmin', 'subAdminPeekerTwo'] },
          type: 'account',
          title:
            daysLeft < 0
              ? noticeOf('RIGHT_EXPIRED', { name })
              : noticeOf('RIGHT_EXPIRES', { name, count: Math.max(daysLeft, 0) }),
          href: '/settings?part=rights',
        })
      }
    })
  }
}

/** The smallest of the reminder days that has been reached. */
const reached = (today: string) => sql<number | null>`(select min(day) from unnest(${[...remindDays]}::int[]) as day
  where day >= expires_on - ${today}::date)`

/** Records that the reminders are sent, and returns what they are about. There are some hundred rows at most. */
async function dueTrademarks(tx: Tx, companyId: number, today: string): Promise<Due[]> {
  return tx
    .updateTable('trademarks')
    .set({ reminded_days: reached(today) })
    .where('company_id', '=', companyId)
    .where(sql<boolean>`${reached(today)} < coalesce(reminded_days, 1000)`)
    .returning([sql<string>`name || ' (' || office || ' ' || number || ')'`.as('name')])
    .returning(sql<number>`expires_on - ${today}::date`.as('daysLeft'))
    .execute()
}

async function dueDocuments(tx: Tx, companyId: number, today: string): Promise<Due[]> {
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
