import type { AssetIndex } from './compile-assets.ts'
import { commonWords } from './common-words.ts'
import type { Position, ReadHost, Sighting } from './describe-hit.ts'
import { knownBrands } from './known-brands.ts'
import { isWord, readWords } from './read-words.ts'
import { isClosedSuffix, isFreeHosting, isRiskySuffix, isTrustedParent } from './reputation.ts'
import { riskWords } from './risk-words.ts'
import { ScoreSheet } from './score.ts'
import { scriptsOf } from './skeleton.ts'
import { labelToUnicode } from './punycode.ts'

/**
 * Points of 100 for each reason, set by hand on the public development set with 50 as the line.
 *
 * A whole label alone passes; a name glued to other text needs a distinctive brand or a second reason.
 */
const points = {
  literal: { label: 76, part: 68, edge: 57, inside: 47 } satisfies Record<Position, number>,
  slips: { label: 62, part: 54, edge: 48, inside: 0 } satisfies Record<Position, number>,
  twoSlips: -8,
  firstLetter: -6,
  typicalSlip: 6,
  idn: 20,
  mixedScripts: 10,
  respelled: 6,
  brokenInPassing: -14,
  lengths: [-40, -40, -30, -20, -14, -6, 0, 6, 8, 10],
  word: -10,
  words: -6,
  riskWordsMax: 32,
  ordinaryWord: -4,
  ordinaryWordsMin: -12,
  strayLetters: 3,
  strayLettersShortName: -12,
  unknownText: -6,
  slipInPiece: -14,
  otherReading: -45,
  otherReadingShared: -12,
  anotherBrandForSlip: -50,
  anotherBrandBeside: -6,
  officialSpelledOut: 25,
  officialAlone: 62,
  shortOfficialAlone: 40,
  subdomain: -8,
  freeHosting: 14,
  hosted: 6,
  trustedParent: -150,
  closedSuffix: -90,
  ownSuffix: -100,
  riskySuffix: 7,
  hyphens: 4,
  digits: 3,
} as const

/** From this length on, a name with a few stray letters is still the name. */
const distinctiveLength = 7
/** One letter less is enough for a name that is not made of words. */
const inventedLength = 6
/** A slip in a piece counts less when this share of the piece was changed. */
const pieceShareMin = 1 / 3
const sharedWordLengthMin = 5
/** Official hosts shorter than this (`x.com`) turn up in other people's names by chance. */
const officialLengthMin = 8
const strayLettersMax = 3

/** The run of letters (between hyphens and digits) around a place, and where the place lies in it. */
function runAround(sighting: Sighting): { run: string; from: number; to: number } {
  const left = /[a-z]*$/.exec(sighting.before)?.[0] ?? ''
  const right = /^[a-z]*/.exec(sighting.after)?.[0] ?? ''
  return {
    run: left + sighting.spelled + right,
    from: left.length,
    to: left.length + sighting.spelled.length,
  }
}

/** Which letters a text uses, whatever their number and order. */
function lettersOf(text: string): string {
  return Array.from(new Set(text)).toSorted().join('')
}

/** The longest ordinary word that both begin or end with, or `''`. */
function sharedWord(spelled: string, alias: string): string {
  for (let length = Math.min(spelled.length, alias.length) - 1; length >= sharedWordLengthMin; length--) {
    const end = alias.slice(-length)
    if (spelled.endsWith(end) && commonWords.has(end)) return end
    const start = alias.slice(0, length)
    if (spelled.startsWith(start) && commonWords.has(start)) return start
  }
  return ''
}

function weighSpelling(sheet: ScoreSheet, read: ReadHost, sighting: Sighting): void {
  const { kind, position, spelled, pattern } = sighting
  if (kind === 'slips') {
    const name =
      position === 'label'
        ? 'Misspelt brand as whole label'
        : position === 'part'
          ? 'Misspelt brand between separators'
          : 'Misspelt brand glued to other text'
    sheet.add(name, points.slips[position], `${spelled} for ${pattern.alias}`)
    if (sighting.distance > 1) sheet.add('Two slips', points.twoSlips)
    const shared = sharedWord(spelled, pattern.alias)
    const pieceLength = pattern.alias.length - shared.length
    if (shared !== '' && sighting.distance / pieceLength >= pieceShareMin) {
      sheet.add('Slip beside an ordinary word', points.slipInPiece, shared)
    }
    if (spelled[0] !== pattern.alias[0]) sheet.add('First letter differs', points.firstLetter)
    // The same letters in another number or order: doubled, dropped where doubled, or swapped.
    if (lettersOf(spelled) === lettersOf(pattern.alias)) sheet.add('Typical slip', points.typicalSlip)
  } else {
    const names = {
      label: 'Brand as whole label',
      part: 'Brand between separators',
      edge: 'Brand glued to other text',
      inside: 'Brand inside other text',
    } as const
    sheet.add(names[position], points.literal[position], sighting.labelText)
    const isLoose = position === 'edge' || position === 'inside'
    if (kind !== 'literal') {
      const respelling = {
        hyphens: 'Broken by hyphens',
        digits: 'Digits for letters',
        glyphs: 'Look-alike ASCII',
      } as const
      sheet.add(respelling[kind], points.respelled, `${spelled} for ${pattern.alias}`)
      if (isLoose) {
        const isShort = pattern.alias.length < distinctiveLength
        sheet.add('Broken in passing', isShort ? 2 * points.brokenInPassing : points.brokenInPassing)
      }
    }
  }
  if (sighting.isIdn) {
    const shown = labelToUnicode(read.split.labels[sighting.label] ?? '')
    sheet.add('Look-alike letters', points.idn, `${shown} reads ${sighting.labelText}`)
    const scripts = scriptsOf(shown)
    if (scripts.length > 1) sheet.add('Mixed scripts', points.mixedScripts, scripts.join(' and '))
  }
}

