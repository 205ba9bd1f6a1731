import { isOneOf, keysIn } from '@signet/contract/narrow'
import { classWords } from '../../../format/names/class-words.ts'
import { indicatorName } from '../../../format/names/indicator-name.ts'

/** The reasons that say the same as a class, in more detail. */
const reasonsOf = {
  exact: /^Exact brand name$/,
  combosquat: /^Brand (as a separate word|\+ extra text|inside other text)$/,
  typo: /^Misspelt brand /,
} as const

/**
 * The class of a name that its reasons give: a brand that is whole but for a hyphen was found as a near match, and its reason calls it
 * exact.
 */
export const classByReasons = (value: string, indicators: readonly { name: string }[]): string =>
  value === 'subdomain-typo' && indicators.some(({ name }) => reasonsOf.exact.test(name)) ? 'subdomain' : value

/** How the name of a threat imitates the brand, in the words of its reasons, so that the list and the record call it the same. */
export function techniqueOf(value: string, indicators: readonly { name: string }[]): string {
  const reason = isOneOf(keysIn(reasonsOf), value) ? reasonsOf[value] : undefined
  const found = reason && indicators.find(({ name }) => reason.test(name))
  return found ? indicatorName(found.name) : classWords(classByReasons(value, indicators))
}
