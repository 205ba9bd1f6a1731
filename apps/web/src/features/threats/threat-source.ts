import { sourceOf, sources, type ThreatSource } from '@signet/contract/sources'

/** What a threats page shows: one source, all, or the caller's bookmarks. */
export type ListSource = ThreatSource | 'All' | 'Bookmarks'

/** The source a word in the address means: `Facebook`, `dark web` and `Google%20Maps` are understood; null for none. */
export function sourceOfSlug(slug: string): ListSource | null {
  const word = slug.toLowerCase()
  if (word === 'all') return 'All'
  if (word === 'bookmarks') return 'Bookmarks'
  return sourceOf(slug)
}

/** What a list is called. */
export function sourceLabel(source: ListSource): string {
  if (source === 'All') return 'All sources'
  return source === 'Bookmarks' ? 'Bookmarks' : sources[source].label
}
