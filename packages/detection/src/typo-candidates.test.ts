import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildTypoIndex, loadTypoText, typoCandidates } from './typo-candidates.ts'

const words = ['coinbase', 'pancakeswap', 'kraken', 'dhl']
const index = buildTypoIndex(words, (word) => (word.length >= 9 ? 2 : word.length >= 6 ? 1 : 0))

function candidates(text: string): (string | undefined)[] {
  const found: number[] = []
  typoCandidates(index, 0, loadTypoText(text, 0, text.length), found)
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

test('hashes a window as it would the text on its own', () => {
  const text = 'mycoinbsaenow'
  const found: number[] = []
  loadTypoText(text, 0, text.length)
  typoCandidates(index, 2, 10, found)
  expect(found.map((number) => words[number])).toContain('coinbase')
})
