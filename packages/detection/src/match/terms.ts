import { required } from '@signet/contract/narrow'
import type { AssetIndex } from './compile-assets.ts'
import { joinedText, type ReadHost, type Sighting } from './describe-hit.ts'
import { surpriseOf } from '../permute/letter-odds.ts'
import { hasDigit, isDoubled, isLetter, runAround, sharedWord, turnsIn } from '../names/letter-facts.ts'
import { labelToUnicode } from '../names/punycode.ts'
import { readWords, type Reading } from '../names/read-words.ts'
import { placeMax, readingsMax, surroundingsMax } from './term-bounds.ts'
import { keysOf, placeOf, type Term } from './term-keys.ts'
import { isClosedSuffix, isFreeHosting, isRiskySuffix, isTrustedParent } from '../score/reputation.ts'
import { type UpperBound, wordNames } from '../score/score.ts'
import { scriptsOf } from '../names/skeleton.ts'
import { slipOf } from '../permute/slips.ts'
import { kindsOfWord, wordKinds } from '../names/vocabulary.ts'

/** Collects the terms of one sighting. */
class TermList {
  readonly terms: Term[] = []

  add(name: Term['name'], key: string, value?: string, times = 1): void {
    if (times !== 0) this.terms.push(value === undefined ? { name, key, times } : { name, key, times, value })
  }
}

/** A name of at least this length with a few stray letters still counts as the name. */
const distinctiveLength = 7
/** One letter less is enough for a name that doesn't consist of words. */
const inventedLength = 6
/** A slip in a part counts less when at least this share of the part was changed. */
const pieceShareMin = 1 / 3
/** How many words are read on each side of the name and in other labels; the rest of a long name adds no information. */
const wordsMax = 4
const fewStrayLetters = 3
const someStrayLetters = 7
/** A label that changes between letters and digits this often is random, and short names occur in it by chance. */
const randomTurns = 5
const randomAliasMax = 5

/** Prefixes of weight keys that have several parts. */
const keys = {
  place: keysOf('place'),
  sub: keysOf('sub'),
  slip: keysOf('slip'),
  slipLength: keysOf('slip.length'),
  respelled: keysOf('respelled'),
  idn: keysOf('idn'),
  rarity: keysOf('rarity'),
  short: keysOf('short'),
  everyday: keysOf('wordiness.word'),
  ofWords: keysOf('wordiness.words'),
  word: keysOf('word'),
  far: keysOf('far'),
  explain: keysOf('words.explain'),
  depth: keysOf('sub.depth'),
  parentLength: keysOf('parent.length'),
  suffix: keysOf('suffix'),
  farSuffix: keysOf('far-suffix'),
}

const strayAmounts = ['one', 'few', 'some', 'many'] as const
const strayKeys = {
  bounded: { short: strayAmounts.map(strayKeyOf('bounded.short')), long: strayAmounts.map(strayKeyOf('bounded.long')) },
  loose: { short: strayAmounts.map(strayKeyOf('loose.short')), long: strayAmounts.map(strayKeyOf('loose.long')) },
}

function strayKeyOf(where: string): (amount: string) => string {
  return (amount) => `stray.${where}.${amount}`
}

const rarityNames = ['Distinctive brand name', 'Short brand name'] as const
const suffixNames = ['High-risk suffix', 'Low-risk suffix'] as const
const parentNames = ['Throwaway parent domain', 'Ordinary parent domain'] as const
const formNames = ['Not a real word', 'Likely a real word'] as const

function clamp(value: number, max: number): number {
  return Math.max(-max, Math.min(max, value))
}

/** True where the name is directly adjacent to other letters. */
function isLoose({ position }: Sighting): boolean {
  return position === 'edge' || position === 'inside'
}

const placeNames = {
  label: 'Exact brand name',
  part: 'Brand as a separate word',
  edge: 'Brand + extra text',
  inside: 'Brand inside other text',
} as const
const slipNames = {
  label: 'Misspelt brand name',
  part: 'Misspelt brand as a separate word',
  edge: 'Misspelt brand + extra text',
  inside: 'Misspelt brand + extra text',
} as const
const respelledNames = {
  hyphens: 'Split by hyphens',
  digits: 'Digits for letters',
  glyphs: 'Look-alike ASCII',
} as const

