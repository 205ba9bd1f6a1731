import type { AddResult } from '@signet/contract/threats/add-threats'
import type { Indicator } from '@signet/contract/threats/findings'
import { severityRank } from '@signet/contract/threats/severities'
import type { CompiledRule } from '@signet/detection'
import type { Context } from '../../../app/context.ts'
import type { UploadedFile } from '../../../app/handler.ts'
import type { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { recordEffects } from '../../detection-rules/rule-effects.queries.ts'
import { rulesInForce } from '../../detection-rules/weigh-by-rules.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { notifyReviewed } from '../../notifications/notify-changes.ts'
import type { ReadThreat, ThreatProblem } from '../../threats/found/entered-threat.ts'
import { searchTextOf } from '../../threats/found/finding-threat.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { insertSightings, insertThreat, knownThreats } from '../review/review.queries.ts'
import { ownOrAllowed } from './own-threats.ts'
import { heldByRules, weighAdded } from './rules-on-added.ts'

/** What the detector says about a threat, with the file that it was read from. */
export interface ThreatOrigin {
  /** Null if the severity decides. */
  score: number | null
  brandId: string | null
  indicators: readonly Indicator[]
  /** What it was read from; it becomes evidence of the threat. */
  file?: FoundFile
}

interface FoundFile extends Pick<UploadedFile, 'name' | 'size' | 'sha256'> {
  type: string
  shown?: UploadedFile['shown']
  capturedAt: Date
}

/** What a person adds a threat with. */
export interface AddedEvidence {
  files: readonly UploadedFile[]
  /** Further addresses where it was seen. */
  links: readonly string[]
}

/**
 * Adds those of many threats that are new, or returns what would happen to each.
 *
 * @param origins in the order of the readings, as is the evidence
 */
export async function addEach(
  context: Context,
  readings: readonly (ReadThreat | ThreatProblem)[],
  origins: readonly (ThreatOrigin | undefined)[],
  { dryRun, isAddedAnyway }: { dryRun: boolean; isAddedAnyway: boolean },
  evidence: readonly (AddedEvidence | undefined)[] = [],
): Promise<AddResult[]> {
  const threats = readings.filter((one) => 'fingerprint' in one)
  const known = await knownAmong(context, threats)
  const rules = await rulesInForce(context.tx, context.company.id)
  const refused = isAddedAnyway ? null : await refusalsOf(context, threats, rules)
  const seen = new Set<string>()
  const results: AddResult[] = []
  for (const [at, reading] of readings.entries()) {
    if (!('fingerprint' in reading)) {
      results.push({ state: 'refused', problem: reading })
      continue
    }
    const refusal = refused?.get(reading)
    if (refusal) {
      const { reason, parameters, message } = refusal
      results.push({ state: 'own', problem: { field: '', reason, parameters, message } })
      continue
    }
    const key = keyOf(reading)
    const id = known.get(key)
    if (id !== undefined) results.push({ state: 'known', id })
    else if (seen.has(key)) results.push({ state: 'known' })
    else if (dryRun) results.push({ state: 'new' })
    else {
      const added = await keepThreat(context, reading, rules, origins[at], evidence[at])
      // Another user may have added it between the check and the insert.
      results.push(added === null ? { state: 'known' } : { state: 'added', id: added })
    }
    seen.add(key)
  }
  await lookUp(
    context,
    results.flatMap((result) => (result.state === 'added' ? (result.id ?? []) : [])),
  )
  return results
}

/** Why threats are only added on request: the company owns or allows them, or one of its rules suppresses them. */
export async function refusalsOf(
  context: Context,
  threats: readonly ReadThreat[],
  rules: readonly CompiledRule[],
): Promise<Map<ReadThreat, AppError>> {
  return new Map([...heldByRules(rules, threats), ...(await ownOrAllowed(context, threats))])
}

const keyOf = ({ kind, source, fingerprint }: ReadThreat) => `${kind} ${source} ${fingerprint.toString('hex')}`

/** The ids of the threats that the company already has, by source and fingerprint. */
async function knownAmong({ tx, company }: Context, threats: readonly ReadThreat[]): Promise<Map<string, string>> {
  const known = new Map<string, string>()
  for (const [list, [first, ...others]] of Map.groupBy(threats, ({ kind, source }) => `${kind} ${source}`)) {
    if (!first) continue
    const fingerprints = [first, ...others].map(({ fingerprint }) => fingerprint)
    for (const [hex, id] of await knownThreats(tx, company.id, first, fingerprints)) known.set(`${list} ${hex}`, id)
  }
  return known
}

/** Queues look-ups of the added threats, if look-ups are enabled. */
export async function lookUp({ tx, company, enqueue, installation }: Context, ids: readonly string[]): Promise<void> {
  if (installation.looksUp && ids.length > 0) await lookUpNew(tx, enqueue, company.id, ids)
}

/**
 * Adds a threat with what the company's rules make of it; one that a rule suppresses is added as if there were no rule.
 *
 * @returns the id, or null if the company already has it
 */
export async function keepThreat(
  context: Context,
  read: ReadThreat,
  rules: readonly CompiledRule[],
  origin?: ThreatOrigin,
  evidence?: AddedEvidence,
): Promise<string | null> {
  const { tx, company } = context
  const { kind, source, threatType, fields, title, category } = read
  const { threat: weighed, isHeld, effects } = weighAdded(rules, read, origin)
  const id = await insertThreat(tx, company.id, {
    kind,
    source,
    fingerprint: read.fingerprint,
    title,
    search: searchTextOf(source, title, fields, kind),
    threat_type: threatType,
    severity: severityRank[read.severity],
    category,
    url: read.url,
    fields: JSON.stringify(fields),
    score: weighed.score,
    brand_id: weighed.brandId,
    indicators: JSON.stringify(weighed.indicators),
  })
  if (id === null) return null
  if (!isHeld) {
    const added = effects.map((effect) => ({ ...effect, threatId: id }))
    await recordEffects(tx, company.id, added, new Date())
  }
  if (origin?.file) await keepFile(context, id, origin.file)
  for (const file of evidence?.files ?? []) await keepFile(context, id, { ...file, capturedAt: new Date() })
  await insertSightings(tx, company.id, id, evidence?.links ?? [])
  await recordAudit(context, {
    action: 'threat.added',
    targetType: 'threat',
    targetId: id,
    after: { source, threatType, severity: read.severity, category, fields },
  })
  await notifyReviewed(context, [id], 'queued')
  return id
}

/** Stores a file as evidence of a threat. */
async function keepFile(context: Context, threatId: string, file: FoundFile): Promise<void> {
  const { name, type, size, sha256 } = file
  await holdBytes(context, file)
  const companyId = context.company.id
  await insertEvidence(context.tx, { companyId, threatId, kind: 'upload', ...file })
  await recordAudit(context, {
    action: 'evidence.added',
    targetType: 'threat',
    targetId: threatId,
    after: { name, type, size, sha256 },
  })
}
