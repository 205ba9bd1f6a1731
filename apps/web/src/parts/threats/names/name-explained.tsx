import type { MarkedName as Marked, NameMark } from '@signet/contract/threats/marked-name'
import type { ReactNode } from 'react'
import { Card, Stack, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import { describeCharacter } from './align-names.ts'
import { classMeaning } from './class-meaning.ts'
import { Mark, MarkedName } from './marked-name.tsx'
import css from './name-explained.module.css'
import { techniqueOf, classByReasons } from './technique.ts'
import { Rich } from '../../../ui/text/rich.tsx'

/** How a name imitates the brand: the marked name, its class, and a line for each deceptive part. */
export function NameExplained({
  marked,
  of,
  indicators,
  isNameShown = false,
  isInCard = false,
}: {
  marked: Marked
  /** The field of the threat that contains its class. */
  of: unknown
  /** The reasons of the threat, one of which may name its class in more detail. */
  indicators: readonly { name: string }[]
  /** Whether to show the marked name above the explanation; omitted where a heading already shows it. */
  isNameShown?: boolean
  /** Whether the card is that of its surroundings. */
  isInCard?: boolean
}) {
  const facts = factsOf(marked)
  const meaning = typeof of === 'string' ? classMeaning(classByReasons(of, indicators)) : null
  const Frame = isInCard ? Stack : Card
  return (
    <Frame as="section" gap={2} aria-label={t('howNameImitates')}>
      {isNameShown && (
        <p className={css.name}>
          <MarkedName marked={marked} />
        </p>
      )}
      {typeof of === 'string' && meaning && (
        <Stack as="p" gap={0} tone="quiet">
          <Text as="b" tone="plain">
            {techniqueOf(of, indicators)}
          </Text>
          {meaning}
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

/** One line for each part, without duplicates. */
function factsOf({ name, marks }: Marked): ReactNode[] {
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

function Fact({ mark: { kind, imitates }, text }: { mark: NameMark; text: string }) {
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
