import { eachCompanyAlone, type AloneParts } from '../../app/each-alone.ts'
import { everyCompanyId } from '../../db/company-keys.queries.ts'
import type { Database } from '../../db/database.ts'
import { correctTotals, foldChanges, hasCountChanges, lockTotals, type Difference } from './counts.queries.ts'

/** Changes of one transaction, of each of the tables. */
const changesMax = 20_000

type Parts = AloneParts & { database: Database }

/** Adds the changes of every company to its totals. What was added before an interruption stays added. */
export async function foldCounts(parts: Parts): Promise<void> {
  const { database, signal } = parts
  await eachCompanyAlone(parts, await everyCompanyId(database), async (companyId) => {
    let isBehind = await database.inCompanies([companyId], (tx) => hasCountChanges(tx, companyId))
    while (isBehind) {
      signal?.throwIfAborted()
      isBehind = await database.inCompanies([companyId], async (tx) => {
        await lockTotals(tx, companyId)
        return foldChanges(tx, companyId, changesMax)
      })
    }
  })
}

/** Counts everything of every company anew, corrects what differs, and names it in the log: it means that a change wasn't counted. */
export async function checkCounts({ database, log }: Parts): Promise<void> {
  await eachCompanyAlone({ database, log }, await everyCompanyId(database), async (companyId) => {
    const differences = await database.inCompanies([companyId], async (tx): Promise<Difference[]> => {
      await lockTotals(tx, companyId)
      return correctTotals(tx, companyId)
    })
    for (const difference of differences) log.error({ companyId, ...difference }, 'counts differed and were corrected')
  })
}
