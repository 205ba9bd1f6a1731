import { commonWords } from './common-words.ts'
import type { Sighting } from '../match/describe-hit.ts'

const sharedWordLengthMin = 5

/** The longest ordinary word that both texts begin with or both end with, or `''`. */
export function sharedWord(spelled: string, alias: string): string {
  for (let length = Math.min(spelled.length, alias.length) - 1; length >= sharedWordLengthMin; length--) {
    const end = alias.slice(-length)
    if (spelled.endsWith(end) && commonWords.has(end)) return end
    const start = alias.slice(0, length)
    if (spelled.startsWith(start) && commonWords.has(start)) return start
  }
  return ''
}

/** Whether a UTF-16 code unit is one of a to z; names are in lower case at this point. */
export function isLetter(code: number): boolean {
  return code >= 0x61 && code <= 0x7a
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** How often a text changes between letters and digits, counting no character twice. */
export function turnsIn(text: string): number {
  let turns = 0
  for (let at = 1; at < text.length; at++) {
    const [before, code] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
    if ((isLetter(before) && isDigit(code)) || (isDigit(before) && isLetter(code))) {
      turns++
      at++
    }
  }
  return turns
}

/** Whether a text contains one of the digits 0 to 9. */
export function hasDigit(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (isDigit(text.charCodeAt(at))) return true
  return false
}

/** True when the only addition to the brand is its first or last letter repeated, as in `paypall`. */
export function isDoubled({ before, after, spelled }: Sighting): boolean {
  const added = before + after
  return added.length === 1 && (before === spelled[0] || after === spelled.at(-1))
}

/** The run of letters (between hyphens and digits) around a match, and the position of the match in it. */
export function runAround({ before, after, spelled }: Sighting): { run: string; from: number; to: number } {
  let start = before.length
  while (start > 0 && isLetter(before.charCodeAt(start - 1))) start--
  let end = 0
  while (isLetter(after.charCodeAt(end))) end++
  const from = before.length - start
  return { run: before.slice(start) + spelled + after.slice(0, end), from, to: from + spelled.length }
}
