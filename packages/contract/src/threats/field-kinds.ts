import { isOneOf } from '../narrow.ts'
import { sourceInfoOf, sourcesOfTouts } from '../touts/tout-sources.ts'
import {
  everySource,
  type AnySource,
  type FieldKind,
  type Kind,
  type SourceField,
  type SourceFields,
  type SourceInfo,
} from './sources.ts'

/*
 * What the kind of a field decides: how its values are stored, which conditions a filter can set, and how a list is sorted by it.
 */

const infos: readonly SourceInfo[] = [...Object.values(everySource), ...Object.values(sourcesOfTouts)]
const fieldsByName = new Map<string, SourceField>(infos.flatMap(({ fields }) => fields.map((own) => [own.field, own])))

/** The names of all fields of all sources. */
export const fieldNames: readonly string[] = [...fieldsByName.keys()]

/** The kind of a field, by its name; null if no source has it. */
export function kindOfField(name: string): FieldKind | null {
  const found = fieldsByName.get(name)
  return found ? (found.kind ?? 'text') : null
}

/** Whether values of a kind are compared as numbers. */
export const isNumeric = (kind: FieldKind): boolean => kind === 'number' || kind === 'money' || kind === 'port'

/** A sort field of a list that belongs to sources: `fields.` and the name of the field. */
export type FieldSort = `fields.${string}`
/** Every `FieldSort`. */
export const fieldSorts: readonly FieldSort[] = fieldNames.map((name): FieldSort => `fields.${name}`)

/** How a condition compares: `has` is part of a text, `is` the whole text or number, `from` and `to` are limits, both included. */
export const fieldOperators = ['has', 'is', 'from', 'to'] as const
/** One of `fieldOperators`. */
export type FieldOperator = (typeof fieldOperators)[number]

/** The conditions a filter can set for a kind; the first is the usual one. */
export function operatorsOf(kind: FieldKind): readonly FieldOperator[] {
  if (isNumeric(kind)) return ['from', 'to', 'is']
  if (kind === 'date') return ['from', 'to']
  return kind === 'country' ? ['is'] : ['has', 'is']
}

/** A condition on a field of a source. */
export interface FieldCondition {
  field: string
  operator: FieldOperator
  value: string
}

/** A condition in its wire format, e.g. `followers:from:1000`. */
export const writtenCondition = ({ field, operator, value }: FieldCondition) => `${field}:${operator}:${value}`

/** The condition that a text is; null if there is no such field, or if its kind can't be compared like that. */
export function conditionOf(text: string): FieldCondition | null {
  const [, field = '', operator, value = ''] = /^([^:]+):([a-z]+):(.+)$/s.exec(text) ?? []
  const kind = kindOfField(field)
  if (kind === null || !isOneOf(operatorsOf(kind), operator)) return null
  if (isNumeric(kind) && !/^-?\d{1,15}(\.\d{1,6})?$/.test(value)) return null
  if (kind === 'date' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null
  return { field, operator, value }
}

type Value = SourceFields[string]

/**
 * A value in the form of its kind, e.g. `1,204` followers as the number 1204. A value that doesn't fit stays as it is: it is shown as
 * text, and comes last in lists that are sorted by the field.
 */
export function fittedValue(kind: FieldKind, value: Value): Value {
  if (typeof value !== 'string') return value
  const text = value.trim()
  if (kind === 'number' || kind === 'port') {
    // Counts have no decimals, so a separator between groups of three digits can only be one of thousands.
    const digits = /^\d{1,3}(?:[.,\s'’]\d{3})+$/.test(text) ? text.replaceAll(/\D/g, '') : text
    return /^\d{1,15}$/.test(digits) ? Number(digits) : text
  }
  if (kind === 'money') return /^\d{1,12}(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : text
  if (kind === 'date') {
    const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})$/.test(text)
    return isInstant && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : text
  }
  if (kind === 'country') return /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text
  return kind === 'text' ? value : text
}

/** The fields of a record with every value in the form of its kind. */
export function fittedFields(kind: Kind, source: AnySource, fields: SourceFields): SourceFields {
  const fitted = structuredClone(fields)
  for (const { field, kind: kindOfValue = 'text' } of sourceInfoOf(kind, source).fields) {
    const [head = '', tail] = field.split('.')
    const value = fitted[head]
    if (tail === undefined) {
      if (value !== undefined) fitted[head] = fittedValue(kindOfValue, value)
    } else if (value !== null && typeof value === 'object' && value[tail] !== undefined) {
      value[tail] = fittedValue(kindOfValue, value[tail])
    }
  }
  return fitted
}
