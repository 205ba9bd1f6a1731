import { usualReviewPolicy } from '@signet/contract/review/review-policy'
import { sql } from 'kysely'
import type { DemoPart } from '../demo-part.ts'

/** The precision that the administrators of the demo ask for, and what was measured when its threats were filtered. */
const [filterBar, measured] = [0.95, 0.96]
/** What the demo's companies are promised, in hours from low to critical severity: a few reviews are overdue. */
const promisedHours = [168, 120, 72, 24]
/** Percent of the decisions that somebody repeats, the days in which that happened, and how many of them still wait. */
const second = { percent: 6, days: 60, waiting: 3 }

/**
 * The review policies of the demo's companies, the decisions behind the threats that were filtered automatically, and the second reviews of
 * the demo's reviewer. Always the same for a threat; no random numbers are drawn.
 */
export const reviewPolicyDemo: DemoPart = {
  name: 'review policy',
  async load({ program, companyId, users, today }) {
    const { graceMinutes, sampledPercent } = usualReviewPolicy
    await program.database.inCompanies([companyId], async (tx) => {
      await sql`
        insert into review_policies (company_id, grace_minutes, filter_bar, sampled_percent, second_review_percent, promised_hours)
        values (${companyId}, ${graceMinutes}, ${filterBar}, ${sampledPercent}, ${second.percent},
          ${promisedHours})
        on conflict do nothing`.execute(tx)
      await sql`
        insert into automatic_decisions (company_id, threat_id, decision, score, threshold, low, at)
        select company_id, id, 'filter', score, max(score) over (partition by source), ${measured}, staged_at
        from threats where company_id = ${companyId} and is_demo and auto_filtered
        on conflict do nothing`.execute(tx)
      await sql`
        with sampled as (
          select id, staged_by, staged_by_name, staged_at,
            case stage when 'published' then 'threat' else 'harmless' end as verdict,
            row_number() over (order by staged_at desc, id) > ${second.waiting} as is_repeated,
            hashtextextended(id::text, 2) % 11 = 0 as is_other
          from threats
          where company_id = ${companyId} and is_demo and kind = 'threat' and stage in ('published', 'deletionPending')
            and staged_by <> ${users.qa.id} and staged_at > ${today}::timestamptz - make_interval(days => ${second.days})
            and (hashtextextended(id::text, 1) & 2147483647) % 100 < ${second.percent}
        )
        insert into second_reviews (company_id, threat_id, first_by, first_by_name, first_verdict, first_at, second_by, second_by_name,
          second_verdict, second_at)
        select ${companyId}, id, staged_by, staged_by_name, verdict, staged_at,
          case when is_repeated then ${users.qa.id}::uuid end, case when is_repeated then ${users.qa.name} end,
          case when is_repeated then case when is_other = (verdict = 'threat') then 'harmless' else 'threat' end end,
          case when is_repeated then least(staged_at + interval '5 hours', ${today}::timestamptz) end
        from sampled on conflict do nothing`.execute(tx)
    })
  },
}
