import type { AnySource, Kind } from '@signet/contract/threats/sources'
import { sourceInfoOf } from '@signet/contract/touts/tout-sources'
import { valueName } from '../../../words/named/name-of.ts'
import { commonTargets } from './mapping.ts'
import { t } from './words.ts'

/** The name of a field of a source, or of one of the values that threats of all sources have. */
export function fieldName(recordKind: Kind, source: AnySource, field: string): string {
  const common = commonTargets.find((each) => each === field)
  if (common) return t(`target.${common}`)
  const info = sourceInfoOf(recordKind, source)
  return valueName(info.fields.find((each) => each.field === field)?.label ?? field)
}
