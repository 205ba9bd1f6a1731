import { isObject, type Items, type Json, numberIn, readItems, textIn, textsIn } from '../../narrow.ts'
import { tlpOf, type Tlp } from './tlp.ts'

/** A threat indicator in the Elastic Common Schema. */
export interface EcsIndicator {
  /** A type of STIX objects, e.g. `url` or `domain-name`. */
  type: string
  value: string
  /** When it was recorded. */
  timestamp: string | null
  firstSeen: string | null
  lastSeen: string | null
  /** E.g. `High`. */
  confidence: string | null
  tlp: Tlp | null
  provider: string | null
  sightings: number | null
  tags: string[]
}

/** Where the value of a type is, the most specific first. */
const valueFields = [
  ['url', ['url.full', 'url.original', 'url.domain']],
  ['domain-name', ['url.domain', 'domain', 'name']],
  ['ipv4-addr', ['ip']],
  ['ipv6-addr', ['ip']],
  ['email-addr', ['email.address']],
  ['file', ['file.hash.sha256', 'file.hash.sha1', 'file.hash.md5', 'file.name']],
] as const
const anyField = ['name', 'ip', 'url.full', 'url.domain', 'email.address', 'file.hash.sha256', 'file.hash.md5']

/** Whether documents contain threat indicators, by the first of them. */
export function isEcs(documents: readonly unknown[]): boolean {
  return documents.slice(0, 20).some((each) => isObject(each) && textAt(each, 'threat.indicator.type') !== null)
}

/**
 * Reads documents with threat indicators, whose fields may be nested or have dots in their names. Documents without one are counted as
 * skipped.
 *
 * Source: https://www.elastic.co/docs/reference/ecs/ecs-threat.
 */
export function readEcs(documents: readonly unknown[]): Items<EcsIndicator> {
  return readItems(documents, indicatorOf)
}

function indicatorOf(document: Json): EcsIndicator | null {
  const text = (field: string) => textAt(document, `threat.indicator.${field}`)
  const type = text('type')
  const fields = [...(valueFields.find(([known]) => known === type)?.[1] ?? []), ...anyField]
  const value = fields.flatMap((field) => text(field) ?? [])[0]
  if (type === null || value === undefined) return null
  const marking = text('marking.tlp')
  return {
    type,
    value,
    timestamp: textAt(document, '@timestamp'),
    firstSeen: text('first_seen'),
    lastSeen: text('last_seen'),
    confidence: text('confidence'),
    tlp: marking === null ? null : tlpOf(marking),
    provider: text('provider'),
    sightings: numberIn({ value: at(document, 'threat.indicator.sightings') }, 'value'),
    tags: textsIn(document, 'tags'),
  }
}

/** A value that is an array with one text counts as that text, as in a search. */
function textAt(document: Json, path: string): string | null {
  const found = at(document, path)
  return textIn({ value: Array.isArray(found) ? found[0] : found }, 'value')
}

/** The value at a path, of which any part may be the name of one field: `threat.indicator` and in it `type`. */
function at(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined
  if (path in value && Object.hasOwn(value, path)) return value[path]
  const parts = path.split('.')
  for (let count = 1; count < parts.length; count += 1) {
    const found = at(value[parts.slice(0, count).join('.')], parts.slice(count).join('.'))
    if (found !== undefined) return found
  }
  return undefined
}
