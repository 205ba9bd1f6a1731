import type { FindingClass } from '@signet/contract/threats/findings'
import { defang } from '@signet/contract/threats/defang'
import { Card, Inline, ScrollRegion, Stack, Text } from '../../../ui/layout/parts.tsx'
import { alignNames, closestOfficial, replacementsOf, type AlignedPair } from './align-names.ts'
import css from './compare-names.module.css'
import { t } from '../words.ts'

interface CompareNamesProps {
  /** The host of the suspect as displayed by a browser. */
  suspect: string
  /** Official domains of the brand. */
  official: readonly string[]
  /** The class of the finding; only a misspelt or look-alike name has replaced characters. */
  of?: unknown
  /** Whether the card is that of its surroundings. */
  isInCard?: boolean
}

/** A longer name is set in smaller letters, so that it is in view as a whole next to a list. */
const largeMax = 27

const misspelt: ReadonlySet<unknown> = new Set<FindingClass>([
  'homoglyph-idn',
  'homoglyph-ascii',
  'leet',
  'typo',
  'subdomain-typo',
])

/** The suspect host above the official name that it resembles most, aligned by character, with differences highlighted. */
export function CompareNames({ suspect, official, of, isInCard = false }: CompareNamesProps) {
  const closest = closestOfficial(suspect, official)
  if (!closest) return null
  const pairs = alignNames(suspect, closest)
  const replaced = misspelt.has(of) ? replacementsOf(pairs) : []
  const Frame = isInCard ? Stack : Card
  return (
    <Frame as="section" gap={0} aria-label={t('suspectAndOfficial')}>
      <ScrollRegion aria-label={t('nameComparison')}>
        <NameRow label={t('suspect')} side="suspect" pairs={pairs} />
        <NameRow label={t('official')} side="official" pairs={pairs} />
      </ScrollRegion>
      {replaced.length > 0 ? (
        <Text as="p" size="meta" tone="quiet" above={2}>
          {t('replacedCharacters', { list: replaced.join(', ') })}
        </Text>
      ) : null}
      {official.length > 1 ? (
        <Text as="p" size="meta" tone="quiet" above={2}>
          {t('alsoOfficial', {
            list: official
              .filter((name) => name !== closest)
              .map(defang)
              .join(', '),
          })}
        </Text>
      ) : null}
    </Frame>
  )
}

/** Words that only the suspect has are less deceptive than a letter, and don't outshine it. */
const wordLeast = 3

/** The positions of words that only the suspect has. */
function addedIn(pairs: readonly AlignedPair[]): ReadonlySet<number> {
  const added = new Set<number>()
  for (let from = 0; from < pairs.length; from += 1) {
    let to = from
    while (pairs[to]?.official === null) to += 1
    if (to - from >= wordLeast) for (let at = from; at < to; at += 1) added.add(at)
    from = to
  }
  return added
}

function NameRow({
  label,
  side,
  pairs,
}: {
  label: string
  side: 'suspect' | 'official'
  pairs: readonly AlignedPair[]
}) {
  const name = pairs.map((pair) => pair[side] ?? '').join('')
  const added = addedIn(pairs)
  return (
    <Inline gap={3} className={css.row} data-side={side}>
      <Text size="meta" tone="faint" className={css.label}>
        {label}
      </Text>
      {/* Screen readers get the whole name; the separate characters are only visual. */}
      <span className="visually-hidden">{defang(name)}</span>
      <code className={css.name} data-long={pairs.length > largeMax || undefined} aria-hidden="true">
        {pairs.map((pair, index) => (
          <span
            // A column of the alignment can only be identified by its position.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            data-differs={!pair.isSame || undefined}
            data-added={added.has(index) || undefined}
            data-missing={pair[side] === null || undefined}
            data-dot={pair.suspect === '.' || pair.official === '.' || undefined}
          >
            {(pair[side] ?? '\u00a0').replace('.', '[.]')}
          </span>
        ))}
      </code>
    </Inline>
  )
}
