import type { ImportMapping } from '@signet/contract/collection/imports'
import { keysIn } from '@signet/contract/narrow'
import { titleFieldsOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'

/** Values of a threat that are no fields of its source. */
export const commonTargets = ['threatType', 'severity', 'category', 'url', 'firstSeen', 'lastSeen'] as const
type CommonTarget = (typeof commonTargets)[number]

/** What a column can be used for: a field of the source, or one of the `commonTargets`. */
export type ImportTarget = CommonTarget | `field:${string}`

const isCommon = (target: ImportTarget): target is CommonTarget => commonTargets.some((each) => each === target)

/** The name of the field that a target stands for. */
export const fieldOfTarget = (target: ImportTarget): string => target.replace(/^field:/, '')

/** Everything that a column of a file can be used for. The fields that name a threat come first. */
export function targetsOf(recordKind: Kind, source: AnySource): ImportTarget[] {
  const info = sourceInfoOf(recordKind, source)
  const titles = titleFieldsOf(source)
  const names = info.fields.map(({ field }) => field).toSorted((a, b) => rankOf(titles, a) - rankOf(titles, b))
  return [...names.map((field): ImportTarget => `field:${field}`), ...commonTargets]
}

const rankOf = (titles: readonly string[], field: string) => (titles.includes(field) ? 0 : 1)

/** What the columns of a file are used for. */
export function usesOf(mapping: ImportMapping): { column: string; target: ImportTarget }[] {
  const fields = keysIn(mapping.fields).map(
    (field) => ({ column: mapping.fields[field], target: `field:${field}` }) as const,
  )
  const common = commonTargets.map((target) => ({ column: columnOf(mapping, target), target }))
  return [...fields, ...common].flatMap(({ column, target }) => (column === undefined ? [] : [{ column, target }]))
}

function columnOf(mapping: ImportMapping, target: CommonTarget): string | undefined {
  return target === 'threatType' || target === 'severity' ? mapping[target].column : mapping[target]
}

/** The mapping with a column used for one thing instead of another; what another column was used for is taken from it. */
export function withUse(
  mapping: ImportMapping,
  column: string,
  before: ImportTarget | null,
  after: ImportTarget | null,
) {
  const free = before ? withColumn(mapping, before, undefined) : mapping
  return after ? withColumn(free, after, column) : free
}

function withColumn(mapping: ImportMapping, target: ImportTarget, column: string | undefined): ImportMapping {
  const named = column === undefined ? {} : { column }
  if (target === 'threatType') return { ...mapping, threatType: { otherwise: mapping.threatType.otherwise, ...named } }
  if (target === 'severity') return { ...mapping, severity: { otherwise: mapping.severity.otherwise, ...named } }
  if (isCommon(target)) {
    const { [target]: _, ...others } = mapping
    return column === undefined ? others : { ...others, [target]: column }
  }
  const field = fieldOfTarget(target)
  const { [field]: _, ...others } = mapping.fields
  return { ...mapping, fields: column === undefined ? others : { ...others, [field]: column } }
}

/** The fields of which a column must have at least one; empty if one is mapped. */
export function missingTitles(source: AnySource, { fields }: ImportMapping): string[] {
  const titles = titleFieldsOf(source)
  return titles.some((field) => fields[field] !== undefined) ? [] : titles
}
