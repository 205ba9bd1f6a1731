import type { MarkedName as Marked, MarkKind, NameMark } from '@signet/contract/threats/marked-name'
import type { ReactNode } from 'react'
import { keepEnd } from '../../../ui/text/keep-end.ts'
import css from './marked-name.module.css'

/** What a part is shown as: in addition to the kinds, a protected name that is whole. */
type ShownKind = MarkKind | 'whole'
/** A mark as it is shown. */
export type ShownMark = Omit<NameMark, 'kind'> & { kind: ShownKind }
/** A name with its marks as they are shown. */
export type ShownName = Omit<Marked, 'marks'> & { marks: readonly ShownMark[] }

/** The styles of the kinds. Each has its own line style in addition to its colour. The letters of a brand that is not whole are plain. */
const looks: Readonly<Record<ShownKind, string | null>> = {
  brand: null,
  whole: 'fake',
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

/** A part of a name with its dots defanged. */
export const dotsOf = (text: string) => text.replaceAll('.', '[.]')

/** A part of a name in the style of its kind. */
export function Mark({ kind, children }: { kind: ShownKind; children?: ReactNode }) {
  const look = looks[kind]
  return look === null ? (
    children
  ) : (
    <mark className={css.mark} data-look={look} aria-hidden={look === 'gap' || undefined}>
      {children}
    </mark>
  )
}

/**
 * A suspect name, defanged, with its deceptive parts underlined. It breaks after its dots only, and what comes before its registrable
 * domain is quiet. The text content is only the name.
 */
export function MarkedName({
  marked: { name, marks },
  domain,
}: {
  marked: ShownName
  /** The registrable domain. */
  domain?: string | null | undefined
}) {
  const stretches = stretchesOf(name, marks)
  const domainStart = startOfDomain(name, domain)
  return labelsOf(name, domainStart).map((label) => (
    <span key={label.start} className={css.label} data-before={label.start < domainStart || undefined}>
      {partsIn(label, stretches, name.length).map(({ start, end, kind }, at) =>
        kind === undefined ? (
          dotsOf(name.slice(start, end))
        ) : (
          // Several letters may be missing at the same position, so parts can only be identified by their index.
          // oxlint-disable-next-line react/no-array-index-key
          <Mark key={at} kind={kind}>
            {dotsOf(name.slice(start, end))}
          </Mark>
        ),
      )}
    </span>
  ))
}

/** Where the registrable domain starts in a name; 0 where the name is nothing else or the domain is unknown. */
export function startOfDomain(name: string, domain: string | null | undefined): number {
  return domain && name.endsWith(`.${domain}`) ? name.length - domain.length : 0
}

/** The parts of a name that stay in one line: each label with its dot, and the registrable domain. */
function labelsOf(name: string, domainStart: number): { start: number; end: number }[] {
  const dots = [...name.slice(0, domainStart).matchAll(/\./g)].map(({ index }) => index + 1)
  return [0, ...dots].map((start, at) => ({ start, end: dots[at] ?? name.length }))
}

/** The parts of a name within a label. A missing letter has no length and is in the label that it stands before. */
function partsIn(label: { start: number; end: number }, stretches: readonly Stretch[], length: number): Stretch[] {
  return stretches
    .filter(({ start, end }) =>
      start === end
        ? start >= label.start && (start < label.end || label.end === length)
        : start < label.end && end > label.start,
    )
    .map((each) => ({ ...each, start: Math.max(each.start, label.start), end: Math.min(each.end, label.end) }))
}

/** The positions of a name's marks in a title; none when the title doesn't contain the name. */
function marksIn(shown: string, { name, marks }: Marked): Marked['marks'] {
  const dotted = dotsOf(name)
  const at = shown.toLowerCase().indexOf(dotted)
  if (at < 0) return []
  const place = (position: number) => at + dotsOf(name.slice(0, position)).length
  return marks.map((mark) => ({ ...mark, start: place(mark.start), end: place(mark.end) }))
}

/** A title with the marks of a name in it; unchanged when it doesn't contain the name. */
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

interface Stretch<K extends ShownKind = ShownKind> {
  start: number
  end: number
  kind?: K | undefined
}

/** A text split where marks begin and end. Parts between marks have no kind. */
function stretchesOf<K extends ShownKind>(text: string, marks: readonly Stretch<K>[]): Stretch<K>[] {
  const stretches: Stretch<K>[] = []
  let at = 0
  for (const { start, end, kind } of marks) {
    if (start > at) stretches.push({ start: at, end: start })
    stretches.push({ start, end, kind })
    at = end
  }
  if (at < text.length) stretches.push({ start: at, end: text.length })
  return stretches
}

/** The marks shown in a list: the brand with a thin line, look-alike letters with a thick one. The panel shows all of them. */
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

/** The positions of the search text in a title, in its plain or defanged form. */
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

/**
 * Where a title that is too long may be cut: up to the first position, and from the second one on. What is between them, its registrable
 * domain with the dot before it, is always readable. A name that is nothing else keeps its suffix and a few letters before it.
 */
function cutsOf(shown: string, domain: string | null | undefined): [from: number, to: number] | null {
  const dotted = domain ? dotsOf(domain) : ''
  const end = /^(?:[a-z]+:\/\/)?[^/:?#]*/i.exec(shown)?.[0].length ?? 0
  const start = end - dotted.length
  if (dotted === '' || start < 0 || shown.slice(start, end) !== dotted) return null
  if (dotted === shown) return [Math.max(0, shown.lastIndexOf('[.]') - 4), end]
  return [shown.slice(0, start).endsWith('[.]') ? start - 3 : start, end]
}

/** The most characters of a front that may be narrower than the room that a longer one is left. */
const shortFront = 8

/** The title of a row: the brand, look-alike letters and search matches are highlighted. Where it is too long, it keeps its domain. */
export function RowTitle({
  shown,
  marked,
  found,
  domain,
}: {
  shown: string
  marked?: Marked | null | undefined
  found?: string | undefined
  /** The registrable domain. */
  domain?: string | null | undefined
}) {
  const cuts = cutsOf(shown, domain)
  const places = found ? placesOf(shown, found) : []
  const marks = marked ? marksIn(shown, marked).filter(({ kind }) => rowLooks[kind]) : []
  const edges = [...places.flatMap(({ start, end }) => [start, end]), ...(cuts ?? [])].toSorted((a, b) => a - b)
  const parts = stretchesOf(shown, marks).flatMap(({ start, end, kind }, at) => {
    const look = kind && rowLooks[kind]
    const inner = edges.filter((edge) => edge > start && edge < end)
    return [start, ...inner].map((from, index) => {
      const to = inner[index] ?? end
      const isFound = places.some((place) => place.start <= from && place.end >= to && to > from)
      const text = shown.slice(from, to)
      const part =
        look || isFound ? (
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
      return { from, part }
    })
  })
  if (!cuts) return parts.map(({ part }) => part)
  const between = (least: number, below: number) =>
    parts.filter(({ from }) => from >= least && from < below).map(({ part }) => part)
  const [first, last] = cuts
  return (
    <span key={shown} ref={first > shortFront ? keepEnd : null} className={css.whole}>
      {first > 0 && <span className={`front cut ${first > shortFront ? css.long : ''}`}>{between(0, first)}</span>}
      <span className={`${css.domain} cut`}>{between(first, last)}</span>
      {last < shown.length && <span className={`${css.path} cut`}>{between(last, shown.length)}</span>}
    </span>
  )
}
