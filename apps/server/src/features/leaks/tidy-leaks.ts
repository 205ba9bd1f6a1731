import { dayMs } from '@signet/contract/time'
import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import type { Database, Tx } from '../../db/database.ts'
import { companyOf, everyCompanyId } from '../../db/company-keys.queries.ts'
import { asProduct, recordAudit } from '../audit/audit.queries.ts'
import { companyTarget } from '../companies/company-target.ts'
import { deleteEmptyCounts } from './list/leak-counts.queries.ts'
import { leakPolicyOf } from './files/keep-leaks.ts'
import { deleteReveals } from './passwords/reveals.queries.ts'
import { batchRows, deleteLeaks, forgetPasswords } from './old-leaks.queries.ts'

/** What was deleted because its retention period ended. */
export interface TidiedLeaks {
  passwords: number
  leaks: number
}

/** The allowance of revealed passwords covers one day; older reveals are in the audit. */
const revealsMs = 2 * dayMs

/** Deletes the data of every company's leaks that has exceeded its retention period, and old entries of revealed passwords. */
export async function tidyEveryLeak(parts: AloneParts & { database: Database }, now: Date): Promise<void> {
  const { database } = parts
  const before = new Date(now.getTime() - revealsMs)
  await database.inIdentity((tx) => deleteReveals(tx, before))
  await eachCompanyAlone(parts, await everyCompanyId(database), (companyId) => tidyLeaks(database, companyId, now))
}

/**
 * Deletes the data of a company's leaks that has exceeded its retention period: passwords after 90 days, leaks after 24 months, or earlier
 * if the company chose so.
 */
export async function tidyLeaks(database: Database, companyId: number, now: Date): Promise<TidiedLeaks> {
  const inCompany = <T>(work: (tx: Tx) => Promise<T>) => database.inCompanies([companyId], work)
  const policy = await inCompany(async (tx) => leakPolicyOf((await companyOf(tx, companyId)).config))
  const before = (days: number) => new Date(now.getTime() - days * dayMs)
  const repeat = async (batch: (tx: Tx) => Promise<number>): Promise<number> => {
    for (let total = 0; ;) {
      const done = await inCompany(batch)
      total += done
      if (done < batchRows) return total
    }
  }
  const passwords = await repeat((tx) => forgetPasswords(tx, companyId, before(policy.passwordDays)))
  const leaks = await repeat((tx) => deleteLeaks(tx, companyId, before(policy.leakDays)))
  await inCompany(async (tx) => {
    await deleteEmptyCounts(tx, companyId)
    if (passwords === 0 && leaks === 0) return
    const target = { targetType: 'company', targetId: companyTarget(companyId) } as const
    const context = asProduct(tx, companyId)
    await recordAudit(context, { action: 'leaks.tidied', ...target, after: { passwords, leaks } })
  })
  return { passwords, leaks }
}
