import { anySourceOf, type AnySource, type Kind } from '@signet/contract/threats/sources'
import { t } from './words.ts'
import { sourceName } from '../../words/named/threats.ts'

/** The content of a page of threats or touts: one source, all sources, or the user's bookmarks. */
export type ListSource = AnySource | 'All' | 'Bookmarks'

/** Whether the list contains records of several sources. */
export const isMixed = (source: ListSource): source is 'All' | 'Bookmarks' => source === 'All' || source === 'Bookmarks'

/** Whether the records of a source have a domain with technical observations. */
export const hasDomain = (kind: Kind, source: ListSource): boolean =>
  kind === 'threat' && (source === 'Domain' || source === 'URL')

/** The source for a path segment: `Facebook`, `dark web` and `Google%20Maps` are accepted; null for an unknown one. */
export function sourceOfSlug(slug: string): ListSource | null {
  const word = slug.toLowerCase()
  if (word === 'all') return 'All'
  if (word === 'bookmarks') return 'Bookmarks'
  return anySourceOf(slug)
}

/** The title of a list. */
export function sourceLabel(source: ListSource): string {
  if (source === 'All') return t('allSources')
  return source === 'Bookmarks' ? t('bookmarks') : sourceName(source)
}
