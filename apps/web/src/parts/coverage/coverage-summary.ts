import type { CoverageState } from '@signet/contract/collection/company-coverage'
import { t } from './words.ts'

/** How many sources there are, and how many of them are off, have no recent data or fail: all three also if there are none. */
export function coverageSummary(counts: readonly { state: CoverageState; count: number }[]): string {
  const sumOf = (...states: CoverageState[]) =>
    counts.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  const throttled = sumOf('throttled')
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  return t('coverageSummary', {
    count: all,
    states: [
      t('sourcesOff', { count: sumOf('off') }),
      t('sourcesSilent', { count: sumOf('silent') }),
      ...(throttled > 0 ? [t('sourcesThrottled', { count: throttled })] : []),
      t('sourcesFailing', { count: sumOf('failing', 'needsAccount') }),
    ].join(', '),
  })
}
