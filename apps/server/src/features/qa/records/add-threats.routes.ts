import { isOneOf, required } from '@signet/contract/narrow'
import { normaliseName, splitName } from '@signet/detection'
import type * as contract from '@signet/contract/threats/add-threats'
import type { AddResult } from '@signet/contract/threats/add-threats'
import type { ErrorDetail } from '@signet/contract/errors/errors'
import type { BodyOf } from '@signet/contract/route'
import { severityRank, type Severity } from '@signet/contract/threats/severities'
import {
  fieldOf,
  type FieldKind,
  sources,
  titleOf,
  type AnySource,
  type Kind,
  type SourceFields,
  type ThreatSource,
} from '@signet/contract/threats/sources'
import type { ToutSource } from '@signet/contract/touts/tout-sources'
import type { Handler } from '../../../app/handler.ts'
import type { Context } from '../../../app/context.ts'
import { AppError } from '../../../errors.ts'
import { recordAudit } from '../../audit/audit.queries.ts'
import { cutTitle, fingerprintOf, searchTextOf } from '../../threats/found/finding-threat.ts'
import { lookUpNew } from '../../threats/found/look-up-new.ts'
import { notifyReviewed } from '../../notifications/notify-changes.ts'
import { publishedScope } from '../../threats/list/threat-filter.queries.ts'
import { findThreat, toThreat } from '../../threats/threats.queries.ts'
import { correctRecord, checkTypeOfSource } from './correct-record.ts'
import { ownOrAllowed } from './own-threats.ts'
import { changeFields, placeOf, requireTitle } from './entered-fields.ts'
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
  const readings = rows.map((row) => readOrProblem({ source, ...row }))
  const threats = readings.filter((one) => 'fingerprint' in one)
  const fingerprints = threats.map(({ fingerprint }) => fingerprint)
  const known = await knownThreats(context.tx, context.company.id, source, fingerprints)
  const own = isAddedAnyway ? null : await ownOrAllowed(context, threats)
  const seen = new Set<string>()
  const results: AddResult[] = []
  for (const reading of readings) {
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
      const added = await keepThreat(context, reading)
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

type NewRecordInput = Pick<
  BodyOf<typeof contract.addThreat>,
  'source' | 'threatType' | 'severity' | 'category' | 'url' | 'fields'
>

/** A threat entered by a person, after validation. */
interface ReadThreat extends Identified {
  source: ThreatSource
  threatType: string
  severity: Severity
  category: string | null
  url: string | null
  title: string
  fingerprint: Buffer
}

/** @throws AppError `BAD_REQUEST` naming the field */
function readThreat({ source, threatType, severity, category, url, fields }: NewRecordInput): ReadThreat {
  checkTypeOfSource({ kind: 'threat', source }, threatType)
  const entered = changeFields({ kind: 'threat', source, fields: {} }, fields)
  requireTitle(source, threatType, entered)
  const identified = identityOf(source, threatType, entered)
  return {
    ...identified,
    source,
    threatType,
    severity,
    category: category ?? null,
    url: url ?? identified.address,
    title: cutTitle(titleOf(source, threatType, identified.fields)),
    fingerprint: fingerprintOf(source, identified.identity),
  }
}

function readOrProblem(entered: NewRecordInput): ReadThreat | (Omit<ErrorDetail, 'path'> & { field: string }) {
  try {
    return readThreat(entered)
  } catch (error) {
    const [detail] = error instanceof AppError && error.code === 'BAD_REQUEST' ? (error.details ?? []) : []
    if (!detail) throw error
    const { path, ...why } = detail
    return { field: path.replace(/^body\.(?:fields\.)?/, ''), ...why }
  }
}

/** @returns the id, or null if the company already has it */
async function keepThreat(context: Context, read: ReadThreat): Promise<string | null> {
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
    score: scoreOfSeverity[read.severity],
  })
  if (id === null) return null
  await recordAudit(context, {
    action: 'threat.added',
    targetType: 'threat',
    targetId: id,
    after: { source, threatType, severity: read.severity, category, fields },
  })
  await notifyReviewed(context, [id], 'queued')
  return id
}

/** The kinds of fields whose values name one thing. */
const identifying = ['address', 'code', 'phone', 'port'] as const satisfies readonly FieldKind[]

interface Identified {
  fields: SourceFields
  identity: string
  address: string | null
}

/**
 * The identity of a threat: for names and addresses the same as in a scan, so that they match each other; otherwise its title with its
 * machine-readable identifiers (links, numbers, hashes).
 */
function identityOf(source: ThreatSource, threatType: string, fields: SourceFields): Identified {
  if (source === 'Domain') {
    const host = normaliseName(fieldOf(fields, 'domain_name') ?? '')?.host
    if (!host) throw new AppError('NOT_A_DOMAIN', {}, { at: placeOf('domain_name') })
    const { labels, registrableAt } = splitName(host)
    const registrable = labels.slice(registrableAt).join('.')
    return { fields: { registrable_domain: registrable, ...fields, domain_name: host }, identity: host, address: null }
  }
  if (source === 'URL') {
    const field = fieldOf(fields, 'link') ? 'link' : 'adURL'
    const name = normaliseName(fieldOf(fields, field) ?? '')
    if (!name) throw new AppError('NOT_A_WEB_ADDRESS', {}, { at: placeOf(field) })
    return {
      fields: { host: name.host, ...fields, [field]: name.address },
      identity: name.address,
      address: URL.canParse(name.address) ? name.address : null,
    }
  }
  const names = sources[source].fields
    .filter((field) => 'kind' in field && isOneOf(identifying, field.kind))
    .map(({ field }) => fieldOf(fields, field))
  const identity = ['by hand', titleOf(source, threatType, fields), ...names].map((name) =>
    (name ?? '').trim().toLowerCase(),
  )
  return { fields, identity: identity.join('\n'), address: null }
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
