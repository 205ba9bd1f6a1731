import { fittedFields } from '@signet/contract/threats/field-kinds'
import { fieldOf, titleFieldOf, type AnySource, type Kind, type SourceFields } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { AppError } from '../../../errors.ts'

type Scalar = string | number | boolean | null
/** Fields as entered: nested, or with dotted names. */
export type EnteredFields = Record<string, Scalar | Record<string, Scalar>>

/** The fields of a threat or tout of one source. */
export interface FieldsOfSource {
  kind: Kind
  source: AnySource
  fields: SourceFields
}

/**
 * The fields after applying the entered ones; null removes a field.
 *
 * @param record its source determines which fields exist
 * @throws AppError `BAD_REQUEST` naming a field that the source doesn't have
 */
export function changeFields(record: FieldsOfSource, entered: EnteredFields): SourceFields {
  const info = sourceInfoOf(record.kind, record.source)
  const known = new Set([...info.fields, ...info.search].map(({ field }) => field))
  const changed = structuredClone(record.fields)
  for (const [path, value] of dotted(entered)) {
    if (!known.has(path)) throw new AppError('FIELD_NOT_OF_SOURCE', { source: info.label }, { at: placeOf(path) })
    put(changed, path.split('.'), value === '' ? null : value)
  }
  return fittedFields(record.kind, record.source, changed)
}

/** @throws AppError `BAD_REQUEST` naming the title field of this source and type if it is missing */
export function requireTitle(source: AnySource, threatType: string, fields: SourceFields): void {
  const field = titleFieldOf(source, threatType, fields)
  if (!fieldOf(fields, field)) throw new AppError('TITLE_NEEDED', {}, { at: placeOf(field) })
}

export const placeOf = (field: string) => `body.fields.${field.slice(0, 200)}`

function dotted(entered: EnteredFields): [string, Scalar][] {
  return Object.entries(entered).flatMap(([name, value]): [string, Scalar][] =>
    value !== null && typeof value === 'object'
      ? Object.entries(value).map(([inner, scalar]): [string, Scalar] => [`${name}.${inner}`, scalar])
      : [[name, value]],
  )
}

function put(fields: SourceFields, [name, ...rest]: string[], value: Scalar): void {
  // Every step is a known field name of the source, so it can't be a property of the prototype.
  if (name === undefined) return
  if (rest.length > 0) {
    const inner = fields[name]
    const next: SourceFields = inner !== null && typeof inner === 'object' ? inner : {}
    put(next, rest, value)
    fields[name] = next
  } else if (value === null) delete fields[name]
  else fields[name] = value
}
