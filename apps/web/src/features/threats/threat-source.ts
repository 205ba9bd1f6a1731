import { anySourceOf, type AnySource, type Kind } from '@signet/contract/sources'
import { t } from './words.ts'
import { sourceName } from '../../words/named/threats.ts'

/** What a page of threats or touts shows: one source, all, or the caller's bookmarks. */
export type ListSource = AnySource | 'All' | 'Bookmarks'

/** Whether the list has records of several sources. */
export const isMixed = (source: ListSource): source is 'All' | 'Bookmarks' => source === 'All' || source === 'Bookmarks'

/** Whether records of a source have a domain that is checked from outside. */
export const hasDomain = (kind: Kind, source: ListSource): boolean =>
  kind === 'threat' && (source === 'Domain' || source === 'URL')

/** The source a word in the address means: `Facebook`, `dark web` and `Google%20Maps` are understood; null for none. */
export function sourceOfSlug(slug: string): ListSource | null {
  const word = slug.toLowerCase()
  if (word === 'all') return 'All'
  if (word === 'bookmarks') return 'Bookmarks'
  return anySourceOf(slug)
}

/** What a list is called. */
export function sourceLabel(source: ListSource): string {
  if (source === 'All') return t('allSources')
  return source === 'Bookmarks' ? t('bookmarks') : sourceName(source)
}