function weighName(sheet: ScoreSheet, { pattern, position }: Sighting): void {
  const length = pattern.alias.length
  const byLength = points.lengths[Math.min(length, points.lengths.length - 1)] ?? 0
  sheet.add(byLength > 0 ? 'Distinctive name' : 'Short name', byLength, `${length} letters`)
  if (pattern.wordiness === 'word') sheet.add('Everyday word', points.word, pattern.alias)
  else if (pattern.wordiness === 'words' && (position === 'edge' || position === 'inside')) {
    sheet.add('Made of words', points.words, pattern.alias)
  }
}

/** Words of the text beside the brand, hyphens and digits cut first. */
function wordsOf(text: string): { words: string[]; unknown: number } {
  const words: string[] = []
  let unknown = 0
  for (const run of text.split(/[^a-z]+/)) {
    if (run === '') continue
    const reading = readWords(run)
    unknown += reading.unknown
    for (const word of reading.words) words.push(word.text)
  }
  return { words, unknown }
}

/** True when all that was added to the brand is its first or last letter once more, as in `paypall`. */
function isDoubled({ before, after, spelled }: Sighting): boolean {
  const added = before + after
  return added.length === 1 && (before === spelled[0] || after === spelled.at(-1))
}

function weighSurroundings(sheet: ScoreSheet, read: ReadHost, sighting: Sighting): void {
  const { pattern, before, after } = sighting
  const beside = [wordsOf(before), wordsOf(after)]
  const elsewhere = read.readingLabels
    .slice(0, read.split.registrableAt + 1)
    .filter((_, label) => label !== sighting.label)
    .join('-')
  const words = beside.flatMap((side) => side.words)
  const besideRisk = words.filter((word) => riskWords.has(word))
  const farRisk = sighting.isSubdomain ? wordsOf(elsewhere).words.filter((word) => riskWords.has(word)) : []
  const risk = [...besideRisk, ...farRisk]
  if (risk.length > 0) {
    const sum =
      besideRisk.reduce((total, word) => total + (riskWords.get(word) ?? 0), 0) +
      farRisk.reduce((total, word) => total + (riskWords.get(word) ?? 0) / 2, 0)
    sheet.add('Risky words', Math.min(points.riskWordsMax, Math.round(sum)), risk.join(', '))
  }
  const ordinary = words.filter((word) => commonWords.has(word) && !riskWords.has(word))
  if (ordinary.length > 0) {
    const sum = Math.max(points.ordinaryWordsMin, points.ordinaryWord * ordinary.length)
    sheet.add('Ordinary words', sum, ordinary.join(', '))
  }
  const unknown = beside.reduce((sum, side) => sum + side.unknown, 0)
  const isLoose = sighting.position === 'edge' || sighting.position === 'inside'
  if (isLoose && isDoubled(sighting)) {
    sheet.add('Typical slip', points.typicalSlip, sighting.labelText)
  } else if (isLoose && unknown > 0) {
    const lengthMin = pattern.wordiness === 'none' ? inventedLength : distinctiveLength
    if (pattern.alias.length < lengthMin) sheet.add('Stray letters', points.strayLettersShortName)
    else if (unknown <= strayLettersMax) sheet.add('Stray letters', points.strayLetters)
    else sheet.add('Unknown text', points.unknownText)
  }
  const other = words.find((word) => knownBrands.has(word) && word !== pattern.alias)
  if (other !== undefined) sheet.add('Another brand', points.anotherBrandBeside, other)
  if ((sighting.labelText.match(/-/g)?.length ?? 0) >= 2) sheet.add('Many hyphens', points.hyphens)
  if (/\d/.test(before + after)) sheet.add('Digits beside the brand', points.digits)
}

