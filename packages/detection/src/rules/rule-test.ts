import { ruleContacts, ruleLimits, type RuleTest } from '@signet/contract/collection/detection-rules'
import { isOneOf } from '@signet/contract/narrow'
import { withoutBlanks } from '../names/foreign-names.ts'
import { plainText } from '../observations/plain-text.ts'
import { editDistance } from '../permute/edit-distance.ts'
import { plainHandle, type RuleFacts } from './rule-facts.ts'
import { findWildcard, fitsWildcard } from './wildcards.ts'

/** What a test found, as a reviewer can check it; null if it isn't met. */
export type CompiledTest = (facts: RuleFacts) => string | null

/** Why a test can't be used. */
export type TestProblem =
  | { reason: 'RULE_WORD_NEEDED' | 'RULE_HOST_NEEDED' | 'RULE_HANDLE_NEEDED' }
  | { reason: 'RULE_LETTERS_NEEDED'; min: number }
  | { reason: 'NOT_AN_OPTION'; options: string }

/** What is wrong with a test; null if it can be used. */
export function problemOfTest({ kind, value }: RuleTest): TestProblem | null {
  switch (kind) {
    case 'word':
      return /[\p{L}\p{N}]{2}|\p{Lo}/u.test(plainText(value)) ? null : { reason: 'RULE_WORD_NEEDED' }
    case 'text':
      return literalOf(plainText(value)).length >= ruleLimits.literal
        ? null
        : { reason: 'RULE_LETTERS_NEEDED', min: ruleLimits.literal }
    case 'host':
    case 'domain':
      if (!/^[a-z0-9_*?-]+(?:\.[a-z0-9_*?-]+)*$/i.test(value)) return { reason: 'RULE_HOST_NEEDED' }
      return literalOf(value).length >= 2 ? null : { reason: 'RULE_LETTERS_NEEDED', min: 2 }
    case 'handle':
      return plainHandle(value).length >= ruleLimits.literal ? null : { reason: 'RULE_HANDLE_NEEDED' }
    case 'has':
      return isOneOf(ruleContacts, value) ? null : { reason: 'NOT_AN_OPTION', options: ruleContacts.join(', ') }
  }
}

/** The longest run of letters and digits of a pattern. */
export const literalOf = (pattern: string): string =>
  (pattern.match(/[\p{L}\p{N}]+/gu) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), '')

/** Prepares a test that has no problem. */
export function compileTest({ kind, value }: RuleTest): CompiledTest {
  const plain = plainText(value).replaceAll(/\s+/g, ' ').trim()
  switch (kind) {
    case 'word':
      return ({ text }) => findWord(plain, text)
    case 'text':
      return ({ text }) => findInLines(plain, text)
    case 'host':
      return ({ hosts }) => hosts.find((host) => fitsWildcard(plain, host)) ?? null
    case 'domain':
      return ({ domains }) => domains.find((domain) => fitsWildcard(plain, domain)) ?? null
    case 'handle':
      return ({ handles }) => handles.find((handle) => isSimilar(plainHandle(value), handle)) ?? null
    case 'has':
      return (facts) => (isOneOf(ruleContacts, value) ? facts.contact(value) : null)
  }
}

function findInLines(pattern: string, text: string): string | null {
  if (!/[*?]/.test(pattern)) return text.includes(pattern) ? pattern : null
  for (const line of text.split('\n')) {
    const found = findWildcard(pattern, line)
    if (found !== null) return found
  }
  return null
}

const letterOrDigit = /[\p{L}\p{M}\p{N}]/u

/** Words that stand for themselves: `pay` isn't in `payroll`. */
function findWord(words: string, text: string): string | null {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length
    if (isEdge(text, at - 1, words[0]) && isEdge(text, end, words.at(-1))) return words
  }
  return null
}

const isEdge = (text: string, at: number, next = '') =>
  at < 0 || at >= text.length || !letterOrDigit.test(text[at] ?? '') || withoutBlanks.test(next)

/** With fewer letters, names are one or two slips away from each other by chance. */
const slipLengths = [6, 9] as const

function isSimilar(wanted: string, handle: string): boolean {
  const slips = slipLengths.filter((length) => wanted.length >= length).length
  return wanted === handle || (slips > 0 && editDistance(wanted, handle, slips) <= slips)
}
