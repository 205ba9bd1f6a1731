import { sql } from 'kysely'
import type { AnySource, Kind, SourceFields } from '@signet/contract/threats/sources'
import { allowedBy, seenIn, type SeenAt } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { publishEvent } from '../notifications/live-events.queries.ts'
import { hasEntries, rulesFor } from './rules.queries.ts'

/** The fields of a finding that are matched against the allow list, and those that identify its threat. */
export interface FindingKey {
  kind: Kind
  source: AnySource
  fingerprint: Buffer
  seen: SeenAt
}

/** The allow-list key of a threat or finding. */
export function findingKeyOf(threat: {
  kind?: Kind
  source: AnySource
  fingerprint: Buffer
  fields: SourceFields
  url: string | null
}): FindingKey {
  const { kind = 'threat', source, fingerprint } = threat
  return { kind, source, fingerprint, seen: seenIn(threat) }
}

/** The result of checking findings against the allow list. */
export interface Suppression<T> {
  /** Findings that intake continues with: not covered, or already known. Known threats still get new sightings. */
  kept: T[]
  /** Entries that matched, with the findings they covered. */
  suppressed: { entryId: string; finding: T }[]
  /** Findings that were allowed before, but the entry has expired or something else is served there now. */
  lapsed: { entryId: string; finding: T; why: 'expired' | 'changed' }[]
}

/**
 * Checks findings against the company's allow list, in the transaction that stores them.
 *
 * A company without an allow list costs one lookup. Indexes: allow_entries_company_id_kind_value_key,
 * threats_company_id_kind_source_fingerprint_key.
 *
 * @param found at most 5,000
 * @param now the time that expiry is compared with
 */
export async function suppressFindings<T>(
  tx: Tx,
  companyId: number,
  found: readonly T[],
  keyOfFinding: (finding: T) => FindingKey,
  now: Date,
): Promise<Suppression<T>> {
  const answer: Suppression<T> = { kept: [...found], suppressed: [], lapsed: [] }
  if (found.length === 0 || !(await hasEntries(tx, companyId))) return answer
  const keys = found.map((finding) => ({ finding, ...keyOfFinding(finding) }))
  const rules = await rulesFor(tx, companyId, keys)
  if (rules.size === 0) return answer

  const covered: (FindingKey & { finding: T })[] = []
  for (const one of keys) {
    const allowed = allowedBy(rules, one.seen, now)
    if (!allowed) continue
    const { rule, state } = allowed
    if (state !== 'suppressed') answer.lapsed.push({ entryId: rule.id, finding: one.finding, why: state })
    else {
      answer.suppressed.push({ entryId: rule.id, finding: one.finding })
      covered.push(one)
    }
  }
  const known = await knownAmong(tx, companyId, covered)
  const isHeld = new Set(covered.filter((one) => !known.has(identityOf(one))).map(({ finding }) => finding))
  answer.kept = found.filter((finding) => !isHeld.has(finding))
  return answer
}

const identityOf = ({ kind, source, fingerprint }: Pick<FindingKey, 'kind' | 'source' | 'fingerprint'>) =>
  `${kind} ${source} ${fingerprint.toString('hex')}`

const columnsOf = (keys: readonly FindingKey[]) =>
  sql`unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ source }) => source)}::text[],
    ${keys.map(({ fingerprint }) => fingerprint)}::bytea[])`

