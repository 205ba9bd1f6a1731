import { required } from '@signet/contract/narrow'
import type * as contract from '@signet/contract/threats/add-threats'
import type { AddResult } from '@signet/contract/threats/add-threats'
import { severityRank } from '@signet/contract/threats/severities'
import type { BodyOf } from '@signet/contract/route'
import type { AnySource, Kind, ThreatSource } from '@signet/contract/threats/sources'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type { Handler } from '../../../app/handler.ts'
import type { Context } from '../../../app/context.ts'
import { AppError, found } from '../../../errors.ts'
import { findAppFile, type AppFileRow } from '../../app-files/app-files.queries.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { insertEvidence } from '../../evidence/evidence.queries.ts'
import { holdBytes } from '../../evidence/files.queries.ts'
import { readOrProblem, readThreat, type ReadThreat } from '../../threats/found/entered-threat.ts'
import { searchTextOf } from '../../threats/found/finding-threat.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { notifyReviewed } from '../../notifications/notify-changes.ts'
import { publishedScope } from '../../threats/list/threat-filter.queries.ts'
import { findThreat, toThreat } from '../../threats/threats.queries.ts'
import { correctRecord } from './correct-record.ts'
import { ownOrAllowed } from './own-threats.ts'
import { reviewScope } from '../review/review-threats.ts'
import { insertThreat, knownThreats } from '../review/review.queries.ts'
import { scoreOfSeverity } from '../../threats/found/severity-of-score.ts'

/**
 * Adds a threat that a person found to the review queue.
 *
 * @throws AppError `BAD_REQUEST` naming the field; `CONFLICT` with the id of the threat that already exists, or for what the company owns
 *   or allows
 */
export const addThreat: Handler<typeof contract.addThreat> = async (context, { body }) => {
  const read = readThreat(body)
  const refusal = body.isAddedAnyway ? undefined : (await ownOrAllowed(context, [read])).get(read)
  if (refusal) throw refusal
  const id = await keepThreat(context, read)
  if (id) {
    await lookUp(context, [id])
    return threatOf(context, id)
  }
  const known = required(
    (await knownThreats(context.tx, context.company.id, body.source, [read.fingerprint])).values().next().value,
    'a threat',
  )
  throw new AppError('THREAT_KNOWN', { threatId: known })
}

/** Adds those of many threats that are new, or returns what would happen to each. */
export const addThreats: Handler<typeof contract.addThreats> = async (context, { body }) => {
  const { source, rows, dryRun, isAddedAnyway } = body
  const appFiles = await appFilesOf(context, body)
  const readings = rows.map((row, at) => {
    const address = appFiles[at]?.address
    return readOrProblem({ source, ...row, ...(address ? { url: address } : {}) })
  })
  const threats = readings.filter((one) => 'fingerprint' in one)
  const fingerprints = threats.map(({ fingerprint }) => fingerprint)
  const known = await knownThreats(context.tx, context.company.id, source, fingerprints)
  const own = isAddedAnyway ? null : await ownOrAllowed(context, threats)
  const seen = new Set<string>()
  const results: AddResult[] = []
  for (const [at, reading] of readings.entries()) {
    if (!('fingerprint' in reading)) {
      results.push({ state: 'refused', problem: reading })
      continue
    }
    const refusal = own?.get(reading)
    if (refusal) {
      const { reason, parameters, message } = refusal
      results.push({ state: 'own', problem: { field: '', reason, parameters, message } })
      continue
    }
    const key = reading.fingerprint.toString('hex')
    const id = known.get(key)
    if (id !== undefined) results.push({ state: 'known', id })
    else if (seen.has(key)) results.push({ state: 'known' })
    else if (dryRun) results.push({ state: 'new' })
    else {
      const added = await keepThreat(context, reading, appFiles[at])
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

/** Queues lookups of the added threats, if lookups are enabled. */
async function lookUp({ tx, company, enqueue, installation }: Context, ids: readonly string[]): Promise<void> {
  if (installation.looksUp && ids.length > 0) await lookUpNew(tx, enqueue, company.id, ids)
}

/**
 * The files of apps that rows name; undefined for a row without one.
 *
 * @throws AppError `NOT_FOUND`, `APP_FILE_NOT_READ`
 */
async function appFilesOf({ tx, company }: Context, { rows }: BodyOf<typeof contract.addThreats>) {
  const files: (AppFileRow | undefined)[] = []
  for (const { appFile } of rows) {
    const file = appFile === undefined ? undefined : found(await findAppFile(tx, company.id, appFile), 'file')
    if (file && file.state !== 'read') throw new AppError('APP_FILE_NOT_READ')
    files.push(file)
  }
  return files
}

/** @returns the id, or null if the company already has it */
async function keepThreat(context: Context, read: ReadThreat, appFile?: AppFileRow): Promise<string | null> {
  const { tx, company } = context
  const { source, threatType, fields, title, category } = read
  const id = await insertThreat(tx, company.id, {
    source,
    fingerprint: read.fingerprint,
    title,
    search: searchTextOf(source, title, fields),
    threat_type: threatType,
    severity: severityRank[read.severity],
    category,
    url: read.url,
    fields: JSON.stringify(fields),
    score: appFile?.score ?? scoreOfSeverity[read.severity],
    brand_id: appFile?.brand_id ?? null,
    ...(appFile ? { indicators: JSON.stringify(appFile.indicators) } : {}),
  })
  if (id === null) return null
  if (appFile) await keepAppFile(context, id, appFile)
  await recordAudit(context, {
    action: 'threat.added',
    targetType: 'threat',
    targetId: id,
    after: { source, threatType, severity: read.severity, category, fields },
  })
  await notifyReviewed(context, [id], 'queued')
  return id
}

/** Stores the file, or the page of the store, as evidence of its threat. */
async function keepAppFile(context: Context, threatId: string, file: AppFileRow): Promise<void> {
  const { name, created_at: capturedAt } = file
  const sha256 = required(file.sha256, 'the file of an app that was read')
  const type = required(file.type, 'its type')
  const size = Number(file.size)
  await holdBytes(context, { sha256 })
  const companyId = context.company.id
  await insertEvidence(context.tx, { companyId, threatId, kind: 'upload', name, type, size, sha256, capturedAt })
  await recordAudit(context, {
    action: 'evidence.added',
    targetType: 'threat',
    targetId: threatId,
    after: { name, type, size, sha256 },
  })
}

/** @throws AppError `NOT_FOUND` if it is of another source, or if it isn't published and the caller isn't a reviewer */
export const patchThreat: Handler<typeof contract.patchThreat> = async (context, { params, body }) => {
  await correctRecord(context, scopeOf(context, 'threat'), params.threatId, body, params.source)
  return threatOf(context, params.threatId)
}

/** @throws AppError like `patchThreat` */
export const patchTout: Handler<typeof contract.patchTout> = async (context, { params, body }) => {
  await correctRecord(context, scopeOf(context, 'tout'), params.toutId, body, params.source)
  return recordOf<ToutSource>(context, 'tout', params.toutId)
}

const scopeOf = (context: Context, kind: Kind) =>
  context.actor.role === 'qa' ? reviewScope(context, kind) : publishedScope(context, kind)

const threatOf = (context: Context, threatId: string) => recordOf<ThreatSource>(context, 'threat', threatId)

async function recordOf<S extends AnySource>(context: Context, kind: Kind, id: string) {
  const row = await findThreat(context.tx, reviewScope(context, kind), id)
  if (!row) throw new Error(`The ${kind} ${id} was just written and is not there`)
  return toThreat<S>(row, context.fileHref)
}
