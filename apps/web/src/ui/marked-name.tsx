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
        <Fragment key={`${start} ${end} ${kind}`}>
          {dotsOf(name.slice(ends[index - 1] ?? 0, start))}
          <Mark kind={kind}>{dotsOf(name.slice(start, end))}</Mark>
        </Fragment>
      ))}
      {dotsOf(name.slice(ends.at(-1) ?? 0))}
    </>
  )
}

/** A title that holds a marked name somewhere; as it is when it does not. */
export function MarkedTitle({ shown, marked }: { shown: string; marked: Marked }) {
  const name = dotsOf(marked.name)
  const at = shown.toLowerCase().indexOf(name)
  if (at < 0) return shown
  return (
    <>
      {shown.slice(0, at)}
      <MarkedName marked={marked} />
      {shown.slice(at + name.length)}
    </>
  )
}