function addSlip(list: TermList, sighting: Sighting): void {
  const { spelled, pattern, distance } = sighting
  const { alias } = pattern
  const joined = joinedText(spelled)
  if (distance > 1) list.add('Two typos', 'slip.distance2')
  const slip = slipOf(joined, alias)
  list.add(['Common typo', 'Unusual typo'], keys.slip(slip), `${spelled} for ${alias}`)
  if (joined[0] !== alias[0]) list.add('First letter differs', 'slip.first')
  const size = alias.length < 9 ? String(alias.length) : alias.length < 11 ? '9' : '11'
  list.add(rarityNames, keys.slipLength(size), `${alias.length} letters`)
  const shared = sharedWord(joined, alias)
  const rest = alias.length - shared.length
  if (shared !== '' && rest === 1) list.add('Typo next to a common word', 'veto.piece', shared)
  else if (shared !== '' && distance / rest >= pieceShareMin) {
    list.add('Typo next to a common word', 'slip.piece', shared)
  }
  if (spelled !== joined) list.add('Split by hyphens', 'slip.hyphens', spelled)
  const excess = clamp((surpriseOf(joined) - surpriseOf(alias)) / 4, 2)
  list.add(formNames, 'slip.form', spelled, excess)
}

function addSpelling(list: TermList, read: ReadHost, sighting: Sighting): void {
  const { kind, position, spelled, pattern } = sighting
  if (kind === 'slips') {
    list.add(slipNames[position], keys.place(placeOf(sighting)), `${spelled} for ${pattern.alias}`)
    addSlip(list, sighting)
  } else {
    list.add(placeNames[position], keys.place(placeOf(sighting)), sighting.labelText)
    if (kind !== 'literal') {
      const key = `${kind}.${isLoose(sighting) ? 'loose' : 'bounded'}`
      list.add(respelledNames[kind], keys.respelled(key), `${spelled} for ${pattern.alias}`)
      if (isLoose(sighting)) list.add('Possible coincidence', 'respelled.rarity', undefined, pattern.rarity)
    }
  }
  if (sighting.isIdn) {
    const shown = labelToUnicode(read.split.labels[sighting.label] ?? '')
    const scripts = scriptsOf(shown)
    list.add(
      'Look-alike letters',
      keys.idn(isLoose(sighting) ? 'loose' : position),
      `${shown} looks like ${sighting.labelText}`,
    )
    if (scripts.length > 1) list.add('Mixed scripts', 'idn.mixed', scripts.join(' and '))
  }
}

function addName(list: TermList, sighting: Sighting): void {
  const { pattern, kind } = sighting
  if (kind === 'slips') return
  const place = isLoose(sighting) ? 'loose' : sighting.position
  list.add(rarityNames, keys.rarity(place), pattern.alias, pattern.rarity)
  if (pattern.alias.length <= 4) list.add('Short brand name', keys.short(place), `${pattern.alias.length} letters`)
  if (pattern.wordiness === 'word') list.add('Brand is a common word', keys.everyday(place), pattern.alias)
  else if (pattern.wordiness === 'words') list.add('Brand made of common words', keys.ofWords(place), pattern.alias)
}

/** The words in the text around the brand, split at hyphens and digits first, and the number of letters that belong to none. */
function wordsOf(text: string): { words: string[]; unknown: number } {
  const words: string[] = []
  let unknown = 0
  for (let start = 0; start < text.length; start++) {
    let end = start
    while (isLetter(text.charCodeAt(end))) end++
    if (end === start) continue
    const reading = readWords(text.slice(start, end))
    unknown += reading.unknown
    for (const word of reading.words) words.push(word.text)
    start = end
  }
  return { words, unknown }
}

/** Adds the terms of words: the weight of each word, and that of its kind. */
function addWords(list: TermList, words: readonly string[], where: 'near' | 'far'): void {
  const seen = new Set<string>()
  for (const word of words) {
    if (seen.has(word) || seen.size >= wordsMax) continue
    seen.add(word)
    const isRisky = (kindsOfWord(word) & wordKinds.risky) !== 0
    if (where === 'near') {
      list.add(wordNames, keys.word(word), word)
      list.add(wordNames, isRisky ? 'words.near.risky' : 'words.near.ordinary', word)
    } else {
      list.add(wordNames, keys.far(word), word)
      list.add(wordNames, isRisky ? 'words.far.risky' : 'words.far.ordinary', word)
    }
  }
}