function weighOtherReadings(sheet: ScoreSheet, index: AssetIndex, sighting: Sighting): void {
  const { run, from, to } = runAround(sighting)
  if (sighting.kind === 'slips') {
    const parts = sighting.spelled.split(/[-_]/)
    const whole = parts.join('')
    const others = [whole, ...parts, run]
    const other = others.find((text) => knownBrands.has(text) || index.aliases.has(text))
    if (other !== undefined) {
      sheet.add('Another brand', points.anotherBrandForSlip, other)
      return
    }
    const readings = parts.length === 1 ? [readWords(run)] : parts.map((part) => readWords(part))
    const unknown = readings.reduce((sum, reading) => sum + reading.unknown, 0)
    const words = readings.flatMap((reading) => reading.words)
    const isOneStray = unknown === 1 && words.length === 1 && (words[0]?.text.length ?? 0) >= 4
    if (unknown === 0 || isOneStray) {
      // `trust|wale` keeps a word of `trustwallet`: the words are the brand's own, misspelt at one of them.
      const isShared =
        words.some(({ text }) => text.length >= 4 && sighting.pattern.alias.includes(text)) && words.length > 1
      const value = words.map(({ text }) => text).join(' ')
      sheet.add('Ordinary spelling', isShared ? points.otherReadingShared : points.otherReading, value)
    }
    return
  }
  if (sighting.position === 'label' || run.length === to - from || /[^a-z]/.test(run)) return
  const { words } = readWords(run, (word) => isWord(word) && word !== sighting.pattern.alias)
  const across = words.filter((word) => word.start < to && word.end > from)
  const isCovered =
    across.reduce((sum, word) => sum + Math.min(word.end, to) - Math.max(word.start, from), 0) >= to - from
  const isStraddling = across.some((word) => word.start < from || word.end > to)
  if (isCovered && isStraddling) {
    sheet.add('Other reading', points.otherReading, across.map(({ text }) => text).join(' '))
  }
}

function weighPlace(sheet: ScoreSheet, index: AssetIndex, read: ReadHost, isSubdomain: boolean): void {
  const { split } = read
  if (isSubdomain) {
    sheet.add('Left of a foreign domain', points.subdomain, split.registrable)
    // Asked first: delivery networks are private suffixes too.
    if (isTrustedParent(split.registrable)) sheet.add('Trusted parent', points.trustedParent, split.registrable)
    else if (isFreeHosting(split.hostedAt) || isFreeHosting(split.registrable)) {
      sheet.add('Free hosting', points.freeHosting, split.hostedAt || split.registrable)
    } else if (split.hostedAt !== '') sheet.add('Hosted name', points.hosted, split.hostedAt)
  }
  // A suffix that is the name itself (`.apple`) is run by the brand, unless it is one that anyone can buy under.
  const isOwnSuffix = index.aliases.has(split.suffix) && !isRiskySuffix(split.suffix)
  if (isOwnSuffix) sheet.add('Suffix of the brand', points.ownSuffix, split.suffix)
  else if (isClosedSuffix(split.suffix)) sheet.add('Closed suffix', points.closedSuffix, split.suffix)
  else if (isRiskySuffix(split.suffix)) sheet.add('Risky suffix', points.riskySuffix, split.suffix)
}

/**
 * Weighs one sighting into named contributions.
 *
 * @param isSpelledOut true when an official host of the brand is written left of the registrable domain
 */
export function weighSighting(
  index: AssetIndex,
  read: ReadHost,
  sighting: Sighting,
  isSpelledOut: boolean,
): ScoreSheet {
  const sheet = new ScoreSheet()
  weighSpelling(sheet, read, sighting)
  weighName(sheet, sighting)
  weighSurroundings(sheet, read, sighting)
  weighOtherReadings(sheet, index, sighting)
  if (isSpelledOut) sheet.add('Official host spelled out', points.officialSpelledOut)
  weighPlace(sheet, index, read, sighting.isSubdomain)
  return sheet
}

/**
 * Weighs an official host written left of a foreign domain on its own, for brands whose name is not in it.
 *
 * @param official e.g. `live.com` in `live.com.evil.tld`
 */
export function weighSpelledOut(index: AssetIndex, read: ReadHost, official: string): ScoreSheet {
  const sheet = new ScoreSheet()
  const isShort = official.length < officialLengthMin
  sheet.add('Official host spelled out', isShort ? points.shortOfficialAlone : points.officialAlone, official)
  const words = wordsOf(read.readingLabels.slice(0, read.split.registrableAt + 1).join('-')).words
  const spelled = official.split('.')
  const risk = words.filter((word) => riskWords.has(word) && !spelled.includes(word))
  const sum = risk.reduce((total, word) => total + (riskWords.get(word) ?? 0) / 2, 0)
  if (risk.length > 0) sheet.add('Risky words', Math.min(points.riskWordsMax, Math.round(sum)), risk.join(', '))
  weighPlace(sheet, index, read, true)
  return sheet
}
