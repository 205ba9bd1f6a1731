import { breakSymbol, foldAlike, foldFirst, foldSecond, skipSymbol, symbolCount, walkSymbols } from '../names/fold.ts'
import { skeletonOf } from '../names/skeleton.ts'
import { findForeign, withoutBlanks } from '../names/foreign-names.ts'
import { isWord, wordinessOf } from '../names/read-words.ts'
import type { NameTables } from '../match/compile-assets.ts'
import type { Watch, WatchedName } from './watch.ts'

/** A place in a text that names a brand or a person. */
export interface Mention {
  watched: WatchedName
  /** As written. */
  text: string
  start: number
  end: number
  /** Letters are replaced, spaced out or joined by invisible characters. */
  isDisguised: boolean
  /** It is the whole name, and not a shorter alias that may be an ordinary word. */
  isFullName: boolean
}

/** Signs of currencies and the like that stand for a letter inside of a name. */
const letterSigns: Readonly<Record<string, string>> = {
  '€': 'e',
  $: 's',
  '¥': 'y',
  '£': 'l',
  '₤': 'l',
  '¢': 'c',
  '₿': 'b',
  '₽': 'p',
  '₮': 't',
  '₩': 'w',
  '₦': 'n',
  '@': 'a',
}
const letterSign = /[€$¥£₤¢₿₽₮₩₦@]/g
/** The plain letters of a character: those of its look-alikes, or the one that a sign stands for. */
const plainOf = (character: string) => letterSigns[character] ?? skeletonOf(character)

/** Symbols of characters that are read as more than one letter, or as none that the automaton knows. */
const several = 254
const unread = 255
/** The symbol of each UTF-16 unit, filled when it is first seen: decomposing is slow, and texts use few scripts. */
const symbols = new Uint8Array(0x1_00_00).fill(unread)
for (let code = 0; code < 128; code++)
  symbols[code] = walkSymbols[code] === breakSymbol ? skipSymbol : (walkSymbols[code] ?? 0)
for (const [sign, letter] of Object.entries(letterSigns))
  symbols[sign.charCodeAt(0)] = walkSymbols[letter.charCodeAt(0)] ?? skipSymbol

function readSymbol(code: number): number {
  const isSurrogate = code >= 0xd800 && code < 0xe000
  const letters = isSurrogate ? '' : plainOf(String.fromCharCode(code))
  const first = letters.charCodeAt(0)
  const symbol =
    isSurrogate || letters.length > 1
      ? several
      : letters === '' || first > 127 || letters === '?'
        ? skipSymbol
        : (symbols[first] ?? skipSymbol)
  symbols[code] = symbol
  return symbol
}

/** The plain letters of the character at a position: two units for one outside the basic plane. */
function lettersAt(text: string, at: number): string {
  const code = text.charCodeAt(at)
  if (code >= 0xdc00 && code < 0xe000) return ''
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0)
  return plainOf(character).replaceAll('?', '')
}

/** Places kept of one name: more say nothing new. */
const ofNameMax = 50
/** Places kept of one text that names very many. */
const ofTextMax = 500

/** The first places that name something watched, in one pass over the text; the time doesn't grow with the number of names. */
export function mentionsIn(watch: Watch, text: string): Mention[] {
  const found = new FoundMentions()
  for (const tables of watch.index.tables) walk(watch, tables, text, found)
  for (const { of: watched, start, end, isHidden } of findForeign(watch.foreign, text)) {
    if (found.isFull) break
    if (found.isFullOf(watched)) continue
    const written = text.slice(start, end)
    found.add({ watched, text: written, start, end, isDisguised: isHidden, isFullName: true })
  }
  return found.all
}

/** The mentions of a text, not too many of each name. */
class FoundMentions {
  readonly all: Mention[] = []
  readonly #counts = new Map<WatchedName, number>()

  get isFull(): boolean {
    return this.all.length >= ofTextMax
  }

