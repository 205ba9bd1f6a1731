import { isOneOf } from '@signet/contract/narrow'
import { dueRequestStatuses } from '@signet/contract/requests/requests'
import type { Tx } from '../../../db/database.ts'
import { dayIn, zoneOfCompany } from '../../companies/company-zone.ts'
import { withMerged } from './merges.queries.ts'

const sightingsMax = 50

/** The latest sightings of a threat and of the duplicates merged into it. Index: sightings_pkey. */
export function latestSightings(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('sightings')
    .select(['feed', 'line', 'text', 'seen_at'])
    .where('company_id', '=', companyId)
    .where('threat_id', 'in', withMerged(companyId, threatId))
    .orderBy('seen_at', 'desc')
    .orderBy('scan_id')
    .limit(sightingsMax)
    .execute()
}

const requestsMax = 10

/**
 * The requests that reported a threat or one of the duplicates merged into it, newest first. Indexes: request_threats_pkey, requests_pkey.
 */
export function requestsOf(tx: Tx, companyId: number, threatId: string) {
  return reportsOf(tx, companyId, threatId).select(['id', 'subject']).execute()
}

/** Who reported a threat or one of its duplicates with a request, newest first. Indexes: as above. */
export async function reportersOf(tx: Tx, companyId: number, threatId: string) {
  const rows = await reportsOf(tx, companyId, threatId)
    .select(['id', 'created_by_name', 'created_at', 'status', 'due_at'])
    .execute()
  const zone = rows.length > 0 ? await zoneOfCompany(tx, companyId) : ''
  return rows.map((row) => ({
    requestId: row.id,
    by: row.created_by_name,
    at: row.created_at.toISOString(),
    ...(isOneOf(dueRequestStatuses, row.status) ? { dueOn: dayIn(row.due_at, zone) } : {}),
  }))
}

function reportsOf(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('requests')
    .where('company_id', '=', companyId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('request_threats')
        .select('request_id')
        .where('company_id', '=', companyId)
        .where('threat_id', 'in', withMerged(companyId, threatId)),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(requestsMax)
}

/** The brands with these ids, with the forms that names are compared with. Index: brands_pkey. */
export async function brandsWithIds(tx: Tx, companyId: number, brandIds: readonly string[]) {
  if (brandIds.length === 0) return []
  return tx
    .selectFrom('brands')
    .select(['id', 'name', 'aliases', 'official'])
    .where('company_id', '=', companyId)
    .where('id', 'in', brandIds)
    .execute()
}
