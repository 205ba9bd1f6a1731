/** A name in a script that has no Latin look-alikes, e.g. `ベルモラ銀行`. */
interface ForeignName<T> {
  /** As `foldedForeign` returns it. */
  folded: string
  /** The positions in `folded` at which its own words begin. */
  words: readonly number[]
  of: T
  /** It is the unchanged part of an inflected name, and one of `caseEndings` has to follow. */
  isStem: boolean
}

/** Names of other scripts by their first two letters. */
export type ForeignNames<T> = ReadonlyMap<string, readonly ForeignName<T>[]>

/** A place in a text that has such a name. */
export interface ForeignPlace<T> {
  of: T
  start: number
  end: number
  /** Its letters are separated, or invisible characters are between them. */
  isHidden: boolean
}

/** Letters that are written for one another, each with the one they are compared as. */
const sameLetters = new Map<string, string>(
  ['أا', 'إا', 'آا', 'ٱا', 'ىي', 'یي', 'ئي', 'کك', 'ةه', 'ؤو', 'ёе', 'йи', 'ςσ'].map((pair) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
)
/** The same for vowels and consonants of Devanagari and, as many code points later, of Bengali. */
const indic: readonly [letters: string, same: string] = ['टठडढणीूंईऊ', 'तथदधनिुनइउ']
for (const offset of [0, 0x80])
  for (let at = 0; at < indic[0].length; at++)
    sameLetters.set(
      String.fromCharCode(indic[0].charCodeAt(at) + offset),
      String.fromCharCode(indic[1].charCodeAt(at) + offset),
    )

/** Marks and signs without which a name is still the same: tatweel, vowel signs of Arabic, nukta and virama, accents of Greek. */
const unread = /\p{Cf}|\u0640|[\u0300-\u036f\u064b-\u065f\u0670\u093c\u094d\u09bc\u09cd]|[^\p{L}\p{M}\p{N}]/gu

const folded = new Map<string, string>()
const foldedMax = 20_000

/** The letters that one character is compared as; `''` for one that isn't read. Katakana is compared as Hiragana. */
function foldedLetter(character: string): string {
  const known = folded.get(character)
  if (known !== undefined) return known
  let letters = ''
  for (const letter of character
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(unread, '')
    .normalize('NFC')) {
    const code = letter.codePointAt(0) ?? 0
    const isKatakana = code >= 0x30a1 && code <= 0x30f6
    letters += sameLetters.get(letter) ?? (isKatakana ? String.fromCodePoint(code - 0x60) : letter)
  }
  if (folded.size < foldedMax) folded.set(character, letters)
  return letters
}

/** Names whose letters may be separated, that may be in two parts with a sign between them, and with a blank, have at least so many. */
const hiddenLengthMin = { letters: 3, bySign: 5, byBlank: 6 } as const
const keyOf = (text: string, at: number) => text.slice(at, at + 2)

/**
 * Compiles names for `findForeign`.
 *
 * @param names as written, with what they stand for
 */
export function compileForeign<T>(names: readonly { text: string; of: T }[]): ForeignNames<T> {
  const index = new Map<string, ForeignName<T>[]>()
  const add = (name: ForeignName<T>) => {
    const key = keyOf(name.folded, 0)
    const same = index.get(key)
    if (same) same.push(name)
    else index.set(key, [name])
  }
  for (const { text, of } of names) {
    const words: number[] = []
    let name = ''
    for (const word of text.split(/[^\p{L}\p{M}\p{N}]+/u)) {
      words.push(name.length)
      for (const character of word) name += foldedLetter(character)
    }
    if (name.length < 2) continue
    add({ folded: name, words, of, isStem: false })
    if (declining.test(name)) add({ folded: name.slice(0, -1), words, of, isStem: true })
  }
  return index
}

/** Cyrillic names that lose their last letter when they are declined. */
const declining = /^\p{Script=Cyrillic}{5,}[аяоеь]$/u
/** What they have instead, as `foldedLetter` returns it. */
const caseEndings = /^(?:ы|и|у|ю|е|ои|ою|еи|ею|ью|ом|ем|ам|ям|ами|ями|ах|ях|ов|ів)$/u

/**
 * Spellings that follow from two names of a brand that differ in some characters only, as traditional and simplified ones do: what differs
 * there is exchanged in its other names.
 */
export function variantsOf(names: readonly string[]): string[] {
  const han = names.filter((name) => /\p{Script=Han}/u.test(name)).map((name) => Array.from(name))
  const exchanged = new Map<string, string>()
  for (const a of han)
    for (const b of han) {
      const differing = a.flatMap((letter, at) => (letter === b[at] ? [] : [[letter, b[at] ?? ''] as const]))
      if (a.length !== b.length || differing.length >= a.length) continue
      for (const [letter, other] of differing) exchanged.set(letter, other)
    }
  return han.map((name) => name.map((letter) => exchanged.get(letter) ?? letter).join(''))
}

/** Scripts that write without blanks between words. */
export const withoutBlanks =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Scripts whose words have prefixes that are written together with them. */
const withPrefixes = /\p{Script=Arabic}|\p{Script=Hebrew}/u
/** Endings of a name in languages that inflect, and how long the name has to be for them; longer names have several endings at once. */
const endingMax = { short: 3, long: 6 } as const
const endingLengthMin = { short: 4, long: 6 } as const

/** Every place in a text that has one of the names, however its letters are separated or marked. */
export function* findForeign<T>(index: ForeignNames<T>, text: string): Generator<ForeignPlace<T>> {
  if (index.size === 0 || /^[\0-\u02ff]*$/.test(text)) return
  let letters = ''
  const starts: number[] = []
  const ends: number[] = []
  for (let at = 0; at < text.length;) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
    const read = foldedLetter(character)
    for (let each = 0; each < read.length; each++) {
      starts.push(at)
      ends.push(at + character.length)
    }
    letters += read
    at += character.length
  }
  const reading = { text, letters, starts, ends }
  for (let at = 0; at < letters.length; at++)
    for (const name of index.get(keyOf(letters, at)) ?? []) {
      if (!letters.startsWith(name.folded, at)) continue
      const gaps = gapsIn(reading, at, name)
      if (gaps !== null && isWhole(reading, at, name))
        yield {
          of: name.of,
          start: starts[at] ?? 0,
          end: ends[at + name.folded.length - 1] ?? 0,
          isHidden: gaps === 'hidden',
        }
    }
}

