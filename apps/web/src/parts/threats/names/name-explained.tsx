import type { MarkedName as Marked } from '@signet/contract/threats/marked-name'
import type { ReactNode } from 'react'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { describeCharacter } from './align-names.ts'
import { classMeaning, classMeaningWithDomain, hyphenationMeaning } from './class-meaning.ts'
import { dotsOf, Mark, MarkedName, startOfDomain, type ShownMark, type ShownName } from './marked-name.tsx'
import css from './name-explained.module.css'
import { techniqueOf, classByReasons } from './technique.ts'
import { withWholeBrand } from './whole-brand.ts'
import { Rich } from '../../../ui/text/rich.tsx'

/** How a name imitates the brand: the marked name, its class, and a line for each deceptive part. */
export function NameExplained({
  marked,
  of,
  indicators,
  domain,
  isNameShown = false,
  isInCard = false,
}: {
  marked: Marked
  /** The field of the threat that contains its class. */
  of: unknown
  /** The reasons of the threat, one of which may name its class in more detail. */
  indicators: readonly { name: string }[]
  /** The registrable domain. */
  domain?: string | null | undefined
  /** Whether to show the marked name above the explanation; omitted where a heading already shows it. */
  isNameShown?: boolean
  /** Whether the card is that of its surroundings. */
  isInCard?: boolean
}) {
  const written = typeof of === 'string' ? of : null
  const kind = written === null ? null : classByReasons(written, indicators)
  // A brand of several words is whole with hyphens between them.
  const shown = withWholeBrand(marked, kind !== written)
  const brand = kind === 'hyphenation' ? partsOfBrand(shown) : []
  // The hyphens are named with the brand that they split.
  const facts = factsOf(
    brand.length > 1 ? { ...shown, marks: shown.marks.filter((mark) => mark.kind !== 'hyphen') } : shown,
  )
  const meaning = kind === null ? null : meaningOf(kind, { name: marked.name, brand, domain })
  const Frame = isInCard ? Stack : Card
  return (
    <Frame as="section" gap={2} aria-label={t('howNameImitates')}>
      {isNameShown && (
        <p className={css.name}>
          <MarkedName marked={shown} domain={domain} />
        </p>
      )}
      {written !== null && meaning && (
        <Stack as="p" gap={0} tone="quiet" className={css.facts}>
          <Text as="b" tone="plain">
            {techniqueOf(written, indicators)}
          </Text>
          <span>{meaning}</span>
        </Stack>
      )}
      {facts.length > 0 && (
        <Stack as="ul" gap={1} tone="quiet" className={css.facts}>
          {facts}
        </Stack>
      )}
    </Frame>
  )
}

const partsOfBrand = ({ name, marks }: ShownName) =>
  marks.filter(({ kind }) => kind === 'brand').map(({ start, end }) => name.slice(start, end))

/** What the class says, with the domain that a name is a subdomain of, or the protected name that hyphens split. */
function meaningOf(
  kind: string,
  { name, brand, domain }: { name: string; brand: readonly string[]; domain: string | null | undefined },
): ReactNode {
  if (brand.length > 1) return <Rich text={hyphenationMeaning} values={{ brand: <code>{brand.join('')}</code> }} />
  const start = startOfDomain(name, domain)
  if (start === 0 || classMeaningWithDomain(kind, { domain: '' }) === null) return classMeaning(kind)
  return (
    <Rich
      text={(values) => classMeaningWithDomain(kind, values) ?? ''}
      values={{ domain: <code>{dotsOf(name.slice(start))}</code> }}
    />
  )
}

/** One line for each part, without duplicates. */
function factsOf({ name, marks }: ShownName): ReactNode[] {
  const seen = new Set<string>()
  return marks.flatMap((mark) => {
    const text = name.slice(mark.start, mark.end)
    const key = `${mark.kind} ${text} ${mark.imitates ?? ''}`
    if (mark.kind === 'brand' || seen.has(key)) return []
    seen.add(key)
    return [
      <li key={key}>
        <Fact mark={mark} text={text} />
      </li>,
    ]
  })
}

function Fact({ mark: { kind, imitates }, text }: { mark: ShownMark; text: string }) {
  const dotted = (part: string) => (kind === 'suffix' ? `.${part}` : part).replaceAll('.', '[.]')
  const code = (
    <code>
      <Mark kind={kind}>{kind === 'missing' ? '' : dotted(text)}</Mark>
    </code>
  )
  // A character from another script may look the same, so it is described by name.
  const foreign = text.match(/[^ -~]/gu) ?? []
  const seen =
    foreign.length > 0 && kind !== 'official' && kind !== 'hosting' ? (
      <>
        {code} ({foreign.map((character) => describeCharacter(character)).join(', ')})
      </>
    ) : (
      code
    )
  if (kind === 'suffix' && imitates === undefined)
    return <Rich text={(values) => t('notOfficialEnding', values)} values={{ seen }} />
  if (kind === 'brand') return seen
  const real = <code>{dotted(imitates ?? '')}</code>
  return <Rich text={(values) => t(`mark.${kind}`, values)} values={{ seen, real }} />
}
