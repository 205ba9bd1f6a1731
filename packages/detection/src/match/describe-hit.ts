import type { AssetIndex, Pattern } from './compile-assets.ts'
import { editDistance } from '../permute/edit-distance.ts'
import type { Hit } from './find-hits.ts'
import { foldAlike, lettersOfDigits } from '../names/fold.ts'
import type { SplitName } from '../names/split-name.ts'

/** How the letters of a match differ from the protected name. */
export type SpellingKind = 'literal' | 'hyphens' | 'digits' | 'glyphs' | 'slips'

/** How a match is separated from the rest of its label. */
export type Position = 'label' | 'part' | 'edge' | 'inside'

/** A host as the detector reads it. */
export interface ReadHost {
  /** ASCII, as resolved, with `xn--` labels. */
  host: string
  /** With every `xn--` label replaced by the ASCII text it looks like; same number of labels. */
  reading: string
  split: SplitName
  /** Position of each label of `reading` in it. */
  labelStarts: readonly number[]
  readingLabels: readonly string[]
}

/** A match with its measured distance and position: the input of classification and scoring. */
export interface Sighting {
  pattern: Pattern
  kind: SpellingKind
  position: Position
  /** The number of edits for `slips`, otherwise 0. */
  distance: number
  /** The matched letters, e.g. `co1nbase`. */
  spelled: string
  /** Position in the host's reading. */
  start: number
  end: number
  /** The index of its label; `labelText` is the reading of that label. */
  label: number
  labelText: string
  /** True when the label is an `xn--` label that was replaced by what it looks like. */
  isIdn: boolean
  /** True left of the registrable domain. */
  isSubdomain: boolean
  /** Text of the label before and after the match, including hyphens. */
  before: string
  after: string
}

/** A text without its hyphens and underscores. */
export function joinedText(text: string): string {
  return text.includes('-') || text.includes('_') ? text.replaceAll(/[-_]/g, '') : text
}

function kindOf(spelled: string, alias: string): SpellingKind {
  if (spelled === alias) return 'literal'
  const joined = joinedText(spelled)
  if (joined === alias) return 'hyphens'
  if (lettersOfDigits(joined, 'l') === alias || lettersOfDigits(joined, 'i') === alias) return 'digits'
  return /\d/.test(joined) && joined.length === alias.length ? 'digits' : 'glyphs'
}

/** Below this length, a respelled name between digits is a coincidence: random labels contain many of them. */
const respelledLengthMin = 7

function isSeparator(code: number, areDigitsFree: boolean): boolean {
  return code === 0x2d || code === 0x5f || (areDigitsFree && code >= 0x30 && code <= 0x39)
}

function positionOf(before: string, after: string, areDigitsFree: boolean): Position {
  if (before === '' && after === '') return 'label'
  const isFreeBefore = before === '' || isSeparator(before.charCodeAt(before.length - 1), areDigitsFree)
  const isFreeAfter = after === '' || isSeparator(after.charCodeAt(0), areDigitsFree)
  if (isFreeBefore && isFreeAfter) return 'part'
  return isFreeBefore || isFreeAfter ? 'edge' : 'inside'
}

/**
 * Measures one hit.
 *
 * @param hit from `findNames` or `findMisspellings`, in `read.reading`
 * @returns `null` when it isn't a match after all: it is in the suffix, or more edits away than the tolerance allows
 */
export function describeHit(index: AssetIndex, read: ReadHost, hit: Hit): Sighting | null {
  const pattern = index.patterns[hit.pattern]
  if (!pattern) return null
  let label = 0
  while ((read.labelStarts[label + 1] ?? Infinity) <= hit.start) label++
  const { registrableAt } = read.split
  if (label > registrableAt) return null
  const labelText = read.readingLabels[label] ?? ''
  const labelStart = read.labelStarts[label] ?? 0
  const spelled = read.reading.slice(hit.start, hit.end)
  let kind: SpellingKind
  let distance = 0
  if (hit.isNear) {
    const joined = joinedText(spelled)
    const editsMax = hit.isWindow ? 1 : pattern.editsMax
    distance = editDistance(joined, pattern.alias, editsMax)
    // Digits that are read as letters don't count as slips: `co1nbse` is one slip away from `coinbase`.
    if (distance > editsMax && /\d/.test(joined)) {
      distance = editDistance(lettersOfDigits(joined, 'i'), pattern.alias, editsMax)
    }
    if (distance > editsMax || distance === 0) return null
    // The exact name with an additional letter isn't a slip: `findNames` finds it as the name, glued.
    if (joined.includes(pattern.alias)) return null
    // The name in look-alike letters isn't a slip either: it is found as a look-alike.
    if (foldAlike(joined, pattern.alias)) return null
    kind = 'slips'
  } else {
    kind = kindOf(spelled, pattern.alias)
  }
  const before = labelText.slice(0, hit.start - labelStart)
  const after = labelText.slice(hit.end - labelStart)
  return {
    pattern,
    kind,
    position: positionOf(before, after, kind === 'literal' || pattern.alias.length >= respelledLengthMin),
    distance,
    spelled,
    start: hit.start,
    end: hit.end,
    label,
    labelText,
    isIdn: (read.split.labels[label] ?? '').startsWith('xn--'),
    isSubdomain: label < registrableAt,
    before,
    after,
  }
}
