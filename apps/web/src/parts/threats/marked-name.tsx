import type { MarkedName as Marked, MarkKind } from '@signet/contract/marked-name'
import { Fragment, type ReactNode } from 'react'
import css from './marked-name.module.css'

/** How the kinds look; each look differs by its line as well as by its colour. The brand's own letters are plain. */
const looks: Readonly<Record<MarkKind, string | null>> = {
  brand: null,
  official: 'official',
  lookAlike: 'fake',
  replaced: 'fake',
  inserted: 'fake',
  swapped: 'fake',
  hyphen: 'fake',
  missing: 'gap',
  riskWord: 'word',
  suffix: 'end',
  hosting: 'end',
}

const dotsOf = (text: string) => text.replaceAll('.', '[.]')

/** A stretch of a name in the look of its kind. */
export function Mark({ kind, children }: { kind: MarkKind; children?: ReactNode }) {
  const look = looks[kind]
  return look === null ? (
    children
  ) : (
    <mark className={css.mark} data-look={look} aria-hidden={look === 'gap' || undefined}>
      {children}
    </mark>
  )
}

/** A suspect name, defanged, with what its parts are underlined; its text is that of the name. */
export function MarkedName({ marked: { name, marks } }: { marked: Marked }) {
  const ends = marks.map(({ end }) => end)
  return (
    <>
      {marks.map(({ start, end, kind }, index) => (
        // Several letters may be missing at one place: marks have no other name than their own.
        // oxlint-disable-next-line react/no-array-index-key
        <Fragment key={index}>
          {dotsOf(name.slice(ends[index - 1] ?? 0, start))}
          <Mark kind={kind}>{dotsOf(name.slice(start, end))}</Mark>
        </Fragment>
      ))}
      {dotsOf(name.slice(ends.at(-1) ?? 0))}
    </>
  )
}

/** The places of the marks of a name in a title; none when the title does not contain the name. */
function marksIn(shown: string, { name, marks }: Marked): Marked['marks'] {
  const dotted = dotsOf(name)
  const at = shown.toLowerCase().indexOf(dotted)
  if (at < 0) return []
  const place = (position: number) => at + dotsOf(name.slice(0, position)).length
  return marks.map((mark) => ({ ...mark, start: place(mark.start), end: place(mark.end) }))
}

/** A title that holds a marked name somewhere; as it is when it does not. */
export function MarkedTitle({ shown, marked }: { shown: string; marked: Marked }) {
  return stretchesOf(shown, marksIn(shown, marked)).map(({ start, end, kind }, at) =>
    kind === undefined ? (
      shown.slice(start, end)
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Mark key={at} kind={kind}>
        {shown.slice(start, end)}
      </Mark>
    ),
  )
}

interface Stretch {
  start: number
  end: number
  kind?: MarkKind | undefined
}

/** A text cut where marks begin and end; the parts between them have no kind. */
function stretchesOf(text: string, marks: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  let at = 0
  for (const { start, end, kind } of marks) {
    if (start > at) stretches.push({ start: at, end: start })
    stretches.push({ start, end, kind })
    at = end
  }
  if (at < text.length) stretches.push({ start: at, end: text.length })
  return stretches
}

/** What is highlighted in a list: the brand with a fine line, look-alike letters with a thick one. The panel shows the rest. */
const rowLooks: Partial<Readonly<Record<MarkKind, string>>> = {
  brand: 'brand',
  official: 'brand',
  lookAlike: 'other',
  replaced: 'other',
  inserted: 'other',
  swapped: 'other',
  hyphen: 'other',
  missing: 'gap',
}

/** Where a text was found, and written defanged. */
function placesOf(shown: string, found: string): Stretch[] {
  const inside = shown.toLowerCase()
  const wanted = [found, dotsOf(found)].map((text) => text.trim().toLowerCase())
  const text = wanted.find((each) => each !== '' && inside.includes(each))
  const places: Stretch[] = []
  if (text === undefined || inside.length !== shown.length) return places
  for (let at = inside.indexOf(text); at >= 0; at = inside.indexOf(text, at + text.length))
    places.push({ start: at, end: at + text.length })
  return places
}

/** The title of a row of a list: the brand, what passes for its letters, and what a search found in it. */
export function RowTitle({
  shown,
  marked,
  found,
}: {
  shown: string
  marked?: Marked | null | undefined
  found?: string | undefined
}) {
  const places = found ? placesOf(shown, found) : []
  const marks = marked ? marksIn(shown, marked).filter(({ kind }) => rowLooks[kind]) : []
  const edges = places.flatMap(({ start, end }) => [start, end])
  return stretchesOf(shown, marks).flatMap(({ start, end, kind }, at) => {
    const look = kind && rowLooks[kind]
    const inner = edges.filter((edge) => edge > start && edge < end)
    return [start, ...inner].map((from, index) => {
      const to = inner[index] ?? end
      const isFound = places.some((place) => place.start <= from && place.end >= to && to > from)
      const text = shown.slice(from, to)
      return look || isFound ? (
        <mark
          key={`${at} ${from} ${to}`}
          className={css.inRow}
          data-look={look}
          data-found={isFound || undefined}
          aria-hidden={look === 'gap' || undefined}
        >
          {text}
        </mark>
      ) : (
        text
      )
    })
  })
}
