import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAssets, type Asset, compileAssets } from './compile-assets.ts'
import { matchName } from './match-name.ts'
import { matchBatch } from './match-observations.ts'
import {
  addition,
  anyInsertion,
  anyReplacement,
  bitsquatting,
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
  transposition,
  vowelSwap,
} from '../permute/permute-labels.ts'
import { encodePunycode } from '../names/punycode.ts'

// The same names in every run; FC_SEED=<number> selects others.
const seed = Number(process.env['FC_SEED'] ?? 20_251_121)
const settings = { seed, numRuns: 300 }

// These aren't words and are not similar to each other: `shortNames` tolerate no slips (below 6 letters, chance matches are too common).
const longNames = ['zentaluro', 'quorvexia', 'brimavolte', 'kasfendori', 'omduvaltri', 'wimbadekla']
const middleNames = ['tavrilo', 'jubmek', 'nexdowa', 'mordivu']
const shortNames = ['zoqu', 'vyx']
const asset = (name: string): Asset => ({ id: name, name, aliases: [name], official: [`${name}.com`], owner: name })
const assets = [...longNames, ...middleNames, ...shortNames].map(asset)
const index = compileAssets(assets)

/** The brands with a verdict of any score. These tests check that a name is noticed; its weight is measured on the public set. */
const noticed = (name: string) => matchName(index, name, { scoreMin: 0 }).map(({ brandId }) => brandId)

/** A label in ASCII; `''` when it can't be registered. */
function registered(label: string): string {
  const ascii = /[^\0-\x7f]/.test(label) ? `xn--${encodePunycode(label)}` : label
  return /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(ascii) ? ascii : ''
}

function labelsBy(makers: LabelMaker | readonly LabelMaker[], names: readonly string[]) {
  const list = typeof makers === 'function' ? [makers] : makers
  return fc.constantFrom(
    ...names.flatMap((name) =>
      list.flatMap((maker) =>
        [...maker(name)].flatMap((made) => (registered(made) ? [{ name, label: registered(made) }] : [])),
      ),
    ),
  )
}

const slips = { insert: anyInsertion, delete: omission, replace: anyReplacement, swap: transposition }
const moreSlips = { repeat: repetition, 'adjacent key': replacement, 'added adjacent key': insertion }
const otherSlips = { vowel: vowelSwap, 'bit flip': bitsquatting, plural, addition }
const suffix = fc.constantFrom('com', 'net', 'xyz', 'co.uk', 'web.app', 'shop')
const tolerant = [...longNames, ...middleNames]

test.each(Object.entries({ ...slips, ...moreSlips, ...otherSlips }))('notices one slip: %s', (_, maker) => {
  fc.assert(
    fc.property(labelsBy(maker, tolerant), suffix, ({ name, label }, end) => {
      // The unchanged name under its own suffix is the client's domain.
      if (label !== name) expect(noticed(`${label}.${end}`), label).toContain(name)
    }),
    settings,
  )
})

test.each(Object.entries({ hyphenation, leet }))('notices %s, of short names too', (_, maker) => {
  fc.assert(
    fc.property(labelsBy(maker, [...tolerant, ...shortNames]), suffix, ({ name, label }, end) => {
      expect(noticed(`${label}.${end}`), label).toContain(name)
    }),
    settings,
  )
})

/** The look-alikes that folding covers; the generator's other ones are single slips. */
function* strokes(label: string): Generator<string> {
  for (const [letter, pairs] of [
    ['m', ['rn', 'nn']],
    ['w', ['vv']],
    ['d', ['cl']],
    ['l', ['1', 'i']],
    ['i', ['1', 'l']],
  ] as const) {
    for (const pair of pairs) if (label.includes(letter)) yield label.replaceAll(letter, pair)
  }
}

test('notices ASCII look-alikes, whatever the number of letters', () => {
  fc.assert(
    fc.property(labelsBy(strokes, [...longNames, ...middleNames]), suffix, ({ name, label }, end) => {
      expect(noticed(`${label}.${end}`), label).toContain(name)
    }),
    settings,
  )
  fc.assert(
    fc.property(labelsBy(homoglyph, longNames), ({ name, label }) => {
      if (label !== name && Math.abs(label.length - name.length) < 2)
        expect(noticed(`${label}.net`), label).toContain(name)
    }),
    settings,
  )
})

test('notices look-alikes of other scripts, one letter or all of them', () => {
  fc.assert(
    fc.property(labelsBy([cyrillic, idn], tolerant), suffix, ({ name, label }, end) => {
      expect(noticed(`${label}.${end}`), label).toContain(name)
    }),
    settings,
  )
  const whole = 'јасорв'
  const brand = asset('jacopb')
  const verdicts = matchName(compileAssets([brand]), `xn--${encodePunycode(whole)}.com`, { scoreMin: 0 })
  expect(verdicts).toMatchObject([{ brandId: 'jacopb', class: 'homoglyph-idn' }])
})

const lure = fc.constantFrom('login', 'secure', 'support', 'wallet', 'verify')

