import { describe, expect, test } from 'vitest'
import { channelsOfLetter, hasSubject, letterKinds } from '@signet/contract/takedowns/notice-letters'
import { noticeLanguages } from '@signet/contract/takedowns/attempts'
import { AppError } from '../../../errors.ts'
import { checkLetter, fillLetter, parseLetter } from './letter-template.ts'
import { builtInLetter } from './write-letter.ts'

const filled = (letter: string, values: Record<string, string | null> = {}) => fillLetter(parseLetter(letter), values)

function refusalOf(action: () => unknown): unknown {
  try {
    action()
  } catch (error) {
    if (error instanceof AppError) return { reason: error.reason, ...error.parameters }
    throw error
  }
  return 'accepted'
}

describe('a letter', () => {
  test.each([
    ['{company} reports {title}', 'Meridian reports x.example'],
    ['{ company }', 'Meridian'],
    ['{brand, select, none {no brand} other {the brand {brand}}}', 'the brand Sun'],
    ['{ip,select,none{no address}other{at {ip}}}', 'no address'],
    ['{ip, select, other {at {ip}}}.', '.'],
    ["The provider's site, don''t ask", "The provider's site, don't ask"],
    ["in quotes: '{company}' and '}'", 'in quotes: {company} and }'],
    ["quoted: '{it''s}'", "quoted: {it's}"],
    ['a\n\n{ip}\n\n{ip}\n\nb', 'a\n\nb'],
    ['a\r\nb\r\n\r\n\r\nc\n', 'a\nb\n\nc'],
    ['# < > & \\u000a', '# < > & \\u000a'],
  ])('%j is filled as %j', (letter, text) => {
    expect(filled(letter, { company: 'Meridian', title: 'x.example', brand: 'Sun', ip: null })).toBe(text)
  })

  test.each([
    '{company}',
    "'{'company'}'",
    '{company, select, none {} other {x}}',
    '}{',
    "'",
    '\\u000aBcc: x@evil.example',
    '<script>alert(1)</script>',
    '$& $1 $$',
    '__proto__',
  ])('has the value %s as plain text', (value) => {
    expect(filled('a {title} b {brand, select, none {no} other {{brand}}}', { title: value, brand: value })).toBe(
      `a ${value} b ${value}`,
    )
  })

  test.each([
    ['a\nb {title', 2, 9],
    ['a } b', 1, 3],
    ['{}', 1, 2],
    ['{title title}', 1, 7],
    ['{brand, select, none {a}}', 1, 25],
    ['{brand, select, other {a} other {b}}', 1, 32],
    ['{brand, select, other {a}', 1, 26],
    ["an open '{quote", 1, 9],
    ['{0.5}', 1, 3],
  ])('%j is refused at its place', (letter, line, column) => {
    expect(refusalOf(() => parseLetter(letter))).toEqual({ reason: 'LETTER_SYNTAX', line, column })
  })

  test.each([
    ['{lastSeen, date, short}', 'lastSeen', 'date'],
    ['{brand, plural, one {a} other {b}}', 'brand', 'plural'],
    ['{brand, select, Sun {a} other {b}}', 'brand', 'Sun'],
    ['{brand, select, __proto__ {a} other {b}}', 'brand', '__proto__'],
  ])('%j is refused by its format', (letter, placeholder, format) => {
    expect(refusalOf(() => parseLetter(letter))).toEqual({ reason: 'PLACEHOLDER_FORMAT', placeholder, format })
  })

  test.each([
    ['{address} {compnay}', { reason: 'UNKNOWN_PLACEHOLDER', placeholder: 'compnay' }],
    ['{address} {company} {earlier}', { reason: 'UNKNOWN_PLACEHOLDER', placeholder: 'earlier' }],
    ['{company, select, other {{address} {__proto__}}}', { reason: 'UNKNOWN_PLACEHOLDER', placeholder: '__proto__' }],
    ['{company}', { reason: 'MISSING_PLACEHOLDER', placeholder: 'address' }],
    ["{company} '{address}'", { reason: 'MISSING_PLACEHOLDER', placeholder: 'address' }],
    ['{company} {brand, select, none {} other {{address}}}', { reason: 'MISSING_PLACEHOLDER', placeholder: 'address' }],
    ['{company} {brand, select, none {{facts}} other {{address}}}', 'accepted'],
    ['{company} {address, select, none {} other {{address}}}', 'accepted'],
    ['{company} {facts}', 'accepted'],
  ])('%j to a provider is checked', (letter, result) => {
    expect(refusalOf(() => checkLetter('request', 'text', letter))).toEqual(result)
  })
})

test('every built-in letter has what its kind needs', () => {
  for (const kind of letterKinds) {
    for (const channel of channelsOfLetter[kind]) {
      for (const language of noticeLanguages) {
        const { subject, text } = builtInLetter({ kind, channel, language })
        expect(subject !== null).toBe(hasSubject(kind))
        if (subject !== null) checkLetter(kind, 'subject', subject)
        checkLetter(kind, 'text', text)
        expect(text).toBe(text.normalize('NFC').trim())
      }
    }
  }
})
