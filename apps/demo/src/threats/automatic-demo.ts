import { usualReviewPolicy } from '@signet/contract/review/review-policy'
import { sql } from 'kysely'
import type { DemoPart } from '../demo-part.ts'

/** The precision that the administrators of the demo ask for, and what was measured when its threats were filtered. */
const [filterBar, measured] = [0.95, 0.96]

/** The review policies of the demo's companies, and the decisions behind the threats that were filtered automatically. */
export const automaticDemo: DemoPart = {
  name: 'automatic decisions',
  async load({ program, companyId }) {
    const { graceMinutes, sampledPercent } = usualReviewPolicy
    await program.database.inCompanies([companyId], async (tx) => {
      await sql`
        insert into review_policies (company_id, grace_minutes, filter_bar, sampled_percent)
        values (${companyId}, ${graceMinutes}, ${filterBar}, ${sampledPercent}) on conflict do nothing`.execute(tx)
      await sql`
        insert into automatic_decisions (company_id, threat_id, decision, score, threshold, low, at)
        select company_id, id, 'filter', score, max(score) over (partition by source), ${measured}, staged_at
        from threats where company_id = ${companyId} and is_demo and auto_filtered
        on conflict do nothing`.execute(tx)
    })
  },
}
