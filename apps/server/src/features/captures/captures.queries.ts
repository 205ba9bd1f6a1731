import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Capture } from '@signet/contract/takedowns/captures'
import { fieldOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'
import { hourMs } from '@signet/contract/time'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import { hostOfThreat } from '../threats/domain-watches.queries.ts'

export type CaptureRow = Row<'captures'>

const listMax = 20
/** A worker that has a capture for longer has crashed. */
const openMaxMs = hourMs

/** The address that a capture of a threat opens; null for a threat without a page that can be opened. */
export function pageOf(threat: { source: AnySource; fields: SourceFields; is_demo: boolean }): string | null {
  const host = hostOfThreat(threat)
  // The names of the demo are fictional.
  if (host === null || threat.is_demo) return null
  const link = threat.source === 'URL' ? fieldOf(threat.fields, 'link') : null
  if (link && URL.canParse(link) && /^https?:$/.test(new URL(link).protocol)) return new URL(link).href
  return new URL(`http://${host}/`).href
}

/** Latest first. Index: captures_threat. */
export function capturesOf(tx: Tx, companyId: number, threatId: string): Promise<CaptureRow[]> {
  return tx
    .selectFrom('captures')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .orderBy('requested_at', 'desc')
    .orderBy('id')
    .limit(listMax)
    .execute()
}

/**
 * Adds a capture unless one is open, or, for one that nobody asked for, unless there was one.
 *
 * @returns null if it was not added
 */
export async function addCapture(
  tx: Tx,
  capture: { companyId: number; threatId: string; address: string; requestedBy: string | null },
): Promise<CaptureRow | null> {
  const row = await tx
    .insertInto('captures')
    .values({
      company_id: capture.companyId,
      id: randomUUID(),
      threat_id: capture.threatId,
      address: capture.address,
      requested_by: capture.requestedBy,
      failure: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Ends captures whose worker has crashed, so that they can be repeated. Index: captures_open. */
export async function endLostCaptures(tx: Tx, companyId: number, now: Date): Promise<void> {
  await tx
    .updateTable('captures')
    .set({ status: 'failed', failure: 'browserEnded', ended_at: now })
    .where('company_id', '=', companyId)
    .where('status', 'in', ['waiting', 'running'])
    .where('requested_at', '<', new Date(now.getTime() - openMaxMs))
    .execute()
}

/** Threats of the last two days that are captured without a request, highest score first. */
export function uncaptured(tx: Tx, companyId: number, { scoreMin, max }: { scoreMin: number; max: number }) {
  return tx
    .selectFrom('threats')
    .select(['id', 'source', 'fields', 'is_demo'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', 'in', ['Domain', 'URL'])
    .where('stage', 'in', ['queued', 'watchlist', 'published'])
    .where('is_demo', '=', false)
    .where('score', '>=', scoreMin)
    .where('first_seen', '>', sql<Date>`now() - interval '2 days'`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('captures')
            .select('id')
            .where('captures.company_id', '=', companyId)
            .whereRef('captures.threat_id', '=', 'threats.id'),
        ),
      ),
    )
    .orderBy('score', 'desc')
    .orderBy('id')
    .limit(max)
    .execute()
}

/** A capture as it is sent. */
export function toCapture(row: CaptureRow): Capture {
  return {
    id: row.id,
    address: row.address,
    status: row.status,
    failure: row.failure,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requested_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    differences: row.differences,
    visits: row.visits,
  }
}
