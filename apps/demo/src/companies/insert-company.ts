import { derivedId } from '@signet/server/derived-id'
import { sql } from 'kysely'
import type { Role } from '@signet/contract/access/permissions'
import { severityRank } from '@signet/contract/threats/severities'
import type { Kind } from '@signet/contract/threats/sources'
import type { Database, Tx } from '@signet/server/db/database'
import type { Tables } from '@signet/server/db/tables'
import type { FileStore } from '@signet/server/files/file-store'
import { recordedRows, type RecordedCases, type RecordedTable } from '../decisions/recorded-cases.ts'
import type { Actor, DemoData, DemoThreat, UserKey } from '../demo-data.ts'
import type { DemoWorld } from '../demo-world.ts'
import { drawCapture } from '../pictures/draw-capture.ts'

/** A user of the demo; the role is stored with the user's actions. */
export interface DemoUserRef {
  id: string
  name: string
  email: string
  role?: Role
}

export interface InsertOptions {
  companyId: number
  /** Ids of the brands by key, as `addBrands` returns them. */
  brandIds: ReadonlyMap<string, string>
  users: Record<UserKey, DemoUserRef>
  world: DemoWorld
  /** With the outcomes of the recorded cases. */
  data: DemoData
  /** The takedowns of the threats, and the instant they end at; left out for none. */
  recorded?: { cases: RecordedCases; today: Date }
}

// Files are flushed one by one; this number in parallel keeps the disk busy without opening hundreds of files.
const filesAtOnce = 24

/**
 * Inserts the demo's threats with their captures, cases and records, everything marked as demo.
 *
 * Captures are stored first (an unreferenced file does no harm) and the rows follow in one transaction, so that an interrupted start leaves
 * either all of them or none. The company must not have these threats yet, because their ids are derived from the seed.
 *
 * @returns how many threats were inserted
 */
export async function insertDemoThreats(
  database: Database,
  files: FileStore,
  options: InsertOptions,
): Promise<{ threats: number }> {
  const evidence = await storeCaptures(files, options.world, options.data.threats)
  const rows = rowsOf(options, evidence)
  const { companyId, recorded, users } = options
  const userIds = new Map(Object.entries(users).map(([key, { id }]) => [key, id]))
  const ofCases: ReadonlyMap<RecordedTable, JsonRow[]> = recorded
    ? await recordedRows(recorded.cases, { ...recorded, files, companyId, users: userIds })
    : new Map()
  await database.inCompanies([companyId], async (tx) => {
    await insertAll(tx, 'threats', rows.threats)
    await insertAll(tx, 'sightings', rows.sightings)
    await insertAll(tx, 'evidence', rows.evidence)
    await insertAll(tx, 'deeper_analyses', rows.analyses)
    await insertAll(tx, 'remarks', rows.remarks)
    await insertAll(tx, 'bookmarks', rows.bookmarks)
    for (const [table, own] of ofCases) if (table !== 'audit') await insertAll(tx, table, own)
    // One after the other, because the order in which they are inserted is that of the audit.
    await insertAll(tx, 'audit', [...rows.audit, ...(ofCases.get('audit') ?? [])].toSorted(byInstant))
  })
  return { threats: rows.threats.length }
}

/** Whether an earlier start inserted the records of a kind. */
export function hasDemoRecords(database: Database, companyId: number, kind: Kind): Promise<boolean> {
  return database.inCompanies([companyId], async (tx) => {
    const row = await tx
      .selectFrom('threats')
      .select('id')
      .where('company_id', '=', companyId)
      .where('kind', '=', kind)
      .where('is_demo', '=', true)
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  })
}

interface StoredCapture {
  threat: DemoThreat
  sha256: string
  size: number
}

async function storeCaptures(
  files: FileStore,
  world: DemoWorld,
  threats: readonly DemoThreat[],
): Promise<StoredCapture[]> {
  const stored: StoredCapture[] = []
  for (let from = 0; from < threats.length; from += filesAtOnce) {
    const batch = threats.slice(from, from + filesAtOnce).map(async (threat) => {
      const drawn = drawCapture(threat, world)
      return drawn === null ? [] : [{ threat, ...(await files.put(Buffer.from(drawn))) }]
    })
    stored.push(...(await Promise.all(batch)).flat())
  }
  return stored
}

/** A row in JSON form; the server parses every value by the type of its column. */
type JsonRow = Record<string, string | number | boolean | null | object>

/**
 * Inserts rows of one shape in one statement, with one parameter.
 *
 * @param rows all with the same keys; a missing column takes its default
 */
