import type { Indicator } from '@signet/contract/threats/findings'
import { harmlessStatuses } from '@signet/contract/threats/records'
import { isOneOf } from '@signet/contract/narrow'
import { severityOfRank } from '@signet/contract/threats/severities'
import type { SourceFields } from '@signet/contract/threats/sources'
import { changeWords, weighDomain } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import type { ThreatRow } from '../../db/rows.ts'
import { disallowReopened } from '../allow-list/decided-entries.queries.ts'
import { asProduct, recordAudit, type AuditInput } from '../audit/audit.queries.ts'
import { publishEvents } from '../notifications/live-events.queries.ts'
import { notifyReopened, notifyReviewed } from '../notifications/notify-changes.ts'
import { appliedProof } from '../evidence/lookalike-proofs.queries.ts'
import { reweigh } from '../threats/found/reweigh.ts'
import type { Changed, Kept } from './keep-observations.ts'
import { changeThreat } from '../threats/threats.queries.ts'
import { deleteRecheck, findBrand, isKeyShared } from './observation-rows.queries.ts'
import type { ReopenedFor } from '@signet/contract/threats/records'

/** What the scheduled check of a domain stores about its threat. */
export interface WatchMemory {
  base_score: number | null
  added: Indicator[]
  reopened_for: string[]
}

/**
 * Updates a threat with the observations of its domain: fields, reasons, score, and, if it is undecided, the severity. A material change
 * reopens a threat that a person closed, once.
 *
 * @param threat locked
 * @returns what the scheduled check has to store from now on
 */
export async function applyObservations(
  tx: Tx,
  threat: ThreatRow,
  memory: WatchMemory,
  kept: Kept,
  now: Date,
): Promise<WatchMemory> {
  const { company_id: companyId } = threat
  const brand = threat.brand_id ? await findBrand(tx, companyId, threat.brand_id) : undefined
  const found = weighDomain({
    ...kept.latest,
    aliases: brand ? [brand.name, ...brand.aliases] : [],
    official: brand?.official ?? [],
    isKeyShared: await isKeyShared(tx, threat, kept.latest.tls?.certificate?.keySha256),
    now,
  })
  const baseScore = memory.base_score ?? threat.score
  const proof = await appliedProof(tx, companyId, threat.id)
  const before = { observed: memory.added, proof }
  const weighed = reweigh(threat, before, { observed: found, proof }, baseScore)
  const { score, severity, indicators, observed: added } = weighed
  const fields = { ...threat.fields, ...fieldsOf(threat, kept) }
  const reopening = reopeningOf(threat, memory, kept)

  const isChanged =
    reopening !== null ||
    score !== threat.score ||
    severity !== threat.severity ||
    JSON.stringify(added) !== JSON.stringify(memory.added) ||
    Object.entries(fields).some(([name, value]) => threat.fields[name] !== value)
  if (isChanged) {
    await changeThreat(tx, companyId, threat.id, {
      score,
      severity,
      indicators: JSON.stringify(indicators),
      fields: JSON.stringify(fields),
      ...(reopening === null ? {} : reopening.set(now)),
    })
    // What was allowed has changed, including everything below the name, so its allow-list entries are removed.
    if (reopening?.to === 'open') await disallowReopened(tx, companyId, [threat.id])
    // Queued threats have no scheduled check.
    if (reopening?.to === 'queued') {
      await deleteRecheck(tx, companyId, threat.id)
    }
    await recordAudit(asProduct(tx, companyId), auditOf(threat, { score, severity, added }, kept, reopening))
    await announce(tx, threat, severity, reopening)
  }
  const reopenedFor =
    reopening === null ? memory.reopened_for : [...new Set([...memory.reopened_for, ...reopening.keys])]
  return { base_score: baseScore, added, reopened_for: reopenedFor }
}

