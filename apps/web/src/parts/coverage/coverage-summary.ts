import type { CoverageState } from '@signet/contract/collection/company-coverage'
import { t } from './words.ts'

/**
 * How many sources are on, and how many of them have no recent data or fail, both also if there are none. Then the others: those that are
 * off have no data, and nothing collects those that are only imported.
 */
export function coverageSummary(counts: readonly { state: CoverageState; count: number }[]): string {
  const sumOf = (...states: CoverageState[]) =>
    counts.reduce((sum, { state, count }) => (states.includes(state) ? sum + count : sum), 0)
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const [off, importOnly] = [sumOf('off'), sumOf('importOnly')]
  const on = all - off - importOnly
  const states = [
    t('sourcesSilent', { count: sumOf('silent') }),
    ...some('sourcesThrottled', sumOf('throttled')),
    t('sourcesFailing', { count: sumOf('failing', 'needsAccount') }),
    ...some('sourcesPaused', sumOf('paused')),
    ...some('sourcesWaiting', sumOf('waiting')),
  ].join(', ')
  return [
    on > 0 ? t('sourcesOnAre', { count: on, states }) : t('noSourceOn'),
    ...(importOnly > 0 ? [t('sourcesImportOnly', { count: importOnly })] : []),
    t('sourcesOff', { count: off }),
  ].join(' ')
}

const some = (word: 'sourcesThrottled' | 'sourcesPaused' | 'sourcesWaiting', count: number) =>
  count > 0 ? [t(word, { count })] : []
