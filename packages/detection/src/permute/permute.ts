import { encodePunycode, labelToUnicode } from '../names/punycode.ts'
import { normaliseName } from '../names/normalise-name.ts'
import {
  addition,
  anyInsertion,
  anyReplacement,
  nextTo,
  bitsquatting,
  both,
  cyrillic,
  homoglyph,
  hyphenation,
  idn,
  insertion,
  type LabelMaker,
  leet,
  omission,
  plural,
  repetition,
  replacement,
  subdomain,
  transposition,
  undoubled,
  unhyphenation,
  vowelSwap,
} from './permute-labels.ts'
import { dictionaryWords, likelyLureWords, likelySuffixes, lureWords, moreSuffixes } from './permute-words.ts'
import { respelled } from '../names/respelled.ts'
import { scriptsOf, skeletonOf } from '../names/skeleton.ts'
import { splitName } from '../names/split-name.ts'

/** How a permutation was made. */
export type PermutationClass =
  | 'addition'
  | 'bitsquatting'
  | 'combination'
  | 'cyrillic'
  | 'dictionary'
  | 'homoglyph'
  | 'hyphenation'
  | 'insertion'
  | 'leet'
  | 'lure'
  | 'omission'
  | 'plural'
  | 'repetition'
  | 'replacement'
  | 'subdomain'
  | 'tld-swap'
  | 'transposition'
  | 'various'
  | 'vowel-swap'

/** A name that could be registered to imitate a domain. */
export interface Permutation {
  /** ASCII, with `xn--` labels for other letters. */
  domain: string
  class: PermutationClass
  /** How likely it is that a name of this kind imitates the domain, relative to the most likely kind, which has 1. */
  weight: number
}

/** One kind of permutation: how labels are made, and the suffixes they are combined with. */
interface Step {
  class: PermutationClass
  weight: number
  labels: LabelMaker
  /** The domain's own suffix, if left out. */
  suffixes?: readonly string[]
}

function* same(label: string): Generator<string> {
  yield label
}

/** Typing errors that are worth combining with other changes. */
function* slips(label: string): Generator<string> {
  yield* undoubled(label)
  yield* omission(label)
  yield* repetition(label)
  yield* transposition(label)
  yield* vowelSwap(label)
  yield* homoglyph(label)
  yield* hyphenation(label)
}

/** Text that is often typed around a domain: `www` without its dot, the suffix without its own. */
function various(suffix: string): LabelMaker {
  const joined = suffix.replaceAll('.', '')
  return function* around(label) {
    yield `www${label}`
    yield `www-${label}`
    yield `${label}${joined}`
    yield `${label}-${joined}`
    yield `${joined}-${label}`
    yield `ww${label}`
    yield `wwww${label}`
    yield `http${label}`
    yield `https-${label}`
    yield `m${label}`
    yield `${label}-www`
    yield `the${label}`
    yield `my${label}`
  }
}

/**
 * The kinds in order. The weight of a kind is the share of its names that were found among the impostors of the public development set,
 * relative to the most likely kind; kinds that are too rare to measure have the value of similar ones.
 */