interface Reopening {
  /** Changes that reopened it, as they are stored. */
  keys: string[]
  observationId: string
  to: 'open' | 'queued'
  words: string
  changes: ReopenedFor
  set: (now: Date) => object
}

/** Whether a material change that is seen for the first time concerns a threat that was set aside. */
function reopeningOf(
  threat: ThreatRow,
  { reopened_for: reopenedFor }: WatchMemory,
  { changed }: Kept,
): Reopening | null {
  const material = changed.filter(
    (change) => change.changes.some(({ isMaterial }) => isMaterial) && !reopenedFor.includes(keyOf(change)),
  )
  const [first] = material
  if (!first) return null
  const isClosed = threat.stage === 'published' && isOneOf(harmlessStatuses, threat.status)
  if (!isClosed && threat.stage !== 'watchlist' && threat.stage !== 'deleted') return null
  const reasons = material.flatMap(({ changes }) => changes.filter(({ isMaterial }) => isMaterial))
  const words = changeWords(reasons)
  return {
    keys: material.map(keyOf),
    observationId: first.id,
    to: isClosed ? 'open' : 'queued',
    words,
    changes: reasons.map(({ what, before, after }) => ({ what, before, after })),
    set: (now) =>
      isClosed
        ? { status: 'open' }
        : { stage: 'queued', staged_at: now, staged_by: null, staged_by_name: null, stage_reason: words },
  }
}

/** The same state seen again later counts as the same change. */
const keyOf = ({ kind, hash }: Changed) => `${kind} ${hash}`

function auditOf(
  threat: ThreatRow,
  after: { score: number; severity: number; added: readonly Indicator[] },
  { changed }: Kept,
  reopening: Reopening | null,
): AuditInput[] {
  const about = { targetType: 'threat', targetId: threat.id } as const
  const entries: AuditInput[] = []
  const changes = changed.flatMap((one) => one.changes)
  entries.push({
    ...about,
    action: changes.length > 0 ? 'threat.observed' : 'threat.enriched',
    before: { score: threat.score, severity: severityOfRank(threat.severity) },
    after: {
      score: after.score,
      severity: severityOfRank(after.severity),
      reasons: after.added.map(({ name }) => name),
      ...(changes.length > 0 ? { remark: changeWords(changes) } : {}),
    },
  })
  if (reopening?.to === 'open') {
    const status = { status: 'open', remark: reopening.words, changes: reopening.changes }
    entries.push({ ...about, action: 'threat.reopened', before: { status: threat.status }, after: status })
  } else if (reopening) {
    const stage = { stage: 'queued', remark: reopening.words, changes: reopening.changes }
    const action = threat.stage === 'deleted' ? 'qa.reopened' : 'qa.unwatch'
    entries.push({ ...about, action, before: { stage: threat.stage }, after: stage })
  }
  return entries
}

async function announce(tx: Tx, threat: ThreatRow, severity: number, reopening: Reopening | null): Promise<void> {
  const { company_id: companyId, id } = threat
  const company = { id: companyId }
  if (reopening?.to === 'queued') return notifyReviewed({ tx, company }, [id], 'queued')
  if (threat.stage !== 'published') return
  const status = reopening ? 'open' : threat.status
  await publishEvents(tx, companyId, [{ type: 'threat.changed', data: { threatIds: [id], status } }])
  if (!reopening) return
  const once = `observation ${reopening.observationId}`
  await notifyReopened(tx, companyId, { ...threat, severity }, { words: reopening.words, once })
}

/** The fields of a domain that a check fills in. */
function fieldsOf({ source }: ThreatRow, { latest }: Kept): SourceFields {
  if (source !== 'Domain') return {}
  const { registration, dns } = latest
  const address = dns?.a[0] ?? dns?.aaaa[0]
  return {
    ...(registration?.registrar ? { registrar: registration.registrar } : {}),
    ...(registration?.created ? { registeredOn: new Date(registration.created).toISOString() } : {}),
    ...(address === undefined ? {} : { address }),
  }
}
