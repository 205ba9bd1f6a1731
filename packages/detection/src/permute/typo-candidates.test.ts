import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'
import {
  buildTypoIndex,
  findGluedTypos,
  findWholeTypos,
  type GluedTypo,
  loadTypoBytes,
  loadTypoText,
  typoLetters,
} from './typo-candidates.ts'

const words = ['coinbase', 'pancakeswap', 'kraken', 'dhl']
const editsOf = (word: string) => (word.length >= 9 ? 2 : word.length >= 6 ? 1 : 0)
const index = buildTypoIndex(words, editsOf)

function candidates(text: string): (string | undefined)[] {
  const found: number[] = []
  const n = loadTypoText(text, 0, text.length)
  findWholeTypos(index, n, typoLetters(n), found)
  return found.map((number) => words[number])
}

test('finds every word within one edit', () => {
  for (const word of ['coinbase', 'kraken']) {
    for (let at = 0; at < word.length; at++) {
      expect(candidates(word.slice(0, at) + word.slice(at + 1))).toContain(word)
      expect(candidates(`${word.slice(0, at)}q${word.slice(at)}`)).toContain(word)
      expect(candidates(`${word.slice(0, at)}q${word.slice(at + 1)}`)).toContain(word)
      expect(candidates(word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2))).toContain(word)
    }
  }
})

test('finds long words within two edits', () => {
  expect(candidates('pankcaceswap')).toContain('pancakeswap')
  expect(candidates('pncakesap')).toContain('pancakeswap')
})

test('does not offer short words or foreign text', () => {
  expect(candidates('dhk')).toEqual([])
  fc.assert(fc.property(fc.stringMatching(/^[f-j]{6,14}$/), (text) => candidates(text).length === 0))
})

test('finds a misspelling at either end of a longer text', () => {
  for (const text of ['coinbsaewallets', 'mynewcoinbsae', 'pncakeswapnow']) {
    const typos: GluedTypo[] = []
    const n = loadTypoText(text, 0, text.length)
    findGluedTypos(index, n, typoLetters(n), typos)
    const found = typos.map(({ start, end, word }) => `${text.slice(start, end)} ${words[word] ?? ''}`)
    expect(
      found.some((line) => line.startsWith('coinbsae ') || line.startsWith('pncakeswap ')),
      text,
    ).toBe(true)
  }
})

test('reads bytes as it reads text, upper case as lower', () => {
  const found: number[] = []
  const n = loadTypoBytes(Buffer.from('xCOINBSAE'), 1, 9)
  findWholeTypos(index, n, typoLetters(n), found)
  expect(found.map((number) => words[number])).toEqual(['coinbase'])
})

/** Compares with every word; the index must find all of these. */
function near(text: string): string[] {
  const letters = text.replaceAll('i', 'l').replaceAll('1', 'l').replaceAll('0', 'o')
  return words.filter(
    (word) => editsOf(word) > 0 && editDistance(letters, word.replaceAll('i', 'l'), 2) <= editsOf(word),
  )
}

test('misses no word that a full comparison finds', () => {
  const edit = fc.record({
    kind: fc.constantFrom('insert', 'delete', 'replace', 'swap'),
    at: fc.nat(12),
    letter: fc.constantFrom(...Array.from('abcinopskw01')),
  })
  fc.assert(
    fc.property(fc.constantFrom(...words), fc.array(edit, { minLength: 1, maxLength: 3 }), (word, edits) => {
      let text = word
      for (const { kind, at, letter } of edits) {
        const place = at % text.length
        const rest = text.slice(place)
        const head = text.slice(0, place)
        if (kind === 'insert') text = head + letter + rest
        else if (kind === 'delete') text = head + rest.slice(1)
        else if (kind === 'replace') text = head + letter + rest.slice(1)
        else text = head + rest.slice(0, 2).split('').toReversed().join('') + rest.slice(2)
      }
      expect(new Set(candidates(text)), text).toEqual(new Set(near(text)))
    }),
    { numRuns: 3000 },
  )
})
