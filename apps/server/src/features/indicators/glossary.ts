import { derivedId } from '../../derived-id.ts'
import { glossaryCategories, type GlossaryEntry, type StoredGlossaryEntry } from '@signet/contract/threats/glossary'
import type { AnySource } from '@signet/contract/threats/sources'
import { indicatorGlossary } from '@signet/detection'
import type { Tx } from '../../db/database.ts'
import { furtherEntries, measuredNames } from './glossary-entries.ts'
import { ruleReasons, storedEntries } from './glossary-entries.queries.ts'

const order = new Intl.Collator('en')

const builtIn: readonly GlossaryEntry[] = [
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
]

/** The id of a built-in entry: the same in every installation and version, derived from category and name (UUID version 8). */
const idOf = ({ Category, Indicators }: GlossaryEntry) => derivedId(`${Category}\n${Indicators}`, 8)
const builtInById = new Map(builtIn.map((entry) => [idOf(entry), entry]))

/** The product's own text of an entry, even if it was replaced. */
export const builtInEntry = (entryId: string): GlossaryEntry | undefined => builtInById.get(entryId)

/** The current glossary. */
export interface Glossary {
  /** By category and name. */
  entries: readonly StoredGlossaryEntry[]
  /**
   * The explanation of an indicator for a threat of a source: the entry of the source's category, otherwise any entry with that name.
   *
   * @param indicator as on the threat; a measurement in it is ignored, e.g. `Logo match 93%`
   */
  descriptionOf(indicator: string, source: AnySource): string | undefined
}

/**
 * The built-in entries with all changes, additions and removals.
 *
 * @param companyId the company whose rules give reasons as well; none by default
 */
export async function loadGlossary(tx: Tx, companyId?: number): Promise<Glossary> {
  const reasons = companyId === undefined ? [] : await ruleReasons(tx, companyId)
  const explained = new Map(reasons.map(({ name, explanation }) => [name, explanation]))
  const rows = await storedEntries(tx)
  const changed = new Map(rows.map((row) => [row.id, row]))
  const entries = [
    ...[...builtInById]
      .filter(([id]) => !changed.has(id))
      .map(([id, entry]): StoredGlossaryEntry => ({ id, ...entry, version: 0 })),
    ...rows
      .filter((row) => !row.is_hidden)
      .map((row): StoredGlossaryEntry => ({
        id: row.id,
        Indicators: row.name,
        Description: row.description,
        Category: row.category,
        version: row.version,
      })),
  ].toSorted((a, b) => order.compare(a.Category, b.Category) || order.compare(a.Indicators, b.Indicators))
  const byName = Map.groupBy(entries, ({ Indicators }) => Indicators)
  return { entries, descriptionOf: (name, source) => descriptionIn(byName, name, source) ?? explained.get(name) }
}

/** Sources with separate entries; General is used for the others. */
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

function descriptionIn(
  byName: ReadonlyMap<string, readonly GlossaryEntry[]>,
  indicator: string,
  source: AnySource,
): string | undefined {
  const name = byName.has(indicator) ? indicator : measuredNames.find(([form]) => form.test(indicator))?.[1]
  const named = byName.get(name ?? '') ?? []
  const wanted = categoryOf[source] ?? 'General'
  const found =
    named.find(({ Category }) => Category === wanted) ??
    named.find(({ Category }) => Category === 'General') ??
    named[0]
  return found?.Description
}

const builtInByName = Map.groupBy(builtIn, ({ Indicators }) => Indicators)

/** Like `Glossary.descriptionOf`, for the built-in entries. */
export const builtInDescriptionOf = (indicator: string, source: AnySource) =>
  descriptionIn(builtInByName, indicator, source)
