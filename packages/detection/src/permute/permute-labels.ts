import { asciiLookAlikes, letterDigits, neighbourKeys, unicodeLookAlikes } from './permute-letters.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const lettersAndDigits = `${alphabet}0123456789`
const vowels = 'aeiou'

/** Makes variants of a label; they may repeat, and not all of them are valid. */
export type LabelMaker = (label: string) => Iterable<string>

function splice(label: string, at: number, count: number, text: string): string {
  return label.slice(0, at) + text + label.slice(at + count)
}

/** Omits one of two equal neighbouring letters. */
export function* undoubled(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) if (label[at] === label[at - 1]) yield splice(label, at, 1, '')
}

/** Omits one letter. */
export function* omission(label: string): Generator<string> {
  for (let at = label.length - 1; at >= 0; at--) yield splice(label, at, 1, '')
}

/** Doubles one letter. */
export function* repetition(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) yield splice(label, at, 0, label.charAt(at))
}

/** Swaps two neighbouring letters. */
export function* transposition(label: string): Generator<string> {
  for (let at = 0; at + 1 < label.length; at++) {
    if (label[at] !== label[at + 1]) yield splice(label, at, 2, label.charAt(at + 1) + label.charAt(at))
  }
}

/** Replaces one letter by that of an adjacent key. */
export function* replacement(label: string): Generator<string> {
  for (let at = label.length - 1; at >= 0; at--) {
    for (const key of neighbourKeys.get(label.charAt(at)) ?? '') yield splice(label, at, 1, key)
  }
}

/** Replaces one letter by any other. */
export function* anyReplacement(label: string): Generator<string> {
  for (let at = label.length - 1; at >= 0; at--) {
    for (const letter of lettersAndDigits) if (letter !== label[at]) yield splice(label, at, 1, letter)
  }
}

/** Inserts the letter of an adjacent key. */
export function* insertion(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    for (const key of neighbourKeys.get(label.charAt(at)) ?? '') {
      yield splice(label, at, 0, key)
      yield splice(label, at + 1, 0, key)
    }
  }
}

/** Inserts any letter. */
export function* anyInsertion(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) {
    for (const letter of lettersAndDigits) yield splice(label, at, 0, letter)
  }
}

/** Adds a letter or digit at the end, then at the beginning. */
export function* addition(label: string): Generator<string> {
  for (const letter of lettersAndDigits) yield label + letter
  for (const letter of lettersAndDigits) yield letter + label
}

/** Replaces one vowel by another. */
export function* vowelSwap(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    if (!vowels.includes(label.charAt(at))) continue
    for (const vowel of vowels) if (vowel !== label[at]) yield splice(label, at, 1, vowel)
  }
}

/** Flips one bit of a letter, as a memory error does. */
export function* bitsquatting(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    for (let bit = 1; bit <= 0x40; bit <<= 1) {
      yield splice(label, at, 1, String.fromCharCode(label.charCodeAt(at) ^ bit))
    }
  }
}

/** Inserts a hyphen between two letters. */
export function* hyphenation(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) yield splice(label, at, 0, '-')
}

/** Removes or moves its hyphens. */
export function* unhyphenation(label: string): Generator<string> {
  if (!label.includes('-')) return
  const joined = label.replaceAll('-', '')
  yield joined
  yield* hyphenation(joined)
}

/** Inserts a dot between two letters, so that the rest becomes the domain. */
export function* subdomain(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) yield splice(label, at, 0, '.')
}

/** Makes a singular plural, or a plural singular. */
export function* plural(label: string): Generator<string> {
  yield `${label}s`
  yield `${label}es`
  if (label.endsWith('y')) yield `${label.slice(0, -1)}ies`
  if (label.endsWith('s')) yield label.slice(0, -1)
  for (let at = label.length - 1; at >= 3; at--) yield splice(label, at, 0, 's')
}

/** Replaces letters by similar ASCII, in one position, then in all. */
export function* homoglyph(label: string): Generator<string> {
  for (const [written, lookAlikes] of asciiLookAlikes) {
    for (const other of lookAlikes) {
      for (let at = label.indexOf(written); at >= 0; at = label.indexOf(written, at + 1)) {
        yield splice(label, at, written.length, other)
      }
      yield label.replaceAll(written, other)
    }
  }
}

/** Replaces letters by digits, in every combination of positions. */
export function* leet(label: string): Generator<string> {
  const places = Array.from(label).flatMap((letter, at) => (letterDigits.has(letter) ? [at] : []))
  // With more positions there would be too many combinations, each of them unlikely.
  const chosen = places.slice(0, 8)
  for (let choice = 1; choice < 1 << chosen.length; choice++) {
    let text = label
    for (const [bit, at] of chosen.entries()) {
      if ((choice >> bit) & 1) text = splice(text, at, 1, letterDigits.get(label.charAt(at)) ?? '')
    }
    yield text
  }
}

/** Writes the whole label in Cyrillic letters, if every letter has one, then one letter at a time. */
export function* cyrillic(label: string): Generator<string> {
  const { cyrillic: lookAlikes } = unicodeLookAlikes()
  const letters = Array.from(label)
  const whole = letters.map((letter) => (/[a-z]/.test(letter) ? (lookAlikes.get(letter)?.[0] ?? '') : letter))
  if (!whole.includes('')) yield whole.join('')
  yield letters.map((letter) => lookAlikes.get(letter)?.[0] ?? letter).join('')
  yield* lookAlike(label, lookAlikes)
}

/** Adds a mark to one letter, or takes it from another script. */
export function idn(label: string): Generator<string> {
  return lookAlike(label, unicodeLookAlikes().others)
}

function* lookAlike(label: string, lookAlikes: ReadonlyMap<string, readonly string[]>): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    for (const character of lookAlikes.get(label.charAt(at)) ?? []) yield splice(label, at, 1, character)
  }
}

/** Joins a label and each of some words, with and without a hyphen. */
export function nextTo(words: readonly string[]): LabelMaker {
  return function* withWords(label) {
    for (const word of words) {
      yield `${label}-${word}`
      yield `${word}-${label}`
      yield label + word
      yield word + label
    }
  }
}

/** Applies one maker to the labels of another. */
export function both(first: LabelMaker, second: LabelMaker): LabelMaker {
  return function* inTurn(label) {
    for (const once of first(label)) yield* second(once)
  }
}
