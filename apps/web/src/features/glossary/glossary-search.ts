import { glossaryCategories, type GlossaryCategory } from '@signet/contract/threats/glossary'
import { indicatorName } from '../../format/names/indicator-name.ts'
import { indicatorMeaning } from '../../format/names/indicator-meaning.ts'
import { oneOf, textOf } from '../../url/search-params.ts'
import { locale } from '../../words/words.ts'
import type { Entry } from './glossary.api.ts'

/** The URL state of the glossary. */
export interface GlossarySearch {
  q?: string | undefined
  category?: GlossaryCategory | undefined
  /** The linked entry: its id, or the name of its indicator. */
  entry?: string | undefined
}

export function validateGlossarySearch(raw: Record<string, unknown>): GlossarySearch {
  return { q: textOf(raw['q']), category: oneOf(raw['category'], glossaryCategories), entry: textOf(raw['entry']) }
}

/** The linked entry: by id, else by name, first in the given category. */
export function linkedEntry(entries: readonly Entry[], { entry, category }: GlossarySearch): Entry | undefined {
  if (!entry) return undefined
  const name = entry.toLowerCase()
  const named = entries.filter(({ Indicators }) => Indicators.toLowerCase() === name)
  return (
    entries.find(({ id }) => id === entry) ??
    named.find(({ Category }) => Category === category) ??
    named.find(({ Category }) => Category === 'General') ??
    named[0]
  )
}

/**
 * The entries that contain every typed word in their stored or displayed name or in their description. Within a category, matches in the
 * name come first.
 */
export function matchEntries(entries: readonly Entry[], typed: string | undefined): Entry[] {
  const words = (typed ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  const isIn = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = entries.filter((entry) =>
    isIn(`${nameOf(entry)} ${entry.Description} ${indicatorMeaning(entry.Description)} ${entry.Category}`),
  )
  return [...found.filter((entry) => isIn(nameOf(entry))), ...found.filter((entry) => !isIn(nameOf(entry)))]
}

/** The stored name and the displayed name. */
const nameOf = ({ Indicators }: Entry) => `${Indicators} ${indicatorName(Indicators)}`

/** The entries sorted by displayed name, which differs from the stored name in some languages. */
export function byName(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => indicatorName(a.Indicators).localeCompare(indicatorName(b.Indicators), locale()))
}

/** The categories that have entries, in the order of the contract, each with its entries. */
export function byCategory(entries: readonly Entry[]): { category: GlossaryCategory; entries: Entry[] }[] {
  return glossaryCategories
    .map((category) => ({ category, entries: entries.filter((entry) => entry.Category === category) }))
    .filter((group) => group.entries.length > 0)
}

/** A text split into pieces; every second piece matches what was typed. */
export function piecesOf(text: string, typed: string | undefined): string[] {
  const words = (typed ?? '').split(/\s+/).filter(Boolean)
  if (words.length === 0) return [text]
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi'))
}
