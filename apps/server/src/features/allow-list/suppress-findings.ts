import type { AnySource, Kind, SourceFields } from '@signet/contract/threats/sources'
import { allowedBy, seenIn, type SeenAt } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { asProduct, recordAudit } from '../audit/audit.queries.ts'
import { publishEvent } from '../notifications/live-events.queries.ts'
import { hasEntries, rulesFor } from './rules.queries.ts'
import { countSuppressions, knownAmong, lockEntries, reopenAllowed, type Identity } from './suppressions.queries.ts'

/** The fields of a finding that are matched against the allow list, and those that identify its threat. */
export interface FindingKey extends Identity {
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
 * A company without an allow list costs one look-up. Indexes: allow_entries_company_id_kind_value_key,
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
  const known = new Set((await knownAmong(tx, companyId, covered)).map(identityOf))
  const isHeld = new Set(covered.filter((one) => !known.has(identityOf(one))).map(({ finding }) => finding))
  answer.kept = found.filter((finding) => !isHeld.has(finding))
  return answer
}

const identityOf = ({ kind, source, fingerprint }: Identity) => `${kind} ${source} ${fingerprint.toString('hex')}`

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
  const rows = await lockEntries(tx, companyId, ids)
  const counts = rows.map(({ id, counted_scan: countedScan, counted_line: countedLine }) => {
    const steps = (byEntry.get(id) ?? []).map(({ finding }) => scan?.stepOf(finding) ?? null)
    const done = scan && countedScan === scan.id ? (countedLine ?? 0) : 0
    const fresh = steps.filter((step) => step === null || step > done)
    return { id, count: fresh.length, step: Math.max(done, ...fresh.map((step) => step ?? 0)) }
  })
  const counted = counts.filter(({ count }) => count > 0)
  if (counted.length === 0) return
  await countSuppressions(tx, companyId, counted, now, scan?.id ?? null)
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
  const keys = lapsed.map(({ finding }) => keyOfFinding(finding))
  const reopened = await reopenAllowed(tx, companyId, keys, [...whyOf.keys()])
  if (reopened.length === 0) return
  await recordAudit(
    asProduct(tx, companyId),
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
