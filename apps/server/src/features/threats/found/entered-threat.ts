import { isIP } from 'node:net'
import { isOneOf } from '@signet/contract/narrow'
import { isHostName, normaliseName, splitName } from '@signet/detection'
import type { addThreat } from '@signet/contract/threats/add-threats'
import type { ErrorDetail } from '@signet/contract/errors/errors'
import type { BodyOf } from '@signet/contract/route'
import type { Severity } from '@signet/contract/threats/severities'
import {
  fieldOf,
  titleOf,
  type AnySource,
  type FieldKind,
  type Kind,
  type SourceFields,
} from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import type { ThreatRow } from '../../../db/rows.ts'
import { AppError } from '../../../errors.ts'
import { changeFields, placeOf, requireTitle } from './entered-fields.ts'
import { cutTitle, fingerprintOf } from './finding-threat.ts'

/** A threat as a person entered it. */
export type EnteredThreat<S extends AnySource = AnySource> = Pick<
  BodyOf<typeof addThreat>,
  'threatType' | 'severity' | 'category' | 'url' | 'fields'
> & { source: S; kind?: Kind }

/** A threat entered by a person, after validation. */
export interface ReadThreat<S extends AnySource = AnySource> extends Identified {
  kind: Kind
  source: S
  threatType: string
  severity: Severity
  category: string | null
  url: string | null
  title: string
  fingerprint: Buffer
}

/** @throws AppError `BAD_REQUEST` naming the field */
export function readThreat<S extends AnySource>(threat: EnteredThreat<S>): ReadThreat<S> {
  const { kind = 'threat', source, threatType, severity, category, url, fields } = threat
  checkTypeOfSource({ kind, source }, threatType)
  const entered = changeFields({ kind, source, fields: {} }, fields)
  if (kind === 'tout') requireNumbers(source, entered)
  requireTitle(source, threatType, entered)
  const identified = identityOf(kind, source, threatType, entered)
  return {
    ...identified,
    kind,
    source,
    threatType,
    severity,
    category: category ?? null,
    url: url ?? identified.address,
    title: cutTitle(titleOf(source, threatType, identified.fields)),
    fingerprint: fingerprintOf(source, identified.identity),
  }
}

/** What is wrong with a threat; `field` is empty for the whole threat. */
export type ThreatProblem = Omit<ErrorDetail, 'path'> & { field: string }

/** A threat, or what is wrong with it. */
export function readOrProblem<S extends AnySource>(entered: EnteredThreat<S>): ReadThreat<S> | ThreatProblem {
  try {
    return readThreat(entered)
  } catch (error) {
    const [detail] = error instanceof AppError && error.code === 'BAD_REQUEST' ? (error.details ?? []) : []
    if (!detail) throw error
    const { path, ...why } = detail
    return { field: path.replace(/^body\.(?:fields\.)?/, ''), ...why }
  }
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
function identityOf(kind: Kind, source: AnySource, threatType: string, fields: SourceFields): Identified {
  if (source === 'Domain') {
    const host = normaliseName(fieldOf(fields, 'domain_name') ?? '')?.host ?? ''
    const { labels, registrableAt } = splitName(host)
    if (isIP(host) || !isHostName(host) || registrableAt < 0)
      throw new AppError('NOT_A_DOMAIN', {}, { at: placeOf('domain_name') })
    const registrable = labels.slice(registrableAt).join('.')
    return { fields: { registrable_domain: registrable, ...fields, domain_name: host }, identity: host, address: null }
  }
  if (source === 'URL') {
    const field = fieldOf(fields, 'link') ? 'link' : 'adURL'
    const name = normaliseName(fieldOf(fields, field) ?? '')
    if (!name) throw new AppError('NOT_A_WEB_ADDRESS', {}, { at: placeOf(field) })
    return {
      fields: { [kind === 'tout' ? 'domain_name' : 'host']: name.host, ...fields, [field]: name.address },
      identity: name.address,
      address: URL.canParse(name.address) ? name.address : null,
    }
  }
  const names = sourceInfoOf(kind, source)
    .fields.filter((field) => isOneOf(identifying, field.kind))
    .map(({ field }) => fieldOf(fields, field))
  const identity = ['by hand', titleOf(source, threatType, fields), ...names].map((name) =>
    (name ?? '').trim().toLowerCase(),
  )
  return { fields, identity: identity.join('\n'), address: null }
}

/** @throws AppError `BAD_REQUEST` naming a price or quantity of a tout that isn't a number, by which lists sort and filter */
function requireNumbers(source: AnySource, fields: SourceFields): void {
  const wrong = sourceInfoOf('tout', source).fields.find(
    ({ field, kind }) => (kind === 'money' || kind === 'number') && typeof fields[field] === 'string',
  )
  if (wrong) throw new AppError('NOT_A_NUMBER', {}, { at: placeOf(wrong.field) })
}

/** @throws AppError `BAD_REQUEST` if the source has no such type */
export function checkTypeOfSource(
  { kind, source }: Pick<ThreatRow, 'kind' | 'source'>,
  threatType: string | undefined,
): void {
  const { types } = sourceInfoOf(kind, source)
  if (threatType === undefined || types.includes(threatType)) return
  throw new AppError('TYPE_NOT_OF_SOURCE', { types: types.join(', ') }, { at: 'body.threatType' })
}