interface ReadLetters {
  text: string
  letters: string
  starts: readonly number[]
  ends: readonly number[]
}

/** How the letters of a name are separated; null for letters that only happen to follow each other. */
function gapsIn(
  { text, starts, ends }: ReadLetters,
  at: number,
  { folded: { length }, words }: ForeignName<unknown>,
): 'none' | 'hidden' | null {
  let [inside, separated, invisible, blanks] = [0, 0, 0, 0]
  for (let each = 1; each < length; each++) {
    const between = text.slice(ends[at + each - 1], starts[at + each])
    if (between === '' || words.includes(each)) continue
    // Tatweel and vowel signs are how Arabic is set.
    if (/^[\p{M}\u0640]+$/u.test(between)) continue
    if (/^[\p{Cf}\p{M}\u0640]+$/u.test(between)) invisible += 1
    else if (between === ' ') blanks += 1
    else if (/^[.·・•_*|~-]$/u.test(between)) separated += 1
    else inside += 1
  }
  if (inside > 0) return null
  const parts = separated + blanks
  if (parts === 0) return invisible > 0 ? 'hidden' : 'none'
  if (parts === 1 && length >= (blanks > 0 ? hiddenLengthMin.byBlank : hiddenLengthMin.bySign)) return 'hidden'
  return parts + words.length >= length && length >= hiddenLengthMin.letters ? 'hidden' : null
}

/** Whether a name stands as a word, with an ending at most. */
function isWhole({ letters, starts, ends }: ReadLetters, at: number, name: ForeignName<unknown>): boolean {
  const { folded: own, isStem } = name
  const last = at + own.length
  if (!isStem && withoutBlanks.test(own)) return true
  const isJoined = (each: number) => ends[each - 1] === starts[each]
  if (at > 0 && isJoined(at) && !withPrefixes.test(own) && !withoutBlanks.test(letters.charAt(at - 1))) return false
  let after = last
  while (after < letters.length && isJoined(after)) after++
  const rest = letters.slice(last, after)
  if (isStem) return caseEndings.test(rest)
  return (
    rest === '' ||
    withPrefixes.test(own) ||
    withoutBlanks.test(rest.charAt(0)) ||
    (own.length >= endingLengthMin.long && rest.length <= endingMax.long) ||
    (own.length >= endingLengthMin.short && rest.length <= endingMax.short)
  )
}