function addSurroundings(list: TermList, read: ReadHost, sighting: Sighting): void {
  const { pattern, before, after, labelText } = sighting
  const sides = [wordsOf(before), wordsOf(after)]
  const words = sides.flatMap((side) => side.words).filter((word) => word !== pattern.alias)
  addWords(list, words, 'near')
  if (read.split.registrableAt > 0) {
    const elsewhere = read.readingLabels
      .slice(0, read.split.registrableAt + 1)
      .filter((_, label) => label !== sighting.label)
      .join('-')
    addWords(list, wordsOf(elsewhere).words, 'far')
  }
  const unknown = sides.reduce((sum, side) => sum + side.unknown, 0)
  const place = isLoose(sighting) ? 'loose' : 'bounded'
  if (place === 'loose' && isDoubled(sighting)) {
    list.add('Common typo', 'stray.doubled', labelText)
  } else if (unknown > 0) {
    const lengthMin = pattern.wordiness === 'none' ? inventedLength : distinctiveLength
    const name = pattern.alias.length < lengthMin ? 'short' : 'long'
    const amount = unknown === 1 ? 0 : unknown <= fewStrayLetters ? 1 : unknown <= someStrayLetters ? 2 : 3
    list.add(amount >= 2 ? 'Unknown text' : 'Extra letters', required(strayKeys[place][name][amount], 'a key'))
  } else if (place === 'loose') list.add(wordNames, keys.explain(pattern.wordiness))
  const other = words.find((word) => (kindsOfWord(word) & wordKinds.brand) !== 0)
  if (other !== undefined) list.add('Matches another brand', 'brand.near', other)
  if (pattern.alias.length <= randomAliasMax && turnsIn(labelText) >= randomTurns) {
    list.add('Unknown text', 'veto.random', labelText)
  }
  const hyphen = labelText.indexOf('-')
  if (hyphen >= 0 && labelText.includes('-', hyphen + 1)) list.add('Many hyphens', 'hyphens.many')
  if (hasDigit(before) || hasDigit(after)) {
    list.add('Brand + digits', /\d{4}/.test(before + after) ? 'digits.many' : 'digits.few')
  }
}

function addOtherReadings(list: TermList, index: AssetIndex, sighting: Sighting): void {
  const { run, from, to } = runAround(sighting)
  const { alias } = sighting.pattern
  if (sighting.kind === 'slips') {
    const parts = sighting.spelled.split(/[-_]/)
    const whole = parts.join('')
    const others = [whole, ...parts, run]
    const isBrand = (text: string) => index.aliases.has(text) || (kindsOfWord(text) & wordKinds.brand) !== 0
    const other = others.find(isBrand)
    if (other !== undefined) {
      list.add('Matches another brand', 'veto.brand', other)
      return
    }
    const readings: Reading[] = parts.length === 1 ? [readWords(run)] : parts.map((part) => readWords(part))
    const unknown = readings.reduce((sum, reading) => sum + reading.unknown, 0)
    const words = readings.flatMap((reading) => reading.words)
    if (words.length === 0) return
    const [only, second] = words
    if (unknown === 0 && only && !second) {
      list.add('Real words, not a typo', 'veto.word', only.text)
      return
    }
    const value = words.map(({ text }) => text).join(' ')
    // `trust|wale` contains a word of `trustwallet`: its words are the brand's own, one of them misspelled.
    const isShared = words.some(({ text }) => text.length >= 4 && alias.includes(text)) && words.length > 1
    const isOneStray = unknown === 1 && words.length === 1 && (words[0]?.text.length ?? 0) >= 4
    if (unknown === 0) list.add('Real words, not a typo', `spelling.${isShared ? 'shared' : 'words'}`, value)
    else if (isOneStray) list.add('Real words, not a typo', 'spelling.stray', value)
    return
  }
  if (sighting.position === 'label' || run.length === to - from || /[^a-z]/.test(run)) return
  const { words } = readWords(run, alias)
  const across = words.filter((word) => word.start < to && word.end > from)
  const covered = across.reduce((sum, word) => sum + Math.min(word.end, to) - Math.max(word.start, from), 0)
  const isStraddling = across.some((word) => word.start < from || word.end > to)
  if (covered < to - from || !isStraddling) return
  const isOne = across.length === 1
  list.add('Alternative reading', isOne ? 'reading.word' : 'reading.words', across.map(({ text }) => text).join(' '))
}

function addParent(list: TermList, read: ReadHost, sighting: Sighting | null): void {
  const { split } = read
  if (isFreeHosting(split.hostedAt) || isFreeHosting(split.registrable)) {
    list.add('Free hosting', 'host.free', split.hostedAt || split.registrable)
  } else if (isTrustedParent(split.registrable)) {
    // Checked before other hosting, because delivery networks are private suffixes too.
    list.add('Trusted parent domain', 'veto.parent', split.registrable)
  } else if (split.hostedAt !== '') list.add('Hosting provider subdomain', 'host.other', split.hostedAt)
  else if (sighting) {
    const label = read.readingLabels[split.registrableAt] ?? ''
    const letters = label.replaceAll(/[^a-z]/g, '')
    if (/\d/.test(label)) list.add(parentNames, 'parent.digits', split.registrable)
    if (label.includes('-')) list.add(parentNames, 'parent.hyphen', split.registrable)
    if (letters.length >= 3) {
      const oddity = clamp(surpriseOf(letters) / letters.length - 4, 2)
      list.add(parentNames, 'parent.letters', split.registrable, oddity)
    }
    const size = label.length <= 4 ? 'short' : label.length <= 8 ? 'middle' : label.length <= 14 ? 'long' : 'longest'
    list.add(parentNames, keys.parentLength(size), split.registrable)
  }
}

