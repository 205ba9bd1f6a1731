import { randomUUID } from 'node:crypto'
import { normaliseName, splitName } from '@signet/detection'
import type * as contract from '@signet/contract/by-hand'
import { severityRank, type Severity } from '@signet/contract/severities'
import { fieldOf, sources, titleOf, type SourceFields, type ThreatSource } from '@signet/contract/sources'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import type { Handler } from '../../http/mount-contract.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { cutTitle, fingerprintOf, searchTextOf } from '../intake/finding-threat.ts'
import { publishedScope } from '../threats/threat-filter.ts'
import { findThreat, toThreat } from '../threats/threats.queries.ts'
import { correctRecord, refuseForeignType } from './correct-record.ts'
import { changeFields, refuse, requireTitle } from './given-fields.ts'
import { reviewScope } from './review-threats.ts'

// What a scan of the same severity would score at least.
const scoreOf: Record<Severity, number> = { Critical: 92, High: 78, Medium: 62, Low: 50 }

/**
 * Keeps a threat that a person found, for review.
 *
 * @throws AppError `BAD_REQUEST` naming the field; `CONFLICT` with the id of the threat it is already
 */
export const addThreat: Handler<typeof contract.addThreat> = async (context, { body }) => {
  const { tx, company } = context
  const { source, threatType } = body
  refuseForeignType({ kind: 'threat', source }, threatType)
  const given = changeFields({ kind: 'threat', source, fields: {} }, body.fields)
  requireTitle(source, threatType, given)
  const { fields, identity, address } = identityOf(source, threatType, given)
  const title = cutTitle(titleOf(source, threatType, fields))
  const fingerprint = fingerprintOf(source, identity)
  const now = new Date()
  const added = await tx
    .insertInto('threats')
    .values({
      company_id: company.id,
      id: randomUUID(),
      source,
      fingerprint,
      title,
      search: searchTextOf(source, title, fields),
      threat_type: threatType,
      severity: severityRank[body.severity],
      staged_by: null,
      staged_by_name: null,
      stage_reason: null,
      category: body.category ?? null,
      url: body.url ?? address,
      fields: JSON.stringify(fields),
      brand_id: null,
      class: null,
      score: scoreOf[body.severity],
      indicators: '[]',
      first_seen: now,
      last_seen: now,
      published_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!added) throw await alreadyKnown(context, source, fingerprint)
  await tx
    .insertInto('sightings')
    .values({
      company_id: company.id,
      threat_id: added.id,
      scan_id: randomUUID(),
      feed: 'added by hand',
      line: null,
      text: title,
      seen_at: now,
    })
    .execute()
  await recordAudit(context, {
    action: 'threat.added',
    targetType: 'threat',
    targetId: added.id,
    after: { source, threatType, severity: body.severity, category: body.category ?? null, fields },
  })
  return threatOf(context, added.id)
}

async function alreadyKnown(context: Context, source: ThreatSource, fingerprint: Buffer): Promise<AppError> {
  const { id } = await context.tx
    .selectFrom('threats')
    .select('id')
    .where('company_id', '=', context.company.id)
    .where('kind', '=', 'threat')
    .where('source', '=', source)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirstOrThrow()
  return new AppError('CONFLICT', `It is the threat ${id} already.`, { details: [{ path: 'threatId', message: id }] })
}

interface Identified {
  fields: SourceFields
  identity: string
  address: string | null
}

/**
 * What makes a threat the same as another: for names and addresses what a scan goes by, so that both find each other; else its
 * title with whatever names it for machines (links, numbers, hashes).
 */
function identityOf(source: ThreatSource, threatType: string, fields: SourceFields): Identified {
  if (source === 'Domain') {
    const host = normaliseName(fieldOf(fields, 'domain_name') ?? '')?.host
    if (!host) refuse('domain_name', 'is not a domain name')
    const { labels, registrableAt } = splitName(host)
    const registrable = labels.slice(registrableAt).join('.')
    return { fields: { registrable_domain: registrable, ...fields, domain_name: host }, identity: host, address: null }
  }
  if (source === 'URL') {
    const field = fieldOf(fields, 'link') ? 'link' : 'adURL'
    const name = normaliseName(fieldOf(fields, field) ?? '')
    if (!name) refuse(field, 'is not an address')
    return {
      fields: { host: name.host, ...fields, [field]: name.address },
      identity: name.address,
      address: URL.canParse(name.address) ? name.address : null,
    }
  }
  const names = sources[source].fields
    .filter((field) => 'show' in field && field.show !== 'time')
    .map(({ field }) => fieldOf(fields, field))
  const identity = ['by hand', titleOf(source, threatType, fields), ...names].map((name) =>
    (name ?? '').trim().toLowerCase(),
  )
  return { fields, identity: identity.join('\n'), address: null }
}

/** @throws AppError `NOT_FOUND` when it is of another source, or not published and the caller no reviewer */
export const patchThreat: Handler<typeof contract.patchThreat> = async (context, { params, body }) => {
  await correctRecord(context, scopeOf(context), params.threatId, body, params.source)
  return threatOf(context, params.threatId)
}

const scopeOf = (context: Context) =>
  context.actor.role === 'qa' ? reviewScope(context, 'threat') : publishedScope(context)

async function threatOf(context: Context, threatId: string) {
  const row = await findThreat(context.tx, reviewScope(context, 'threat'), threatId)
  if (!row) throw new Error(`The threat ${threatId} was just written and is not there`)
  return toThreat(row, context.fileHref)
}
