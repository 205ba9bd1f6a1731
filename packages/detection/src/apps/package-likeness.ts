import { editDistance } from '../permute/edit-distance.ts'
import { readingOf } from './reading.ts'
import { isUsualPart } from './usual-words.ts'

/**
 * How the package name of an app is like that of an official one, the closest first:
 *
 * - `same`: is the same
 * - `confusable`: reads the same
 * - `rearranged`: has the same parts in another order
 * - `extended`: has all its parts in their order, and others
 * - `oneEdit`: differs by one character
 * - `related`: has its distinctive parts, and otherwise usual words
 */
export type PackageLikeness = 'same' | 'confusable' | 'rearranged' | 'extended' | 'oneEdit' | 'related'
const closest = ['same', 'confusable', 'rearranged', 'extended', 'oneEdit', 'related'] as const

/** Shorter packages are one edit apart by chance. */
const oneEditMin = 12
/** Shorter parts occur in many names by chance. */
const distinctiveMin = 4
/** What has fewer parts without a distinctive one is contained in others by chance. */
const usualPartsMin = 3
/** Longer ones are not package names. */
const packageMax = 200

/**
 * The official package name that another is most like.
 *
 * @param value as written
 * @returns undefined if it is like none
 */
export function packageLikeness(
  value: string,
  officials: readonly string[],
): { likeness: PackageLikeness; value: string; official: string } | undefined {
  if (value === '' || value.length > packageMax) return undefined
  const found = officials.flatMap((official) => {
    const likeness = likenessTo(value, official)
    return likeness === undefined ? [] : [{ likeness, value, official }]
  })
  return found.toSorted((a, b) => closest.indexOf(a.likeness) - closest.indexOf(b.likeness))[0]
}

function likenessTo(value: string, official: string): PackageLikeness | undefined {
  if (value === official) return 'same'
  if (readingOf(value) === readingOf(official)) return 'confusable'
  const own = partsOf(official)
  const distinctive = own.filter((part) => !isUsualPart(part))
  const isDistinctive = distinctive.some((part) => part.length >= distinctiveMin)
  const parts = partsOf(value).flatMap((part) => unglued(part, own))
  if (isDistinctive && isSame(parts, own)) return 'rearranged'
  if ((isDistinctive || own.length >= usualPartsMin) && contains(parts, own)) return 'extended'
  if (official.length >= oneEditMin && editDistance(value, official, 1) === 1) return 'oneEdit'
  const named = parts.filter((part) => !isUsualPart(part))
  return isDistinctive && isSame(named, distinctive) ? 'related' : undefined
}

/** The parts between dots and underscores, as they read. */
const partsOf = (name: string) =>
  name
    .split(/[._-]+/)
    .map((part) => (isUsualPart(part.toLowerCase()) ? part.toLowerCase() : readingOf(part)))
    .filter(Boolean)

/** A part of the official name with a usual word attached, as two: `northwindloan` is `northwind` and `loan`. */
function unglued(part: string, own: readonly string[]): string[] {
  if (own.includes(part)) return [part]
  for (const each of own) {
    if (each.length < distinctiveMin) continue
    if (part.startsWith(each) && isWord(part.slice(each.length))) return [each, part.slice(each.length)]
    if (part.endsWith(each) && isWord(part.slice(0, -each.length))) return [part.slice(0, -each.length), each]
  }
  return [part]
}

const isWord = (part: string) => /[a-z]/.test(part) && isUsualPart(part)
const isSame = (a: readonly string[], b: readonly string[]) => a.toSorted().join('.') === b.toSorted().join('.')

/** Whether a list has all values of another in their order. */
function contains(all: readonly string[], some: readonly string[]): boolean {
  let at = 0
  for (const each of all) if (each === some[at]) at += 1
  return at === some.length
}
