import type { Tx } from '../../../db/database.ts'
import type { CaseIds } from '../../cases/cases.jobs.ts'

const sightingsMax = 1000

/** A threat with its sightings up to the request of its takedown; null if one of them is not there. */
export async function recordOf(tx: Tx, ids: CaseIds) {
  const takedown = await tx
    .selectFrom('takedowns')
    .select(['id', 'requested_at'])
    .where('company_id', '=', ids.companyId)
    .where('id', '=', ids.takedownId)
    .executeTakeFirst()
  const threat = await tx
    .selectFrom('threats')
    .select(['id', 'source', 'title', 'threat_type', 'severity', 'url', 'fields', 'class', 'score', 'indicators'])
    .select('first_seen')
    .where('company_id', '=', ids.companyId)
    .where('id', '=', ids.threatId)
    .executeTakeFirst()
  if (!takedown || !threat) return null
  const sightings = await tx
    .selectFrom('sightings')
    .select(['feed', 'line', 'text', 'seen_at'])
    .where('company_id', '=', ids.companyId)
    .where('threat_id', '=', ids.threatId)
    .where('seen_at', '<=', takedown.requested_at)
    .orderBy('seen_at')
    .limit(sightingsMax)
    .execute()
  return { takedownId: takedown.id, asOf: takedown.requested_at, threat, sightings }
}