  isFullOf(watched: WatchedName): boolean {
    return (this.#counts.get(watched) ?? 0) >= ofNameMax
  }

  add(mention: Mention): void {
    this.all.push(mention)
    this.#counts.set(mention.watched, (this.#counts.get(mention.watched) ?? 0) + 1)
  }
}

function walk(watch: Watch, tables: NameTables, text: string, found: FoundMentions): void {
  const { next, endsFrom } = tables.automaton
  let state = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    let symbol = symbols[code] ?? skipSymbol
    if (symbol === unread) symbol = readSymbol(code)
    if (symbol === skipSymbol) continue
    if (symbol === several) {
      for (const letter of lettersAt(text, at)) {
        const each = symbols[letter.charCodeAt(0)] ?? skipSymbol
        if (each !== skipSymbol && each < symbolCount) state = next[state * symbolCount + each] ?? 0
      }
    } else state = next[state * symbolCount + symbol] ?? 0
    if (state < endsFrom) continue
    addMentions(watch, tables, { text, state, last: at }, found)
    if (found.isFull) return
  }
}

function addMentions(
  watch: Watch,
  tables: NameTables,
  { text, state, last }: { text: string; state: number; last: number },
  found: FoundMentions,
): void {
  const { endsFrom, wordAt, shorter, sameWord, wordLength } = tables.automaton
  for (let at = state; at >= endsFrom; at = shorter[at] ?? 0) {
    for (let word = wordAt[at] ?? -1; word >= 0; word = sameWord[word] ?? -1) {
      const pattern = watch.index.patterns[tables.patternsFrom + (tables.patternOfWord[word] ?? 0)]
      const watched = pattern && watch.watched.get(pattern.brandId)
      if (!watched || found.isFullOf(watched)) continue
      const start = startOf(text, last, wordLength[word] ?? 0)
      // The second unit of a character outside the basic plane belongs to it.
      const end = last + ((text.codePointAt(last) ?? 0) > 0xff_ff ? 2 : 1)
      const mention = start < 0 ? null : readMention(text, { start, end }, pattern.alias, watched)
      if (mention) found.add(mention)
    }
  }
}

/** The position of the letter that is `length` folded symbols before the end; -1 if they don't begin with a letter. */
function startOf(text: string, last: number, length: number): number {
  let left = length
  for (let at = last; at >= 0; at--) {
    const letters = lettersAt(text, at)
    for (const letter of letters) {
      const code = letter.charCodeAt(0)
      const symbol = foldFirst[code] ?? skipSymbol
      if (symbol !== skipSymbol && symbol !== breakSymbol) left -= (foldSecond[code] ?? 0) === 0 ? 1 : 2
    }
    if (left <= 0) return left === 0 ? at : -1
  }
  return -1
}

/** With fewer letters, a name in replaced letters is a coincidence. */
const disguisedLengthMin = 5

function readMention(
  text: string,
  { start, end }: { start: number; end: number },
  alias: string,
  watched: WatchedName,
): Mention | null {
  const written = text.slice(start, end)
  const lower = written.toLowerCase()
  const isLiteral = lower === alias || plainLetters(lower) === alias
  if (!isLiteral && (alias.length < disguisedLengthMin || /^[\d\p{P}\p{S}\s]+$/u.test(written))) return null
  // An at sign before a name or after it belongs to a handle or an address.
  if (/^@|@$/.test(written)) return null
  const spelled = written.replaceAll(letterSign, (sign) => letterSigns[sign] ?? sign)
  const gaps = gapsOf(spelled, alias, watched)
  if (gaps === null || !isBounded(text, { start, end, alias, watched })) return null
  const isRespelled =
    !isLiteral && (spelled !== written || plainLetters(lower.replaceAll(/[^\p{L}\p{N}]/gu, '')) !== alias)
  // The name in the letters of another alphabet is how that alphabet writes it.
  const isTransliterated = isRespelled && !/[a-z]/i.test(written.normalize('NFKC'))
  return {
    watched,
    text: written.slice(0, 60),
    start,
    end,
    isDisguised: (isRespelled && !isTransliterated) || gaps === 'hidden',
    isFullName: alias === watched.plainName || alias.length > watched.plainName.length,
  }
}

const plainLetters = (text: string) =>
  /^[\0-\x7f]*$/.test(text) ? text : text.normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * How the letters of a name are separated: not at all or between its words, or so that filters miss it.
 *
 * @returns null for letters of several words that only happen to follow each other
 */
