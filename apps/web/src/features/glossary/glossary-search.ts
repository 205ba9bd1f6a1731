import { glossaryCategories, type GlossaryCategory } from '@signet/contract/glossary'
import { indicatorName } from '../../format/indicator-name.ts'
import { oneOf, textOf } from '../../url/search-params.ts'
import { locale } from '../../words/words.ts'
import type { Entry } from './glossary.api.ts'

/** What the glossary keeps in the URL. */
export interface GlossarySearch {
  q?: string | undefined
  category?: GlossaryCategory | undefined
  /** The entry a link leads to: its id, or the name of its indicator. */
  entry?: string | undefined
}

export function validateGlossarySearch(raw: Record<string, unknown>): GlossarySearch {
  return { q: textOf(raw['q']), category: oneOf(raw['category'], glossaryCategories), entry: textOf(raw['entry']) }
}

/** The entry a link means: by id, else by name, in the category given first. */
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

/** The entries in which every typed word occurs, in the name as it is kept or shown, or in what is said of it; those with it in the name come first within their category. */
export function matchEntries(entries: readonly Entry[], typed: string | undefined): Entry[] {
  const words = (typed ?? '').toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...entries]
  const isIn = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found = entries.filter((entry) => isIn(`${nameOf(entry)} ${entry.Description} ${entry.Category}`))
  return [...found.filter((entry) => isIn(nameOf(entry))), ...found.filter((entry) => !isIn(nameOf(entry)))]
}

/** As it is kept, and as it is shown. */
const nameOf = ({ Indicators }: Entry) => `${Indicators} ${indicatorName(Indicators)}`

/** The entries by the names they are shown under, which are not those they are kept under in every language. */
export function byName(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((a, b) => indicatorName(a.Indicators).localeCompare(indicatorName(b.Indicators), locale()))
}

/** The categories that hold something, in the order of the contract, each with its entries. */
export function byCategory(entries: readonly Entry[]): { category: GlossaryCategory; entries: Entry[] }[] {
  return glossaryCategories
    .map((category) => ({ category, entries: entries.filter((entry) => entry.Category === category) }))
    .filter((group) => group.entries.length > 0)
}

/** A text in pieces: every second one is what was typed. */
export function piecesOf(text: string, typed: string | undefined): string[] {
  const words = (typed ?? '').split(/\s+/).filter(Boolean)
  if (words.length === 0) return [text]
  const pattern = words.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('|')
  return text.split(new RegExp(`(${pattern})`, 'gi'))
}
