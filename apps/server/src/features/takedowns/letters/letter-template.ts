import {
  optionalPlaceholders,
  placeholdersOfLetter,
  requiredPlaceholders,
  type LetterKind,
  type LetterPlaceholder,
} from '@signet/contract/takedowns/notice-letters'
import { isOneOf } from '@signet/contract/narrow'
import { AppError } from '../../../errors.ts'

/** A part of a letter: text, a placeholder, or one of two texts by whether a placeholder has a value. */
type Part = string | { name: string } | { name: string; none: Part[]; other: Part[] }

/** What the placeholders stand for; null for one without a value. */
export type Values<Name extends string = string> = Readonly<Partial<Record<Name, string | null>>>

/**
 * Parses a letter: `{name}`, or `{name, select, none {…} other {…}}`. Braces of the text are quoted with apostrophes, as in ICU
 * MessageFormat (ICU User Guide, "Formatting Messages"), of which this is a part. A brace out of place is refused instead of being taken as
 * text.
 *
 * @param at the field, for the error
 * @throws AppError `LETTER_SYNTAX` with the place, `PLACEHOLDER_FORMAT`
 */
export function parseLetter(letter: string, at = 'letter'): Part[] {
  let position = 0
  function refuse(): never {
    const before = letter.slice(0, position).split('\n')
    throw new AppError('LETTER_SYNTAX', { line: before.length, column: (before.at(-1) ?? '').length + 1 }, { at })
  }
  /** @param pattern sticky */
  function take(pattern: RegExp): string {
    pattern.lastIndex = position
    const [taken] = pattern.exec(letter) ?? refuse()
    position += taken.length
    return taken
  }
  function parts(isInside: boolean): Part[] {
    const read: Part[] = []
    for (;;) {
      read.push(unquoted(take(/(?:[^{}']|''|'[{}](?:[^']|'')*'(?!')|'(?![{}']))*/y)))
      const next = letter[position]
      if (next === '{') read.push(placeholder())
      else if (next === (isInside ? '}' : undefined)) return read
      else refuse()
    }
  }
  function placeholder(): Part {
    take(/\{\s*/y)
    const name = take(/\w+/y)
    if (take(/\s*[,}]/y).endsWith('}')) return { name }
    take(/\s*/y)
    const format = take(/\w+/y)
    if (format !== 'select') throw new AppError('PLACEHOLDER_FORMAT', { placeholder: name, format }, { at })
    take(/\s*,\s*/y)
    const choices: { none?: Part[]; other?: Part[] } = {}
    while (letter[position] !== '}') {
      const choice = take(/\w+/y)
      if (choice !== 'none' && choice !== 'other') {
        throw new AppError('PLACEHOLDER_FORMAT', { placeholder: name, format: choice }, { at })
      }
      if (choices[choice]) refuse()
      take(/\s*\{/y)
      choices[choice] = parts(true)
      take(/\}\s*/y)
    }
    const { none = [], other = refuse() } = choices
    take(/\}/y)
    return { name, none, other }
  }
  return parts(false)
}

const unquoted = (text: string) =>
  text.replaceAll(/''|'([{}](?:[^']|'')*)'/g, (_, quoted?: string) => quoted?.replaceAll("''", "'") ?? "'")

/**
 * Fills a letter. Values are never parsed, so what looks like a placeholder in one stays text. A paragraph whose placeholders have no value
 * leaves no gap.
 */
export const fillLetter = (parts: readonly Part[], values: Values): string =>
  filled(parts, values)
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[ \t]*\n(?:[ \t]*\n)+/g, '\n\n')
    .trim()

const filled = (parts: readonly Part[], values: Values): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = Object.hasOwn(values, part.name) ? (values[part.name] ?? null) : null
      if (!('other' in part)) return value ?? ''
      return filled(value === null ? part.none : part.other, values)
    })
    .join('')

/**
 * Checks that a letter has only placeholders of its kind, and those that it can't do without whatever the case.
 *
 * @throws AppError `LETTER_SYNTAX`, `PLACEHOLDER_FORMAT`, `UNKNOWN_PLACEHOLDER`, `MISSING_PLACEHOLDER`
 */
export function checkLetter(kind: LetterKind, field: 'subject' | 'text', letter: string): void {
  const at = `body.${field}`
  const parts = parseLetter(letter, at)
  const unknown = named(parts).find((name) => !isOneOf(placeholdersOfLetter[kind], name))
  if (unknown !== undefined) throw new AppError('UNKNOWN_PLACEHOLDER', { placeholder: unknown }, { at })
  const shown = alwaysShown(parts)
  const missing = requiredPlaceholders[kind][field].find((name) => !shown.has(name))
  if (missing !== undefined) throw new AppError('MISSING_PLACEHOLDER', { placeholder: missing }, { at })
}

const named = (parts: readonly Part[]): string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return []
    return 'other' in part ? [part.name, ...named(part.none), ...named(part.other)] : [part.name]
  })

/** The placeholders whose values are shown in every case; `facts` begins with the address. */
function alwaysShown(parts: readonly Part[]): ReadonlySet<string> {
  const shown = parts.flatMap((part) => {
    if (typeof part === 'string') return []
    if (!('other' in part))
      return part.name === 'facts' ? [part.name, 'address' satisfies LetterPlaceholder] : [part.name]
    const [none, other] = [alwaysShown(part.none), alwaysShown(part.other)]
    return [...other].filter((name) => none.has(name) || !isOneOf(optionalPlaceholders, part.name))
  })
  return new Set(shown)
}
