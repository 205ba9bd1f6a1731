import { sql } from 'kysely'
import { factsByKind, type Facts, type ObservationKind } from '@signet/contract/threats/observations'
import { traitsOf } from '@signet/detection'
import { similarKinds, putSimilarTrait, sharersMax } from '@signet/server/features/threats/found/similar-trait.queries'
import { keepCampaigns } from '@signet/server/features/campaigns/join-threats'
import type { DemoPart } from '../demo-part.ts'

/** The traits that the demo's domains share, derived from their observations. */
export const traitsDemo: DemoPart = {
  name: 'traits',
  async load({ program, companyId }) {
    const isNew = await program.database.inCompanies([companyId], async (tx) => {
      const { rows: known } = await sql`select from threat_traits where company_id = ${companyId} limit 1`.execute(tx)
      if (known.length > 0) return false
      const { rows } = await sql<{ threat_id: string; kind: ObservationKind; facts: Facts }>`
        select distinct on (threat_id, kind) threat_id, kind, facts from domain_observations
        where company_id = ${companyId} and is_demo and is_settled and kind in ('registration', 'dns', 'tls')
          and threat_id in (select id from threats where company_id = ${companyId} and source = 'Domain')
        order by threat_id, kind, observed_at desc, id`.execute(tx)
      const traits = [...Map.groupBy(rows, (row) => row.threat_id)].flatMap(([threatId, seen]) => {
        const facts = factsByKind(seen)
        return traitsOf(facts).map(({ kind, value }) => ({ company_id: companyId, threat_id: threatId, kind, value }))
      })
      await sql`insert into threat_traits (company_id, threat_id, kind, value)
        select company_id, threat_id, kind, value
        from jsonb_populate_recordset(null::threat_traits, ${JSON.stringify(traits)}::jsonb)
        returning 1`.execute(tx)
      // One call for any of the threats that share a trait sets it for all of them.
      const { rows: shared } = await sql<{ threat_id: string }>`
        select min(threat_id::text) as threat_id from threat_traits
        where company_id = ${companyId} and kind = any (${similarKinds}::text[])
        group by kind, value having count(*) between 2 and ${sharersMax} order by 1`.execute(tx)
      for (const { threat_id: threatId } of shared) await putSimilarTrait(tx, companyId, threatId)
      return true
    })
    // As in `loadDemo`: the plans for campaigns depend on the statistics of what was just inserted.
    if (isNew) await program.database.asOwner((db) => sql`analyze threat_traits, campaign_changes`.execute(db))
    await keepCampaigns(program.database, companyId)
  },
}
