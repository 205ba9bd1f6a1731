import { required } from '@signet/contract/narrow'
import type * as contract from '@signet/contract/threats/add-threats'
import type * as touts from '@signet/contract/touts/add-touts'
import type { BodyOf } from '@signet/contract/route'
import type { AnySource, Kind, ThreatSource } from '@signet/contract/threats/sources'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type { Handler, UploadedFile } from '../../../app/handler.ts'
import type { Context } from '../../../app/context.ts'
import { AppError, found } from '../../../errors.ts'
import { findAppFile, type AppFileRow } from '../../app-files/app-files.queries.ts'
import { findAssets, findBrandIds } from '../../assets/assets.queries.ts'
import { rulesInForce } from '../../detection-rules/weigh-by-rules.ts'
import { readOrProblem, readThreat, type ReadThreat } from '../../threats/found/entered-threat.ts'
import { toutReasons } from '../../threats/found/reasons-of-touts.ts'
import { readableScope } from '../../threats/list/threat-filter.queries.ts'
import { findThreat, toThreat } from '../../threats/threats.queries.ts'
import { correctRecord } from './correct-record.ts'
import { foundOf } from './rules-on-added.ts'
import { addEach, keepThreat, lookUp, refusalsOf, type AddedEvidence, type ThreatOrigin } from './keep-threat.ts'
import { reviewScope } from '../review/review-threats.ts'
import { knownThreats } from '../review/review.queries.ts'

/**
 * Adds a threat that a person found to the review queue.
 *
 * @throws AppError `BAD_REQUEST` naming the field; `CONFLICT` with the id of the threat that already exists, or for what the company owns
 *   or allows, or what one of its rules suppresses
 */
export const addThreat: Handler<typeof contract.addThreat> = async (context, { body }) => {
  const read = readThreat(body)
  const rules = await rulesInForce(context.tx, context.company.id)
  const refusal = body.isAddedAnyway ? undefined : (await refusalsOf(context, [read], rules)).get(read)
  if (refusal) throw refusal
  const id = await keepThreat(context, read, rules)
  if (id) {
    await lookUp(context, [id])
    return threatOf(context, id)
  }
  throw await knownError(context, read)
}

/** Adds those of many threats that are new, or returns what would happen to each. */
export const addThreats: Handler<typeof contract.addThreats> = async (context, { body, files }) => {
  const { source, rows, dryRun, isAddedAnyway } = body
  const appFiles = await appFilesOf(context, body)
  const readings = rows.map((row, at) => {
    const address = appFiles[at]?.address
    return readOrProblem({ source, ...row, ...(address ? { url: address } : {}) })
  })
  const origins = appFiles.map((file) => file && originOf(file))
  return addEach(context, readings, origins, { dryRun, isAddedAnyway }, evidenceOf(rows, files))
}

/**
 * What each row is added with.
 *
 * @throws AppError `FILES_OF_ONE_ROW`
 */
function evidenceOf(
  rows: readonly { links?: readonly string[] | undefined }[],
  files: readonly UploadedFile[],
): AddedEvidence[] {
  if (files.length > 0 && rows.length > 1) throw new AppError('FILES_OF_ONE_ROW', {}, { at: 'body.file' })
  return rows.map(({ links = [] }) => ({ files, links }))
}

/** For a record that the company already has. */
async function knownError({ tx, company }: Context, read: ReadThreat): Promise<AppError> {
  const [threatId] = (await knownThreats(tx, company.id, read, [read.fingerprint])).values()
  return new AppError('THREAT_KNOWN', { threatId: required(threatId, 'a threat') })
}

/**
 * Adds a tout that a person found to the review queue.
 *
 * @throws AppError like `addThreat`
 */
export const addTout: Handler<typeof touts.addTout> = async (context, { body }) => {
  const rules = await rulesInForce(context.tx, context.company.id)
  const [{ read, origin } = required(undefined, 'a tout')] = await judgedTouts(context, [
    readThreat({ kind: 'tout', ...body }),
  ])
  const refusal = body.isAddedAnyway ? undefined : (await refusalsOf(context, [read], rules)).get(read)
  if (refusal) throw refusal
  const id = await keepThreat(context, read, rules, origin)
  if (!id) throw await knownError(context, read)
  await lookUp(context, [id])
  return recordOf<ToutSource>(context, 'tout', id)
}

/** Adds those of many touts that are new, or returns what would happen to each. */
export const addTouts: Handler<typeof touts.addTouts> = async (context, { body, files }) => {
  const { source, rows, dryRun, isAddedAnyway } = body
  const readings = rows.map((row) => readOrProblem({ kind: 'tout', source, ...row }))
  const judged = await judgedTouts(
    context,
    readings.filter((one) => 'fingerprint' in one),
  )
  const judgedOf = new Map(judged.map((one) => [one.entered, one]))
  const each = readings.map((one) => ('fingerprint' in one ? judgedOf.get(one) : undefined))
  const reads = readings.map((one, at) => each[at]?.read ?? one)
  const origins = each.map((one) => one?.origin)
  return addEach(context, reads, origins, { dryRun, isAddedAnyway }, evidenceOf(rows, files))
}

interface JudgedTout {
  entered: ReadThreat
  /** With what its text says of the offer. */
  read: ReadThreat
  /** Undefined if the detector finds nothing in it. */
  origin: ThreatOrigin | undefined
}

/** What the detector says about touts; their severity and type stay as entered. */
async function judgedTouts({ tx, company }: Context, entered: readonly ReadThreat[]): Promise<JudgedTout[]> {
  if (entered.length === 0) return []
  const reasoned = toutReasons(await findAssets(tx, company.id), await findBrandIds(tx, company.id))
  return entered.map((one) => {
    const { fields, score, brandId, indicators } = reasoned(foundOf(one, undefined))
    const origin = indicators.length > 0 ? { score, brandId, indicators } : undefined
    return { entered: one, read: origin ? { ...one, fields } : one, origin }
  })
}

/** What was read of an app, and its file or the page of the store. */
function originOf(row: AppFileRow): ThreatOrigin {
  const { name, score, brand_id: brandId, indicators, created_at: capturedAt } = row
  const sha256 = required(row.sha256, 'the file of an app that was read')
  const type = required(row.type, 'its type')
  return { score, brandId, indicators, file: { name, type, size: Number(row.size), sha256, capturedAt } }
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

/** @throws AppError `NOT_FOUND` if it is of another source, or if it isn't published and the caller isn't a reviewer */
export const changeThreat: Handler<typeof contract.changeThreat> = async (context, { params, body }) => {
  await correctRecord(context, readableScope(context, 'threat'), params.threatId, body, params.source)
  return threatOf(context, params.threatId)
}

/** @throws AppError like `changeThreat` */
export const changeTout: Handler<typeof contract.changeTout> = async (context, { params, body }) => {
  await correctRecord(context, readableScope(context, 'tout'), params.toutId, body, params.source)
  return recordOf<ToutSource>(context, 'tout', params.toutId)
}

const threatOf = (context: Context, threatId: string) => recordOf<ThreatSource>(context, 'threat', threatId)

async function recordOf<S extends AnySource>(context: Context, kind: Kind, id: string) {
  const row = await findThreat(context.tx, reviewScope(context, kind), id)
  if (!row) throw new Error(`The ${kind} ${id} was just written and is not there`)
  return toThreat<S>(row, context.fileHref)
}
