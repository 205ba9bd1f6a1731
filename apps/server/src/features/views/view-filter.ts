import * as z from 'zod/mini'
import { isOneOf } from '@signet/contract/narrow'
import { everySourceName, type Kind } from '@signet/contract/threats/sources'
import { ThreatListQuery } from '@signet/contract/threats/threats'
import { wireFiltersOf } from '@signet/contract/threats/view-filters'
import { isoToday } from '@signet/contract/time'
import { searchFieldsOf } from '@signet/contract/touts/tout-sources'
import { ToutListQuery } from '@signet/contract/touts/touts'
import type { ThreatFilter } from '../threats/list/threat-filter.queries.ts'
import type { ViewRow } from './views.queries.ts'

/** What a view finds, as its list reads it. */
export interface ReadView {
  kind: Kind
  filter: ThreatFilter
}

// A filter that the list doesn't have must not widen what is found.
const schemas: Record<Kind, z.ZodMiniType<ThreatFilter>> = {
  threat: z.strictObject(ThreatListQuery.shape),
  tout: z.strictObject(ToutListQuery.shape),
}

/** Reads the filters of a view like the list that it belongs to; null if the list would refuse them. */
export function readView({ list, source, filters }: Pick<ViewRow, 'list' | 'source' | 'filters'>): ReadView | null {
  const kind = list === 'touts' ? 'tout' : 'threat'
  const wire = wireFiltersOf(filters, isoToday())
  const read = z.safeDecode(schemas[kind], wire)
  if (!read.success) return null
  const { searchField } = read.data
  if (searchField && !searchFieldsOf(kind).has(searchField)) return null
  if (source === 'All') return { kind, filter: read.data }
  if (source === 'Bookmarks') return { kind, filter: { ...read.data, bookmarked: true } }
  return isOneOf(everySourceName, source) ? { kind, filter: { ...read.data, source } } : null
}