function stepsFor(suffix: string): Step[] {
  return [
    { class: 'homoglyph', weight: 1, labels: homoglyph },
    { class: 'hyphenation', weight: 0.82, labels: unhyphenation },
    { class: 'hyphenation', weight: 0.82, labels: hyphenation },
    { class: 'tld-swap', weight: 0.6, labels: same, suffixes: likelySuffixes },
    { class: 'repetition', weight: 0.59, labels: repetition },
    { class: 'omission', weight: 0.45, labels: undoubled },
    { class: 'omission', weight: 0.45, labels: omission },
    { class: 'transposition', weight: 0.4, labels: transposition },
    { class: 'vowel-swap', weight: 0.37, labels: vowelSwap },
    { class: 'homoglyph', weight: 0.33, labels: idn },
    { class: 'various', weight: 0.3, labels: various(suffix) },
    { class: 'plural', weight: 0.29, labels: plural },
    { class: 'tld-swap', weight: 0.19, labels: same, suffixes: moreSuffixes },
    { class: 'replacement', weight: 0.19, labels: replacement },
    { class: 'insertion', weight: 0.17, labels: insertion },
    { class: 'lure', weight: 0.17, labels: nextTo(likelyLureWords) },
    { class: 'bitsquatting', weight: 0.12, labels: bitsquatting },
    { class: 'addition', weight: 0.09, labels: addition },
    { class: 'insertion', weight: 0.08, labels: anyInsertion },
    { class: 'combination', weight: 0.06, labels: slips, suffixes: likelySuffixes },
    { class: 'cyrillic', weight: 0.05, labels: cyrillic },
    { class: 'lure', weight: 0.04, labels: nextTo(lureWords) },
    { class: 'replacement', weight: 0.03, labels: anyReplacement },
    { class: 'lure', weight: 0.016, labels: nextTo(likelyLureWords), suffixes: likelySuffixes },
    { class: 'leet', weight: 0.01, labels: leet },
    { class: 'subdomain', weight: 0.005, labels: subdomain },
    { class: 'dictionary', weight: 0.004, labels: nextTo(dictionaryWords) },
    { class: 'lure', weight: 0.003, labels: nextTo(lureWords), suffixes: likelySuffixes },
    { class: 'combination', weight: 0.002, labels: both(slips, slips) },
    { class: 'combination', weight: 0.0015, labels: both(slips, nextTo(likelyLureWords)) },
    { class: 'combination', weight: 0.001, labels: slips, suffixes: moreSuffixes },
    { class: 'lure', weight: 0.0005, labels: nextTo(likelyLureWords), suffixes: moreSuffixes },
  ]
}

/** RFC 1035, section 2.3.4. */
const labelLengthMax = 63
const hostLengthMax = 253

const asciiLabel = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/** The label as it is registered, or `''` when no registry accepts it. */
function registered(label: string): string {
  if (label.length <= labelLengthMax && asciiLabel.test(label)) {
    // Hyphens in the third and fourth position are reserved for encodings (RFC 5891, section 4.2.3.1).
    return label.startsWith('--', 2) ? '' : label
  }
  if (!/[^\0-\x7f]/.test(label) || !/^[^.\s/\0-\x2c]+$/u.test(label)) return ''
  const encoded = `xn--${encodePunycode(label)}`
  return encoded.length <= labelLengthMax && asciiLabel.test(encoded) ? encoded : ''
}

/**
 * Names that could be registered to imitate a domain, the likeliest first.
 *
 * They are generated lazily: a name of eight letters has a few hundred thousand, of which a caller takes as many as it can look up. No name
 * repeats, none is the domain itself, and each could be registered (letters, digits, hyphens, Punycode).
 *
 * @param domain a domain, host or address; its registrable domain is permuted
 * @returns nothing when there is no registrable domain, e.g. for `localhost`
 */
export function* permutationsOf(domain: string): Generator<Permutation, void, undefined> {
  const host = normaliseName(domain)?.host ?? ''
  const split = splitName(host)
  const label = labelToUnicode(split.labels[split.registrableAt] ?? '')
  if (label === '' || label.startsWith('xn--') || /^[\d.]+$/.test(host)) return
  const seen = new Set([split.registrable])
  const others = otherForms(label)
  for (const form of others) {
    const name = `${registered(form)}.${split.suffix}`
    seen.add(name)
    yield { domain: name, class: 'homoglyph', weight: 1 }
  }
  for (const step of stepsFor(split.suffix)) {
    for (const suffix of step.suffixes ?? [split.suffix]) {
      for (const form of [label, ...others]) {
        for (const made of step.labels(form)) {
          const name = `${step.class === 'subdomain' ? dotted(made) : registered(made)}.${suffix}`
          if (name.startsWith('.') || name.length > hostLengthMax || seen.has(name)) continue
          seen.add(name)
          yield { domain: name, class: step.class, weight: step.weight }
        }
      }
    }
  }
}

/** How a name with letters beyond ASCII looks, and how it is written without them; empty if it isn't Latin. */
const otherForms = (label: string): string[] =>
  [...new Set([skeletonOf(label), skeletonOf(respelled(label))])].filter(
    (form) => form !== label && asciiLabel.test(form) && scriptsOf(label).every((script) => script === 'Latin'),
  )

/** Joins labels with dots; `''` when one of them can't be registered. */
function dotted(labels: string): string {
  return labels.split('.').every((label) => registered(label) !== '') ? labels : ''
}
