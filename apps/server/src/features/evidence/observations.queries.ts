import { factsByKind, type Observation, type Observations } from '@signet/contract/threats/observations'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'

export type ObservationRow = Row<'domain_observations'>

/** The maximum number of states shown per domain; few domains change as often. */
const shownMax = 200

/** The observations of a threat's domain. A changed state that was seen only once isn't included yet. */
export async function observationsOf(
  tx: Tx,
  companyId: number,
  threat: { id: string; host: string | null },
): Promise<Observations> {
  const rows = await tx
    .selectFrom('domain_observations')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threat.id)
    .where('is_settled', '=', true)
    .orderBy('observed_at', 'desc')
    .orderBy('id')
    .limit(shownMax)
    .execute()
  const watch = await tx
    .selectFrom('domain_watches')
    .select(['checked_at', 'next_at'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threat.id)
    .executeTakeFirst()
  const seenAt = rows.map((row) => row.seen_at.getTime())
  const checkedAt = watch ? watch.checked_at : seenAt.length > 0 ? new Date(Math.max(...seenAt)) : null
  return {
    host: threat.host,
    latest: factsByKind(rows),
    items: rows.map(toObservation),
    checkedAt: checkedAt?.toISOString() ?? null,
    nextAt: watch?.next_at.toISOString() ?? null,
  }
}

/** The program that observed each state, with its version, by the id of the observation. Index: domain_observations_threat. */
export async function toolsOf(tx: Tx, companyId: number, threatId: string): Promise<Map<string, string>> {
  const rows = await tx
    .selectFrom('domain_observations')
    .select(['id', 'tool'])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .where('is_settled', '=', true)
    .orderBy('observed_at', 'desc')
    .orderBy('id')
    .limit(shownMax)
    .execute()
  return new Map(rows.flatMap(({ id, tool }) => (tool === null ? [] : [[id, tool]])))
}

function toObservation(row: ObservationRow): Observation {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the facts of a row are those of its kind
  return {
    id: row.id,
    kind: row.kind,
    facts: row.facts,
    observedAt: row.observed_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    seenCount: row.seen_count,
    changes: row.changes,
  } as Observation
}
