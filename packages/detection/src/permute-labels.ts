import { asciiLookAlikes, letterDigits, neighbourKeys, unicodeLookAlikes } from './permute-letters.ts'

const alphabet = 'abcdefghijklmnopqrstuvwxyz'
const lettersAndDigits = `${alphabet}0123456789`
const vowels = 'aeiou'

/** Makes labels from a label; each may come more than once, and not each is valid. */
export type LabelMaker = (label: string) => Iterable<string>

function splice(label: string, at: number, count: number, text: string): string {
  return label.slice(0, at) + text + label.slice(at + count)
}

/** One of two equal neighbours left out. */
export function* undoubled(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) if (label[at] === label[at - 1]) yield splice(label, at, 1, '')
}

/** One letter left out. */
export function* omission(label: string): Generator<string> {
  for (let at = label.length - 1; at >= 0; at--) yield splice(label, at, 1, '')
}

/** One letter twice. */
export function* repetition(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) yield splice(label, at, 0, label.charAt(at))
}

/** Two neighbours swapped. */
export function* transposition(label: string): Generator<string> {
  for (let at = 0; at + 1 < label.length; at++) {
    if (label[at] !== label[at + 1]) yield splice(label, at, 2, label.charAt(at + 1) + label.charAt(at))
  }
}

/** One letter in place of another, from adjacent keys. */
export function* replacement(label: string): Generator<string> {
  for (let at = label.length - 1; at >= 0; at--) {
    for (const key of neighbourKeys.get(label.charAt(at)) ?? '') yield splice(label, at, 1, key)
  }
}

/** One letter in place of another, whichever. */
export function* anyReplacement(label: string): Generator<string> {
  for (let at = label.length - 1; at >= 0; at--) {
    for (const letter of lettersAndDigits) if (letter !== label[at]) yield splice(label, at, 1, letter)
  }
}

/** One more letter, from adjacent keys. */
export function* insertion(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    for (const key of neighbourKeys.get(label.charAt(at)) ?? '') {
      yield splice(label, at, 0, key)
      yield splice(label, at + 1, 0, key)
    }
  }
}

/** One more letter, whichever. */
export function* anyInsertion(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) {
    for (const letter of lettersAndDigits) yield splice(label, at, 0, letter)
  }
}

/** A letter or digit put at the end, then at the beginning. */
export function* addition(label: string): Generator<string> {
  for (const letter of lettersAndDigits) yield label + letter
  for (const letter of lettersAndDigits) yield letter + label
}

/** One vowel in place of another. */
export function* vowelSwap(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    if (!vowels.includes(label.charAt(at))) continue
    for (const vowel of vowels) if (vowel !== label[at]) yield splice(label, at, 1, vowel)
  }
}

/** A letter with one of its bits flipped, as memory errors do. */
export function* bitsquatting(label: string): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    for (let bit = 1; bit <= 0x40; bit <<= 1) {
      yield splice(label, at, 1, String.fromCharCode(label.charCodeAt(at) ^ bit))
    }
  }
}

/** A hyphen between two letters. */
export function* hyphenation(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) yield splice(label, at, 0, '-')
}

/** Its hyphens left out or moved. */
export function* unhyphenation(label: string): Generator<string> {
  if (!label.includes('-')) return
  const joined = label.replaceAll('-', '')
  yield joined
  yield* hyphenation(joined)
}

/** A dot between two letters: the rest is the domain. */
export function* subdomain(label: string): Generator<string> {
  for (let at = 1; at < label.length; at++) yield splice(label, at, 0, '.')
}

/** In the plural, or no longer in it. */
export function* plural(label: string): Generator<string> {
  yield `${label}s`
  yield `${label}es`
  if (label.endsWith('y')) yield `${label.slice(0, -1)}ies`
  if (label.endsWith('s')) yield label.slice(0, -1)
  for (let at = label.length - 1; at >= 3; at--) yield splice(label, at, 0, 's')
}

/** ASCII that looks alike, in one place, then in every place. */
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

/** Digits for letters: every choice of places. */
export function* leet(label: string): Generator<string> {
  const places = Array.from(label).flatMap((letter, at) => (letterDigits.has(letter) ? [at] : []))
  // Beyond so many places the choices are too many to be likely.
  const chosen = places.slice(0, 8)
  for (let choice = 1; choice < 1 << chosen.length; choice++) {
    let text = label
    for (const [bit, at] of chosen.entries()) {
      if ((choice >> bit) & 1) text = splice(text, at, 1, letterDigits.get(label.charAt(at)) ?? '')
    }
    yield text
  }
}

/** All in Cyrillic letters, where every letter has one, then letter by letter. */
export function* cyrillic(label: string): Generator<string> {
  const { cyrillic: lookAlikes } = unicodeLookAlikes()
  const letters = Array.from(label)
  const whole = letters.map((letter) => (/[a-z]/.test(letter) ? (lookAlikes.get(letter)?.[0] ?? '') : letter))
  if (!whole.includes('')) yield whole.join('')
  yield letters.map((letter) => lookAlikes.get(letter)?.[0] ?? letter).join('')
  yield* lookAlike(label, lookAlikes)
}

/** One letter with a mark, or of another script. */
export function idn(label: string): Generator<string> {
  return lookAlike(label, unicodeLookAlikes().others)
}

function* lookAlike(label: string, lookAlikes: ReadonlyMap<string, readonly string[]>): Generator<string> {
  for (let at = 0; at < label.length; at++) {
    for (const character of lookAlikes.get(label.charAt(at)) ?? []) yield splice(label, at, 1, character)
  }
}

/** Makes labels of a label and each of some words, with a hyphen between and without. */
export function beside(words: readonly string[]): LabelMaker {
  return function* besideWords(label) {
    for (const word of words) {
      yield `${label}-${word}`
      yield `${word}-${label}`
      yield label + word
      yield word + label
    }
  }
}

/** Makes labels by one maker from those of another. */
export function both(first: LabelMaker, second: LabelMaker): LabelMaker {
  return function* inTurn(label) {
    for (const once of first(label)) yield* second(once)
  }
}