function addPlace(list: TermList, index: AssetIndex, read: ReadHost, sighting: Sighting | null): void {
  const { split } = read
  if (sighting) {
    if (sighting.isSubdomain) {
      list.add('Brand in a subdomain', keys.sub(placeOf(sighting)), split.registrable)
      if (sighting.label === 0) list.add('Brand in a subdomain', 'sub.first', split.registrable)
      if (sighting.label === split.registrableAt - 1) {
        list.add('Brand in a subdomain', 'sub.next', split.registrable)
      }
      const depth = Math.min(4, split.registrableAt)
      list.add('Brand in a subdomain', keys.depth(String(depth)), split.registrable)
      addParent(list, read, sighting)
    } else if (sighting.position === 'label' && sighting.pattern.isOfficialLabel) {
      list.add('Exact brand name', 'label.official', sighting.labelText)
    }
  } else addParent(list, read, null)
  // A suffix that equals the name (`.apple`) is run by the brand, unless it is open to the public.
  if (index.aliases.has(split.suffix) && !isRiskySuffix(split.suffix)) {
    list.add('Brand-owned suffix', 'veto.suffix', split.suffix)
  } else if (isClosedSuffix(split.suffix)) list.add('Restricted suffix', 'veto.closed', split.suffix)
  else {
    const suffixKeys = sighting?.isSubdomain === false ? keys.suffix : keys.farSuffix
    list.add(suffixNames, suffixKeys(split.suffix), split.suffix)
    if (isRiskySuffix(split.suffix)) list.add(suffixNames, suffixKeys('risky'), split.suffix)
  }
}

/** True for an address without its dots: `wwwclient`, `clientcom`, `clientcom-login`. */
function isDotless({ kind, position, before, after }: Sighting): boolean {
  if (kind !== 'literal' || position !== 'edge') return false
  const isOpen = before === '' || before === 'www' || before.endsWith('-')
  return isOpen && (/^com(?:-|$)/.test(after) || (before === 'www' && after === ''))
}

/**
 * Everything about a sighting that the score takes into account.
 *
 * @param upperBound checks several times whether the terms so far can still reach a score
 * @returns `null` when they can't
 */
export function termsOf(
  index: AssetIndex,
  read: ReadHost,
  sighting: Sighting,
  isSpelledOut: boolean,
  upperBound: UpperBound | null = null,
): Term[] | null {
  const spelling = new TermList()
  addSpelling(spelling, read, sighting)
  addName(spelling, sighting)
  const address = new TermList()
  if (isSpelledOut) address.add('Official host in the name', 'spelled.near')
  else if (isDotless(sighting)) address.add('Official host in the name', 'spelled.dotless', sighting.labelText)
  upperBound?.add(spelling.terms)
  upperBound?.add(address.terms)
  // The terms that exclude most sightings come first: a slip is usually a word of its own; other matches are usually surrounded by words
  // without risk.
  const readings = new TermList()
  const surroundings = new TermList()
  const { registrableAt } = read.split
  const isSlip = sighting.kind === 'slips'
  if (isSlip) {
    addOtherReadings(readings, index, sighting)
    upperBound?.add(readings.terms)
    if (upperBound?.isTooLow(surroundingsMax(sighting, registrableAt) + placeMax(sighting))) return null
  }
  addSurroundings(surroundings, read, sighting)
  upperBound?.add(surroundings.terms)
  if (upperBound?.isTooLow((isSlip ? 0 : readingsMax) + placeMax(sighting))) return null
  if (!isSlip) addOtherReadings(readings, index, sighting)
  const place = new TermList()
  addPlace(place, index, read, sighting)
  if (upperBound) {
    if (!isSlip) upperBound.add(readings.terms)
    upperBound.add(place.terms)
    if (upperBound.isTooLow(0)) return null
  }
  return [...spelling.terms, ...surroundings.terms, ...readings.terms, ...address.terms, ...place.terms]
}

/** Official hosts shorter than this (`x.com`) occur in other names by chance. */
const officialLengthMin = 8

/** The same for an official host written to the left of a foreign domain, for brands whose name is not in it. */
export function termsOfSpelledOut(index: AssetIndex, read: ReadHost, official: string): Term[] {
  const list = new TermList()
  const isShort = official.length < officialLengthMin
  list.add('Official host in the name', isShort ? 'spelled.short' : 'spelled.long', official)
  const spelled = official.split('.')
  const { words } = wordsOf(read.readingLabels.slice(0, read.split.registrableAt + 1).join('-'))
  const risky = words.filter((word) => !spelled.includes(word) && (kindsOfWord(word) & wordKinds.risky) !== 0)
  addWords(list, risky, 'far')
  addPlace(list, index, read, null)
  return list.terms
}
