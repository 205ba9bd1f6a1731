import { randomUUID } from 'node:crypto'
import { sql, type Updateable } from 'kysely'
import { openStages } from '@signet/contract/review/qa'
import type { Capture, CaptureTrigger } from '@signet/contract/takedowns/captures'
import type { KnownAssetState } from '@signet/contract/takedowns/asset-checks'
import { hostSources, fieldOf, type AnySource, type SourceFields } from '@signet/contract/threats/sources'
import type { Evidence } from '@signet/contract/threats/threats'
import { dayMs, hourMs } from '@signet/contract/time'
import type { Context } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import type { Row } from '../../db/rows.ts'
import type { Tables } from '../../db/tables.ts'
import { evidenceBySha256 } from '../evidence/evidence.queries.ts'
import { hostOfThreat } from '../threats/found/domain-watches.queries.ts'

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
 * Adds a capture unless one is open, or, for a new threat, unless there was one. Indexes: captures_open, captures_new.
 *
 * @returns null if it was not added
 */
export async function addCapture(
  tx: Tx,
  capture: { companyId: number; threatId: string; address: string; trigger: CaptureTrigger; requestedBy?: string },
): Promise<CaptureRow | null> {
  const row = await tx
    .insertInto('captures')
    .values({
      company_id: capture.companyId,
      id: randomUUID(),
      threat_id: capture.threatId,
      address: capture.address,
      trigger: capture.trigger,
      requested_by: capture.requestedBy ?? null,
      failure: null,
      ended_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Starts a capture that hasn't ended; again, if its worker crashed. Index: captures_pkey. */
export function setRunning(tx: Tx, companyId: number, captureId: string): Promise<CaptureRow | undefined> {
  return tx
    .updateTable('captures')
    .set({ status: 'running' })
    .where('company_id', '=', companyId)
    .where('id', '=', captureId)
    .where('status', 'in', ['waiting', 'running'])
    .returningAll()
    .executeTakeFirst()
}

/**
 * Stores the result of a capture.
 *
 * @returns false if it isn't running
 */
export async function endCapture(
  tx: Tx,
  companyId: number,
  captureId: string,
  result: Pick<Updateable<Tables['captures']>, 'status' | 'failure' | 'differences' | 'visits'>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('captures')
    .set({ ...result, ended_at: new Date() })
    .where('company_id', '=', companyId)
    .where('id', '=', captureId)
    .where('status', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a threat is published, and its decision. Index: threats_pkey. */
export function standingOf(tx: Tx, companyId: number, threatId: string) {
  return tx
    .selectFrom('threats')
    .select(['status', 'stage'])
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .executeTakeFirstOrThrow()
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

/**
 * Stores the state that a check found the target of a threat in.
 *
 * @returns the state before, null if there was none. Index: domain_watches_pkey.
 */
export async function putSeenState(
  tx: Tx,
  { company_id: companyId, id: threatId }: Pick<Row<'threats'>, 'company_id' | 'id'>,
  state: KnownAssetState,
): Promise<KnownAssetState | null> {
  const watch = await tx
    .selectFrom('domain_watches')
    .select('asset_state')
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .executeTakeFirst()
  if (watch?.asset_state !== state) {
    await tx
      .updateTable('domain_watches')
      .set({ asset_state: state })
      .where('company_id', '=', companyId)
      .where('threat_id', '=', threatId)
      .execute()
  }
  return watch?.asset_state ?? null
}

/** How often a threat was captured, and how often because it changed within a day. Index: captures_threat. */
export async function captureCounts(
  tx: Tx,
  { company_id: companyId, id: threatId }: Pick<Row<'threats'>, 'company_id' | 'id'>,
  now: Date,
): Promise<{ all: number; changedToday: number }> {
  const { all, changed } = await tx
    .selectFrom('captures')
    .select(({ fn }) => [
      fn.countAll<string>().as('all'),
      fn
        .countAll<string>()
        .filterWhere('trigger', '=', 'changed')
        .filterWhere('requested_at', '>', new Date(now.getTime() - dayMs))
        .as('changed'),
    ])
    .where('company_id', '=', companyId)
    .where('threat_id', '=', threatId)
    .executeTakeFirstOrThrow()
  return { all: Number(all), changedToday: Number(changed) }
}

/** Threats of the last two days that are captured without a request, highest score first. */
export function uncaptured(tx: Tx, companyId: number, { scoreMin, max }: { scoreMin: number; max: number }) {
  return tx
    .selectFrom('threats')
    .select(['id', 'source', 'fields', 'is_demo'])
    .where('company_id', '=', companyId)
    .where('kind', '=', 'threat')
    .where('source', 'in', hostSources)
    .where('stage', 'in', openStages)
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

/** Captures of one threat as they are sent, with links to their files. */
export async function toCaptures(
  { tx, company, fileHref }: Pick<Context, 'tx' | 'company' | 'fileHref'>,
  rows: readonly CaptureRow[],
): Promise<Capture[]> {
  const sums = rows.flatMap(({ visits }) => visits.flatMap(({ evidence }) => evidence))
  const files = await evidenceBySha256(tx, company.id, rows[0]?.threat_id, sums, fileHref)
  return rows.map((row) => toCapture(row, files))
}

function toCapture(row: CaptureRow, files: ReadonlyMap<string, Evidence>): Capture {
  const sums = row.visits.flatMap(({ evidence }) => evidence)
  return {
    id: row.id,
    address: row.address,
    status: row.status,
    failure: row.failure,
    requestedAt: row.requested_at.toISOString(),
    trigger: row.trigger,
    requestedBy: row.requested_by,
    endedAt: row.ended_at?.toISOString() ?? null,
    differences: row.differences,
    visits: row.visits,
    files: [...new Set(sums)].flatMap((sum) => files.get(sum) ?? []),
  }
}
