import { sql } from 'kysely'
import { required } from '@signet/contract/narrow'
import type { Kind } from '@signet/contract/threats/sources'
import type { Tx } from '../../db/database.ts'
import { findingKeyOf, suppressFindings, recordSuppressed } from '../allow-list/suppress-findings.ts'
import { notifyArrived } from '../notifications/notify-changes.ts'
import { recordEffects } from '../detection-rules/rule-effects.queries.ts'
import type { FoundThreat } from '../threats/found/finding-threat.ts'
import { applyRules } from './rules/apply-rules.ts'
import { findingPointsMin, rulesInForce } from '../detection-rules/weigh-by-rules.ts'

/** A detected threat and where it was seen. */
export interface SightedThreat {
  threat: FoundThreat
  feed: string
  line: number | null
  /** Number of its batch in the scan, counted from 1: a repeated scan counts no batch twice. The line number if left out. */
  batch?: number
  text: string
}

/**
 * Stores findings as threats: new ones go to the review queue, known ones get a sighting. Decisions of people aren't changed, and repeating
 * the same scan adds nothing, because a sighting is unique per scan. The company's rules are applied; findings covered by its allow list
 * create no threat.
 *
 * @param found at most 5,000, no fingerprint of a kind twice
 * @returns how many threats are new, and how many known ones were seen by this scan for the first time
 */
export async function putThreats(
  tx: Tx,
  companyId: number,
  scanId: string,
  seenAt: Date,
  found: readonly SightedThreat[],
): Promise<{ added: number; seenAgain: number }> {
  const keyOfFinding = ({ threat }: SightedThreat) => findingKeyOf(threat)
  const rules = await rulesInForce(tx, companyId)
  const ruled = await applyRules(
    tx,
    companyId,
    found.map(({ threat }) => threat),
    { rules, pointsMin: findingPointsMin },
  )
  const sightedOf = new Map(found.map((sighted) => [sighted.threat.id, sighted]))
  const sighted = ruled.kept.map((threat) => ({ ...required(sightedOf.get(threat.id), 'a finding'), threat }))
  const held = await suppressFindings(tx, companyId, sighted, keyOfFinding, seenAt)
  const counts = await writeThreats(tx, companyId, scanId, seenAt, held.kept)
  if (counts.added > 0) await notifyArrived(tx, companyId)
  await recordEffects(tx, companyId, ruled.effects, seenAt)
  await recordSuppressed(tx, companyId, held, keyOfFinding, seenAt, {
    id: scanId,
    stepOf: ({ batch, line }) => batch ?? line,
  })
  return counts
}

async function writeThreats(
  tx: Tx,
  companyId: number,
  scanId: string,
  seenAt: Date,
  found: readonly SightedThreat[],
): Promise<{ added: number; seenAgain: number }> {
  if (found.length === 0) return { added: 0, seenAgain: 0 }
  const column = <T>(pick: (threat: FoundThreat) => T) => found.map(({ threat }) => pick(threat))
  const { rows: known } = await sql<{ id: string; kind: Kind; fingerprint: Buffer; is_new: boolean }>`
    with incoming as (
      select * from unnest(
        ${column((t) => t.id)}::uuid[], ${column(kindOf)}::text[], ${column((t) => t.source)}::text[],
        ${column((t) => t.fingerprint)}::bytea[],
        ${column((t) => t.title)}::text[], ${column((t) => t.search)}::text[], ${column((t) => t.threatType)}::text[],
        ${column((t) => t.severity)}::smallint[], ${column((t) => t.url)}::text[],
        ${column((t) => JSON.stringify(t.fields))}::jsonb[], ${column((t) => t.brandId)}::uuid[],
        ${column((t) => t.class)}::text[], ${column((t) => t.score)}::smallint[],
        ${column((t) => JSON.stringify(t.indicators))}::jsonb[]
      ) as i (id, kind, source, fingerprint, title, search, threat_type, severity, url, fields, brand_id, class, score,
        indicators)
      order by kind, fingerprint
    )
    insert into threats (company_id, id, kind, source, fingerprint, title, search, threat_type, severity, url, fields, brand_id,
      class, score, indicators, first_seen, last_seen, sightings)
    select ${companyId}, id, kind, source, fingerprint, title, search, threat_type, severity, url, fields, brand_id, class,
      score, indicators, ${seenAt}::timestamptz, ${seenAt}::timestamptz, 0
    from incoming
    on conflict (company_id, kind, source, fingerprint) do update set last_seen = greatest(threats.last_seen, excluded.last_seen)
    returning id, kind, fingerprint, (xmax = 0) as is_new`.execute(tx)
  const idOf = new Map(known.map((row) => [identityOf(row), row.id]))
  const ids = column((t) => required(idOf.get(identityOf(t)), 'a threat'))
  const { rows: sighted } = await sql<{ threat_id: string }>`
    insert into sightings (company_id, threat_id, scan_id, feed, line, text, seen_at)
    select ${companyId}, s.threat_id, ${scanId}::uuid, s.feed, s.line, s.text, ${seenAt}::timestamptz
    from unnest(${ids}::uuid[], ${found.map(({ feed }) => feed)}::text[], ${found.map(({ line }) => line)}::int[],
      ${found.map(({ text }) => text.slice(0, 2000))}::text[]) as s (threat_id, feed, line, text)
    on conflict do nothing returning threat_id`.execute(tx)
  await sql`update threats set sightings = sightings + 1
    where company_id = ${companyId} and id = any (${sighted.map((row) => row.threat_id)}::uuid[])`.execute(tx)
  const added = known.filter(({ is_new: isNew }) => isNew).length
  return { added, seenAgain: sighted.length - added }
}

const kindOf = ({ kind }: { kind?: Kind }): Kind => kind ?? 'threat'
const identityOf = (row: { kind?: Kind; fingerprint: Buffer }) => `${kindOf(row)} ${row.fingerprint.toString('hex')}`
