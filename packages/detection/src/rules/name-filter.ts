import { ruleLimits, type RuleTest } from '@signet/contract/collection/detection-rules'
import { plainText } from '../observations/plain-text.ts'
import type { CompanyRule } from './company-rules.ts'
import { literalOf } from './rule-test.ts'

/*
 * Certificate logs announce millions of names a day, and a rule can make a finding of one that looks like no brand. So each such rule names
 * letters that a name must have, and only names that have them are read.
 */

/**
 * Letters of which a name has at least one if it meets the condition.
 *
 * @returns null if the condition demands none, or too few to set names apart
 */
export function neededLetters({ condition }: Pick<CompanyRule, 'condition'>): string[] | null {
  const always = condition.all.map(lettersOf).toSorted((a, b) => b.length - a.length)[0] ?? ''
  if (always.length >= ruleLimits.nameLiteral) return [always]
  const some = condition.any.map(lettersOf)
  return some.length > 0 && some.every((letters) => letters.length >= ruleLimits.nameLiteral) ? some : null
}

function lettersOf({ kind, value }: RuleTest): string {
  if (kind === 'handle' || kind === 'has') return ''
  const plain = plainText(value)
  // The end of a host says where it is registered, and many names have it.
  return literalOf(kind === 'host' || kind === 'domain' ? plain.replace(/\.[^.]*$/, '') : plain)
}

/** Whether a name may meet the condition of a rule that needs these letters. Names in other scripts are always read. */
export function mayMeet(needed: readonly string[], name: string): boolean {
  const plain = name.toLowerCase()
  return needed.some((letters) => plain.includes(letters)) || plain.includes('xn--') || /[^\0-\x7f]/.test(plain)
}