function gapsOf(written: string, alias: string, watched: WatchedName): 'none' | 'hidden' | null {
  const gaps = [...written.matchAll(/[^\p{L}\p{N}\p{M}]+/gu)]
  if (gaps.length === 0) return 'none'
  const parts = written.split(/[^\p{L}\p{N}\p{M}]+/u)
  if (gaps.every(([gap]) => /^[\p{Cf}\u034f]+$/u.test(gap))) return 'hidden'
  if (parts.length === alias.length) return 'hidden'
  if (isBetweenWords(parts, watched)) return gaps.every(([gap]) => gap.length <= 3) ? 'none' : null
  if (
    isSplit(
      parts,
      gaps.map(([gap]) => gap),
      alias,
      watched,
    )
  )
    return 'hidden'
  return gaps.every(([gap]) => /^[-_.·*|]$/.test(gap)) && alias.length > disguisedLengthMin ? 'hidden' : null
}

/** Whether the parts are words that follow each other in a name, in letters of any look. */
function isBetweenWords(parts: readonly string[], { words, spellings }: WatchedName): boolean {
  const isAt = (spelling: readonly string[], from: number) =>
    parts.every((part, at) => foldAlike(skeletonOf(part), skeletonOf(spelling[from + at] ?? '')))
  return [words, ...spellings].some((spelling) =>
    spelling.some((_, from) => from + parts.length <= spelling.length && isAt(spelling, from)),
  )
}

/** The shortest name, and the shortest parts of one in two and in more parts, that chance doesn't bring together. */
const split = { length: 7, twoParts: 3, moreParts: 2 } as const

/** Whether a name is written in parts, each with a capital letter as its own word: `ZAL CORA`. */
function isSplit(parts: readonly string[], gaps: readonly string[], alias: string, watched: WatchedName): boolean {
  if (watched.isOrdinary || alias.length < split.length || wordinessOf(alias) !== 'none') return false
  const partMin = parts.length === 2 ? split.twoParts : split.moreParts
  return (
    gaps.every((gap) => gap.length === 1 && gap !== '\n') &&
    parts.every((part) => part.length >= partMin && isUpper(part.charAt(0))) &&
    !parts.every((part) => isWord(part.toLowerCase()))
  )
}

const letterOrDigit = /[\p{L}\p{N}]/u
/** Endings of words in declining languages, and letters that make a name plural; those of names that are no words may be longer. */
const endingMax = { any: 2, distinct: 4 } as const
const endingLengthMin = 6

interface Place {
  start: number
  end: number
  alias: string
  watched: WatchedName
}

/** Whether a name stands as a word: `visa` isn't in `visage` or `invisa`. */
function isBounded(text: string, place: Place): boolean {
  return isFreeBefore(text, place) && isFreeAfter(text, place)
}

function isFreeBefore(text: string, { start, alias }: Place): boolean {
  const before = /.$/su.exec(text.slice(Math.max(0, start - 2), start))?.[0] ?? ''
  if (!letterOrDigit.test(before) || withoutBlanks.test(before)) return true
  const first = text.charAt(start)
  if (isUpper(first) && !isUpper(before)) return true
  if (/\d/.test(before)) return alias.length >= disguisedLengthMin
  const word = /[a-z]{1,30}$/i.exec(text.slice(Math.max(0, start - 30), start))?.[0] ?? ''
  return alias.length >= endingLengthMin && word.length > endingMax.any && isWord(word.toLowerCase())
}

function isFreeAfter(text: string, { end, alias, watched }: Place): boolean {
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20)
  if (!letterOrDigit.test(after) || withoutBlanks.test(after)) return true
  if (isUpper(after) && !isUpper(text.charAt(end - 1))) return true
  if (/\d/.test(after)) return alias.length >= disguisedLengthMin
  const rest = /^[\p{L}]{1,30}/u.exec(text.slice(end, end + 30))?.[0] ?? ''
  if (rest === 's') return true
  if (alias.length < endingLengthMin) return false
  if (rest.length <= endingMax.any || isWord(rest.toLowerCase())) return true
  return rest.length <= endingMax.distinct && !watched.isOrdinary && wordinessOf(alias) === 'none'
}

const isUpper = (letter: string) => letter !== letter.toLowerCase()
