import { glossaryCategories, type getGlossary as contract, type GlossaryEntry } from '@signet/contract/glossary'
import type { AnySource } from '@signet/contract/sources'
import { indicatorGlossary } from '@signet/detection'
import type { Handler } from '../../http/mount-contract.ts'
import { furtherEntries, measuredNames } from './glossary-entries.ts'

const order = new Intl.Collator('en')

const entries: readonly GlossaryEntry[] = [
  ...indicatorGlossary.map(({ name, category, description }) => ({
    Indicators: name,
    Description: description,
    Category: category,
  })),
  ...glossaryCategories.flatMap((category) =>
    Object.entries(furtherEntries[category] ?? {}).map(([name, description]) => ({
      Indicators: name,
      Description: description,
      Category: category,
    })),
  ),
].toSorted((a, b) => order.compare(a.Category, b.Category) || order.compare(a.Indicators, b.Indicators))

const byName = Map.groupBy(entries, ({ Indicators }) => Indicators)

/** Sources with entries of their own; the others are spoken for by General. */
const categoryOf: Partial<Record<AnySource, GlossaryEntry['Category']>> = {
  APK: 'APK',
  Telegram: 'Telegram',
  Instagram: 'Instagram',
  Twitter: 'Twitter',
  FB: 'Facebook',
  Domain: 'Domain',
  YouTube: 'YouTube',
  LinkedIn: 'LinkedIn',
  URL: 'URL',
  EASM: 'EASM',
}

/**
 * What an indicator means for a threat of a source: the entry of the source's category, else any entry of that name.
 *
 * @param indicator as on the threat; a measurement in it is read over, e.g. `Logo match 93%`
 */
export function descriptionOf(indicator: string, source: AnySource): string | undefined {
  const name = byName.has(indicator) ? indicator : measuredNames.find(([form]) => form.test(indicator))?.[1]
  const named = byName.get(name ?? '') ?? []
  const wanted = categoryOf[source] ?? 'General'
  const found =
    named.find(({ Category }) => Category === wanted) ??
    named.find(({ Category }) => Category === 'General') ??
    named[0]
  return found?.Description
}

/** The glossary, or the entries in which the searched text occurs. */
export const getGlossary: Handler<typeof contract> = async (_context, { query }) => {
  const needle = query.searchQuery?.toLowerCase() ?? ''
  return entries.filter((entry) => Object.values(entry).some((text) => text.toLowerCase().includes(needle)))
}
