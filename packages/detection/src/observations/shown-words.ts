/** A gap of some words between two parts of a pattern, within a sentence. */
export const gap = '[^.!?\\n]{0,50}?'

const wordsMax = 80

/** One expression for each kind, of all languages. */
export interface KindPattern<Kind extends string> {
  kind: Kind
  pattern: RegExp
}

/** Joins the patterns of each kind. */
export function joinPatterns<Kind extends string>(
  kinds: readonly Kind[],
  patterns: Readonly<Record<Kind, readonly string[]>>,
): KindPattern<Kind>[] {
  return kinds.map((kind) => ({ kind, pattern: new RegExp(patterns[kind].join('|'), 'u') }))
}

/**
 * The kinds that a text shows, in their order, each once and with the first words that show it.
 *
 * @param plain as `plainText` returns it
 */
export function shownIn<Kind extends string>(
  patterns: readonly KindPattern<Kind>[],
  plain: string,
): { kind: Kind; words: string }[] {
  return patterns.flatMap(({ kind, pattern }) => {
    const words = pattern.exec(plain)?.[0].trim().slice(0, wordsMax)
    return words ? [{ kind, words }] : []
  })
}