async function knownAmong(tx: Tx, companyId: number, keys: readonly FindingKey[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const { rows } = await sql<{ kind: Kind; source: AnySource; fingerprint: Buffer }>`
    select t.* from ${columnsOf(keys)} as w (kind, source, fingerprint)
    cross join lateral (
      select kind, source, fingerprint from threats
      where company_id = ${companyId} and kind = w.kind and source = w.source and fingerprint = w.fingerprint limit 1
    ) t`.execute(tx)
  return new Set(rows.map(identityOf))
}

/**
 * Records the effect of the allow list after the findings were stored: counts the suppressed findings, and reopens threats that were
 * whitelisted by an entry that no longer applies. Call it after the threats were written, because decisions lock threats first, then
 * entries.
 *
 * @param scan the scan and its position at each finding, from 1 upwards, so that a repeated scan counts no step twice. Left out for work
 *   that can't be repeated.
 */
export async function recordSuppressed<T>(
  tx: Tx,
  companyId: number,
  { suppressed, lapsed }: Pick<Suppression<T>, 'suppressed' | 'lapsed'>,
  keyOfFinding: (finding: T) => FindingKey,
  now: Date,
  scan?: { id: string; stepOf: (finding: T) => number | null },
): Promise<void> {
  if (lapsed.length > 0) await reopenLapsed(tx, companyId, lapsed, keyOfFinding)
  if (suppressed.length === 0) return
  const byEntry = Map.groupBy(suppressed, ({ entryId }) => entryId)
  const ids = [...byEntry.keys()]
  const rows = await tx
    .selectFrom('allow_entries')
    .select(['id', 'counted_scan', 'counted_line'])
    .where('company_id', '=', companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
  const counts = rows.map(({ id, counted_scan: countedScan, counted_line: countedLine }) => {
    const steps = (byEntry.get(id) ?? []).map(({ finding }) => scan?.stepOf(finding) ?? null)
    const done = scan && countedScan === scan.id ? (countedLine ?? 0) : 0
    const fresh = steps.filter((step) => step === null || step > done)
    return { id, count: fresh.length, step: Math.max(done, ...fresh.map((step) => step ?? 0)) }
  })
  const counted = counts.filter(({ count }) => count > 0)
  if (counted.length === 0) return
  await sql`
    update allow_entries e set suppressions = e.suppressions + c.count, last_suppressed_at = ${now}::timestamptz,
      counted_scan = ${scan?.id ?? null}::uuid, counted_line = c.step
    from unnest(${counted.map(({ id }) => id)}::uuid[], ${counted.map(({ count }) => count)}::int[],
      ${counted.map(({ step }) => step)}::int[]) as c (id, count, step)
    where e.company_id = ${companyId} and e.id = c.id`.execute(tx)
}

/**
 * Sets a threat back to undecided if it is seen again and was whitelisted by exactly the entry that no longer applies, and deletes the
 * entry. Other threats that the entry covered are found again by scans.
 */
async function reopenLapsed<T>(
  tx: Tx,
  companyId: number,
  lapsed: Suppression<T>['lapsed'],
  keyOfFinding: (finding: T) => FindingKey,
): Promise<void> {
  const whyOf = new Map(lapsed.map(({ entryId, why }) => [entryId, why]))
  const { rows: reopened } = await sql<{ id: string; entry_id: string }>`
    update threats t set status = 'open', version = t.version + 1
    from allow_entries e
    where t.company_id = ${companyId} and t.status = 'whitelist'
      and (t.kind, t.source, t.fingerprint) in (
        select * from ${columnsOf(lapsed.map(({ finding }) => keyOfFinding(finding)))})
      and e.company_id = ${companyId} and e.threat_id = t.id and e.id = any (${[...whyOf.keys()]}::uuid[])
    returning t.id, e.id as entry_id`.execute(tx)
  if (reopened.length === 0) return
  await tx
    .deleteFrom('allow_entries')
    .where('company_id', '=', companyId)
    .where(
      'id',
      'in',
      reopened.map((row) => row.entry_id),
    )
    .execute()
  await recordAudit(
    { tx, company: { id: companyId }, actor: null, requestId: null, ip: null },
    reopened.map((row) => ({
      action: whyOf.get(row.entry_id) === 'changed' ? 'threat.allowedOther' : 'threat.allowedOver',
      targetType: 'threat' as const,
      targetId: row.id,
      before: { status: 'whitelist' },
      after: { status: 'open' },
    })),
  )
  const data = { threatIds: reopened.map(({ id }) => id), status: 'open' }
  await publishEvent(tx, { companyId, type: 'threat.changed', data })
}
