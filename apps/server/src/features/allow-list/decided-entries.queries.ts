import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { allowKeyOf, allowValueFor, seenIn } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'

type Decided = Pick<ThreatRow, 'id' | 'source' | 'fields' | 'url'>

/**
 * Adds the domains, addresses or accounts of whitelisted threats to the allow list, permanently or until `expiresAt`, together with what
 * was served there. An entry that is still valid isn't changed; an expired one is replaced. Threats that can't be recognized again get no
 * entry.
 *
 * @param threats at most 200, locked
 */
export async function allowDecided(
  tx: Tx,
  companyId: number,
  threats: readonly Decided[],
  { by, reason, expiresAt }: { by: { userId: string; name: string }; reason: string | null; expiresAt: Date | null },
): Promise<void> {
  const values = new Map(
    threats.flatMap((threat) => {
      const seen = seenIn(threat)
      const value = allowValueFor(seen)
      return value
        ? [[allowKeyOf(value), { ...value, threatId: threat.id, contentHash: seen.contentHash }] as const]
        : []
    }),
  )
  if (values.size === 0) return
  // Sorted, so that two decisions can't deadlock.
  const sorted = [...values].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value)
  await tx
    .insertInto('allow_entries')
    .values(
      sorted.map(({ kind, value, threatId, contentHash }) => ({
        company_id: companyId,
        id: randomUUID(),
        kind,
        value,
        reason,
        by_user: by.userId,
        by_name: by.name,
        threat_id: threatId,
        content_hash: contentHash,
        expires_at: expiresAt,
        last_suppressed_at: null,
        counted_scan: null,
        counted_line: null,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'kind', 'value'])
        .doUpdateSet((set) => ({
          reason: set.ref('excluded.reason'),
          by_user: set.ref('excluded.by_user'),
          by_name: set.ref('excluded.by_name'),
          threat_id: set.ref('excluded.threat_id'),
          content_hash: set.ref('excluded.content_hash'),
          expires_at: set.ref('excluded.expires_at'),
          version: sql`allow_entries.version + 1`,
        }))
        // `created_at` of the new row is now: a cluster takes no function here.
        .where('allow_entries.expires_at', '<=', sql<Date>`excluded.created_at`),
    )
    .execute()
}

/** Removes the entries added by whitelisting these threats; manual entries stay. Index: allow_entries_threat. */
export async function disallowReopened(tx: Tx, companyId: number, threatIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('allow_entries').where('company_id', '=', companyId).where('threat_id', 'in', threatIds).execute()
}
