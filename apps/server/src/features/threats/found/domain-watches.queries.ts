import { isIP } from 'node:net'
import { hostSources, fieldOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'

/** The host of a threat in lower case without a trailing dot; null if it has none that can be looked up. */
export function hostOfThreat(threat: { source: AnySource; fields: SourceFields }): string | null {
  const named =
    threat.source === 'Domain'
      ? fieldOf(threat.fields, 'domain_name')
      : threat.source === 'URL'
        ? (fieldOf(threat.fields, 'host') ?? hostIn(fieldOf(threat.fields, 'link')))
        : null
  const host = named?.toLowerCase().replace(/\.$/, '') ?? ''
  // An IP address has no name to look up, and only valid host names may be part of a query to a server.
  const isName = /^(?=.{4,253}$)([a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/.test(host)
  return isName && isIP(host) === 0 ? host : null
}

function hostIn(address: string | null | undefined): string | null {
  return address && URL.canParse(address) ? new URL(address).hostname : null
}

/** The threats among these that are named by a host. Index: threats_pkey. */
export function threatsWithHost(tx: Tx, companyId: number, threatIds: readonly string[]) {
  return tx
    .selectFrom('threats')
    .select(['id', 'source', 'fields'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', 'in', hostSources)
    .where(sql<boolean>`id = any (${threatIds}::uuid[])`)
    .execute()
}

/** Schedules checks of the domains of threats; threats without a host, and those already scheduled, are skipped. */
export async function watchDomains(
  tx: Tx,
  companyId: number,
  threats: readonly { id: string; source: AnySource; fields: SourceFields }[],
): Promise<number> {
  const rows = threats.flatMap((threat) => {
    const host = hostOfThreat(threat)
    return host === null
      ? []
      : [{ company_id: companyId, threat_id: threat.id, host, claimed_until: null, checked_at: null, base_score: null }]
  })
  if (rows.length === 0) return 0
  const added = await tx
    .insertInto('domain_watches')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('threat_id')
    .execute()
  return added.length
}

/** The scheduled check of a threat and what checks added to it so far, locked. Index: domain_watches_pkey. */
export function lockCheck(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('domain_watches')
    .select(['base_score', 'added', 'reopened_for', 'claimed_until'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .forUpdate()
    .executeTakeFirst()
}

/** Makes the check of a threat's domain due soon, if it is checked at all. Index: domain_watches_pkey. */
export async function watchSooner(tx: Tx, companyId: number, threatId: string): Promise<void> {
  await tx
    .updateTable('domain_watches')
    .set({ next_at: sql<Date>`least(next_at, now())` })
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .execute()
}