test('detects the name next to a phishing keyword, in a foreign subdomain, and under another suffix', () => {
  const anyName = fc.constantFrom(...tolerant, ...shortNames)
  fc.assert(
    fc.property(anyName, lure, suffix, fc.constantFrom('', '-'), (name, word, end, joint) => {
      expect(noticed(`${word}${joint}${name}.${end}`)).toContain(name)
      expect(noticed(`${name}${joint}${word}.${end}`)).toContain(name)
      expect(noticed(`${name}.${word}-portal.${end}`)).toContain(name)
      expect(noticed(`www.${name}.com.${word}.${end}`)).toContain(name)
      if (end !== 'com') expect(noticed(`${name}.${end}`)).toContain(name)
    }),
    settings,
  )
})

const slip = labelsBy(Object.values({ ...slips, ...moreSlips }), tolerant)

test('detects a typo in a subdomain, and one next to a word', () => {
  fc.assert(
    fc.property(slip, lure, suffix, ({ name, label }, word, end) => {
      if (label.includes(name) || label.includes('-')) return
      expect(noticed(`${label}.${word}.example-host.${end}`), label).toContain(name)
      expect(noticed(`${word}-${label}.${end}`), label).toContain(name)
      expect(noticed(`${label}-${word}.${end}`), label).toContain(name)
    }),
    settings,
  )
})

test('notices a slip glued to a word, of names from eight letters on', () => {
  fc.assert(
    fc.property(labelsBy(Object.values(slips), longNames), lure, ({ name, label }, word) => {
      if (label.includes(name)) return
      expect(noticed(`${label}${word}.com`), label).toContain(name)
      expect(noticed(`${word}${label}.com`), label).toContain(name)
    }),
    settings,
  )
})

function* hyphensAndDigits(label: string): Generator<string> {
  for (const once of leet(label)) yield* hyphenation(once)
}

test('notices digits and hyphens together', () => {
  fc.assert(
    fc.property(labelsBy(hyphensAndDigits, ['quorvexia', 'tavrilo', 'zoqu']), suffix, ({ name, label }, end) => {
      expect(noticed(`${label}.${end}`), label).toContain(name)
    }),
    settings,
  )
})

const anything = fc.oneof(
  fc.tuple(slip, suffix).map(([{ label }, end]) => `${label}.${end}`),
  fc
    .tuple(fc.constantFrom(...tolerant, ...shortNames), lure, suffix)
    .map(([name, word, end]) => `${name}-${word}.${end}`),
  fc.domain(),
)

test('a further brand changes no verdict for another, unless its own name is in the name', () => {
  const further = fc.stringMatching(/^[bcfgkptz][aeiou][dlmnrst][aeiou][vxz][aeiou]$/)
  fc.assert(
    fc.property(anything, further, (name, alias) => {
      // A name that contains the added brand itself is excluded: it is an exact match, so it isn't a misspelling of another brand.
      if (name.replaceAll(/[^a-z]/g, '').includes(alias)) return
      const before = matchName(index, name, { scoreMin: 0 })
      const after = matchName(addAssets(index, [asset(alias)]), name, { scoreMin: 0 })
      expect(after.filter(({ brandId }) => brandId !== alias)).toEqual(before)
    }),
    settings,
  )
})

test('the veto: another brand that fits exactly silences a near fit, and nothing else', () => {
  const near = compileAssets([asset('tavrilo')])
  const both = addAssets(near, [asset('tavrila')])
  const scoreOf = (assetsOf: typeof near, name: string) =>
    matchName(assetsOf, name, { scoreMin: 0 }).find(({ brandId }) => brandId === 'tavrilo')?.score ?? 0
  expect(scoreOf(both, 'tavrila.net')).toBeLessThan(scoreOf(near, 'tavrila.net'))
  expect(scoreOf(both, 'tavrill.net')).toBe(scoreOf(near, 'tavrill.net'))
  expect(scoreOf(both, 'tavrilo.net')).toBe(scoreOf(near, 'tavrilo.net'))
})

test('the order of brands and of names, and how they come in batches, do not matter', () => {
  const reversed = compileAssets(assets.toReversed())
  const grown = assets.slice(4).reduce((so, next) => addAssets(so, [next]), compileAssets(assets.slice(0, 4)))
  fc.assert(
    fc.property(fc.array(anything, { minLength: 1, maxLength: 12 }), fc.nat(12), (names, cut) => {
      const observations = names.map((name, at) => ({ name, feed: 'test', line: at + 1 }))
      const whole = matchBatch(index, observations, { scoreMin: 0 })
      const parts = [observations.slice(0, cut), observations.slice(cut)]
      expect(parts.flatMap((part) => matchBatch(index, part, { scoreMin: 0 }))).toEqual(whole)
      const backwards = matchBatch(index, observations.toReversed(), { scoreMin: 0 })
      expect(new Set(backwards)).toEqual(new Set(whole))
      for (const other of [reversed, grown]) {
        expect(new Set(matchBatch(other, observations, { scoreMin: 0 }))).toEqual(new Set(whole))
      }
    }),
    settings,
  )
})
