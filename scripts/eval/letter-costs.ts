import type { Corpus } from './corpus.ts'

const symbols = 27
/** See `letter-odds.ts`: half bits, starting at `]`. */
const stepsPerBit = 2
const firstCode = 0x5d
const stepsMax = 33

/**
 * How rare each pair of letters is in the words of ordinary names, in the text format of `letter-odds.ts`.
 *
 * It only contains counts of pairs, so no name can be reconstructed from it.
 */
export function letterCostsOf(corpus: Corpus): string {
  const counts = new Float64Array(symbols * symbols).fill(0.5)
  const seen = new Set<string>()
  for (const { domains } of corpus.background) {
    for (const domain of domains) {
      for (const word of domain.split(/[^a-z]+/)) {
        if (word.length < 3 || seen.has(word)) continue
        seen.add(word)
        let before = 0
        for (let at = 0; at <= word.length; at++) {
          const symbol = at < word.length ? word.charCodeAt(at) - 0x60 : 0
          counts[before * symbols + symbol]! += 1
          before = symbol
        }
      }
    }
  }
  let text = ''
  for (let before = 0; before < symbols; before++) {
    const row = counts.subarray(before * symbols, (before + 1) * symbols)
    const total = row.reduce((sum, count) => sum + count, 0)
    for (const count of row) {
      const steps = Math.round(-Math.log2(count / total) * stepsPerBit)
      text += String.fromCharCode(firstCode + Math.min(stepsMax, steps))
    }
  }
  return text
}
