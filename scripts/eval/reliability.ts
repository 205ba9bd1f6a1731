import { confidenceOf } from '@signet/detection/score/score'
import { backgroundWeight } from './fit.ts'
import type { Corpus } from './corpus.ts'
import { type Scores, scoreOfPositive } from './figures.ts'

/** Names with scores in one interval of a tenth, and how many of them were imitations. */
export interface ReliabilityBin {
  from: number
  to: number
  names: number
  /** The average predicted probability: 0 to 1. */
  expected: number
  /** The observed share of imitations; a background name has the same weight as in the fit. */
  observed: number
}

const bins = 10

/** The reliability of the scores' confidence, in intervals of a tenth; names that were never reported are not included. */
export function reliabilityOf(corpus: Corpus, scores: Scores): ReliabilityBin[] {
  const sums = Array.from({ length: bins }, () => ({ names: 0, weight: 0, expected: 0, right: 0 }))
  const add = (score: number, isPositive: boolean, weight: number) => {
    if (score <= 0) return
    const bin = sums[Math.min(bins - 1, Math.floor(score * bins))]!
    bin.names++
    bin.weight += weight
    bin.expected += weight * confidenceOf(score)
    if (isPositive) bin.right += weight
  }
  const best = (domain: string) => Math.max(0, ...(scores.get(domain)?.values() ?? []))
  for (const positive of corpus.positives) add(scoreOfPositive(scores, positive), true, 1)
  for (const { domain, counted } of corpus.negatives) if (counted !== false) add(best(domain), false, 1)
  const background = new Set(corpus.background.flatMap(({ domains }) => domains))
  for (const domain of background) add(best(domain), false, backgroundWeight)
  return sums.map(({ names, weight, expected, right }, at) => ({
    from: at / bins,
    to: (at + 1) / bins,
    names,
    expected: weight === 0 ? 0 : expected / weight,
    observed: weight === 0 ? 0 : right / weight,
  }))
}

/** Side of the plot in pixels, and the margin for its labels. */
const size = 320
const margin = 44

/** The plot of predicted against observed probability, as an SVG that is readable on light and dark pages. */
export function reliabilityPlot(all: readonly ReliabilityBin[]): string {
  const x = (share: number) => (margin + share * size).toFixed(1)
  const y = (share: number) => (margin / 2 + (1 - share) * size).toFixed(1)
  const seen = all.filter(({ names }) => names > 0)
  const dots = seen.map(
    ({ expected, observed, names }) =>
      `  <circle cx="${x(expected)}" cy="${y(observed)}" r="${(3 + Math.log10(names)).toFixed(1)}" fill="#2f6fde"/>`,
  )
  const line = seen.map(({ expected, observed }) => `${x(expected)},${y(observed)}`).join(' ')
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    `  <text x="${x(share)}" y="${size + margin / 2 + 16}" text-anchor="middle">${share}</text>`,
    `  <text x="${margin - 8}" y="${Number(y(share)) + 4}" text-anchor="end">${share}</text>`,
  ])
  const whole = size + 1.5 * margin
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole}" height="${whole}" font-family="sans-serif" font-size="11" fill="#5b6472" role="img">
  <title>Confidence of held-out names against the share that were imitations</title>
  <rect width="100%" height="100%" fill="#ffffff"/>
  <rect x="${margin}" y="${margin / 2}" width="${size}" height="${size}" fill="none" stroke="#c9ced6"/>
  <line x1="${x(0)}" y1="${y(0)}" x2="${x(1)}" y2="${y(1)}" stroke="#c9ced6" stroke-dasharray="4 4"/>
  <polyline points="${line}" fill="none" stroke="#2f6fde"/>
${[...dots, ...ticks].join('\n')}
  <text x="${margin + size / 2}" y="${size + margin + 10}" text-anchor="middle">confidence</text>
  <text x="12" y="${margin / 2 + size / 2}" text-anchor="middle" transform="rotate(-90 12 ${margin / 2 + size / 2})">observed</text>
</svg>
`
}
