import { visitDifferences, type VisitDifference } from '@signet/contract/takedowns/captures'

/** What one visitor of a page was shown. */
export interface Seen {
  /** Where the visitor ended. */
  host: string
  /** The HTTP status of the last page. */
  status: number | null
  /** The visible text. */
  text: string
  passwordFields: number
}

/** Pages with news, prices or advertising differ in some of their words. */
const sharedWordsMin = 0.5

/** What differs between the visitors of a page, in the order of `visitDifferences`; empty for fewer than two visitors. */
export function differencesOf(visits: readonly Seen[]): VisitDifference[] {
  const [first, ...others] = visits
  if (!first) return []
  const found = new Set(others.flatMap((other) => differencesBetween(first, other)))
  return visitDifferences.filter((difference) => found.has(difference))
}

function differencesBetween(a: Seen, b: Seen): VisitDifference[] {
  const differs = {
    address: a.host !== b.host,
    status: isShown(a) !== isShown(b),
    text: sharedWords(a.text, b.text) < sharedWordsMin,
    forms: a.passwordFields > 0 !== b.passwordFields > 0,
  }
  return visitDifferences.filter((difference) => differs[difference])
}

const isShown = ({ status }: Seen) => status !== null && status < 400

/** The share of the words of both texts that is in each of them, 0 to 1 (Jaccard index). */
function sharedWords(a: string, b: string): number {
  const [left, right] = [wordsOf(a), wordsOf(b)]
  const all = new Set([...left, ...right])
  return all.size === 0 ? 1 : [...left].filter((word) => right.has(word)).length / all.size
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
