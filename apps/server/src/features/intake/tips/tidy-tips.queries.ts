import { sql } from 'kysely'
import { eachCompanyAlone } from '../../../app/each-alone.ts'
import type { JobParts } from '../../../app/jobs.ts'
import { everyCompanyId } from '../../../db/company-keys.queries.ts'
import type { Tx } from '../../../db/database.ts'
import { findTipPage } from './tip-page.queries.ts'

/** How long a second report from the same address isn't counted again. */
const reporterKept = '7 days'

/** Deletes the reports that are older than their company keeps them, the things without any, and what is left of who sent them. */
export async function tidyTips(parts: Pick<JobParts, 'database' | 'log'>, now: Date): Promise<void> {
  const { database } = parts
  await eachCompanyAlone(parts, await everyCompanyId(database), (companyId) =>
    database.inCompanies([companyId], (tx) => tidyCompany(tx, companyId, now)),
  )
}

/** Indexes: tip_reports_created, tips_last, tip_reports_tip. */
async function tidyCompany(tx: Tx, companyId: number, now: Date): Promise<void> {
  const { keep_days: days } = await findTipPage(tx, companyId)
  const until = sql<Date>`${now}::timestamptz - ${`${days} days`}::interval`
  await tx.deleteFrom('tip_reports').where('company_id', '=', companyId).where('created_at', '<', until).execute()
  await tx
    .deleteFrom('tips')
    .where('company_id', '=', companyId)
    .where('last_at', '<', until)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tip_reports as r')
            .select('r.id')
            .whereRef('r.company_id', '=', 'tips.company_id')
            .whereRef('r.tip_id', '=', 'tips.id'),
        ),
      ),
    )
    .execute()
  await tx
    .updateTable('tip_reports')
    .set({ reporter: null })
    .where('company_id', '=', companyId)
    .where('reporter', 'is not', null)
    .where('created_at', '<', sql<Date>`${now}::timestamptz - ${reporterKept}::interval`)
    .execute()
}
