import type { MarkedName } from '@signet/contract/threats/marked-name'
import type { ShownMark, ShownName } from './marked-name.tsx'

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * A name in which the protected name is one mark of its own where all of its letters are there, e.g. `meridian` in `meridian-login`.
 *
 * @param hasHyphens Whether a hyphen in the protected name is part of it, as in that of a brand of two words.
 */
export function withWholeBrand(marked: MarkedName, hasHyphens: boolean): ShownName {
  const marks: ShownMark[] = []
  for (const mark of marked.marks) {
    const last = marks.at(-1)
    const isPart = mark.kind === 'brand' || (hasHyphens && mark.kind === 'hyphen')
    if (isPart && last?.kind === 'brand' && last.end === mark.start)
      marks[marks.length - 1] = { ...last, end: mark.end }
    else marks.push(mark)
  }
  const brand = lettersOf(marked.alias)
  return {
    ...marked,
    marks: marks.map((mark) =>
      mark.kind === 'brand' && brand !== '' && lettersOf(marked.name.slice(mark.start, mark.end)) === brand
        ? { ...mark, kind: 'whole' }
        : mark,
    ),
  }
}