async function insertAll(tx: Tx, table: keyof Tables, rows: readonly JsonRow[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
  const target = sql.table(table)
  // A cluster would copy what it selects, which row-level security refuses, if nothing were returned.
  await sql`insert into ${target} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${target}, ${JSON.stringify(rows)}::jsonb) returning 1`.execute(
    tx,
  )
}

function rowsOf({ companyId, brandIds, users, world, data }: InsertOptions, evidence: readonly StoredCapture[]) {
  const of = { company_id: companyId }
  const personOf = (actor: Actor) => {
    if (actor === null) return null
    if (typeof actor !== 'string') return actor
    return { ...users[actor], role: users[actor].role ?? roleOfKey[actor] }
  }
  /** Most invented people have no account, so they can't be referenced where a row requires a user. */
  const userIdOf = (actor: Actor) => {
    if (typeof actor === 'string') return users[actor].id
    return actor?.hasAccount ? actor.id : null
  }
  const nameOf = (actor: Actor) => personOf(actor)?.name ?? null

  return {
    threats: data.threats.map((threat) => ({
      ...of,
      id: threat.id,
      kind: threat.kind,
      source: threat.source,
      fingerprint: `\\x${threat.fingerprint}`,
      title: threat.title,
      search: threat.search,
      threat_type: threat.threatType,
      severity: severityRank[threat.severity],
      status: threat.status,
      stage: threat.stage,
      staged_at: threat.stagedAt,
      staged_by: personOf(threat.stagedBy)?.id ?? null,
      staged_by_name: nameOf(threat.stagedBy),
      stage_reason: threat.stageReason,
      auto_filtered: threat.autoFiltered,
      category: threat.category,
      url: threat.url,
      fields: threat.fields,
      brand_id: brandIds.get(threat.brandKey) ?? null,
      class: threat.class,
      score: threat.score,
      indicators: threat.indicators,
      first_seen: threat.firstSeen,
      last_seen: threat.lastSeen,
      published_at: threat.publishedAt,
      sightings: threat.sightings.length,
      is_demo: true,
      version: threat.version,
    })),
    sightings: data.threats.flatMap((threat) =>
      threat.sightings.map((sighting) => ({
        ...of,
        threat_id: threat.id,
        scan_id: sighting.scanId,
        feed: sighting.feed,
        line: sighting.line,
        text: sighting.text,
        seen_at: sighting.seenAt,
      })),
    ),
    evidence: evidence.map(({ threat, sha256, size }) => ({
      ...of,
      id: derivedId(`capture ${threat.id}`, 4),
      threat_id: threat.id,
      kind: 'capture',
      name: `${world.company.word}-capture-${threat.id.slice(0, 8)}.svg`,
      type: 'image/svg+xml',
      size,
      sha256,
      captured_at: threat.capturedAt,
    })),
    analyses: data.analyses.map((analysis) => ({
      due_at: analysis.dueAt,
      first_due_at: analysis.dueAt,
      ...of,
      id: analysis.id,
      threat_id: analysis.threatId,
      status: analysis.status,
      reached_at: analysis.reachedAt,
      requested_by: userIdOf(analysis.requestedBy),
      requested_by_name: nameOf(analysis.requestedBy) ?? '',
      requested_at: analysis.requestedAt,
      updated_at: analysis.updatedAt,
      is_demo: true,
      version: analysis.version,
    })),
    remarks: data.remarks.map((remark) => ({
      ...of,
      id: remark.id,
      threat_id: remark.threatId,
      kind: remark.kind,
      text: remark.text,
      by_user: personOf(remark.by)?.id ?? '',
      by_name: nameOf(remark.by) ?? '',
      at: remark.at,
    })),
    bookmarks: data.bookmarks.map((bookmark) => ({
      ...of,
      user_id: users[bookmark.by].id,
      threat_id: bookmark.threatId,
      at: bookmark.at,
      note: bookmark.note,
    })),
    audit: data.audit.map((entry) => {
      const person = personOf(entry.by)
      return {
        ...of,
        id: entry.id,
        at: entry.at.toISOString(),
        user_id: userIdOf(entry.by),
        by_name: person?.name ?? null,
        by_email: person?.email ?? null,
        by_role: person?.role ?? null,
        ip: entry.ip,
        action: entry.action,
        target_type: entry.targetType,
        target_id: entry.targetId,
        before: entry.before,
        after: entry.after,
        request_id: derivedId(`request ${entry.id}`, 4),
      }
    }),
  }
}

const instantOf = ({ at }: JsonRow) => (typeof at === 'string' ? at : '')
const byInstant = (a: JsonRow, b: JsonRow) => instantOf(a).localeCompare(instantOf(b))

const roleOfKey: Record<UserKey, Role> = { client: 'client', qa: 'qa', superAdmin: 'superAdmin' }
