import { coverageStates, troubledStates, type CoverageState } from '@signet/contract/collection/company-coverage'
import { t } from './words.ts'

const isTroubled = (state: CoverageState) => troubledStates.some((one) => one === state)

/**
 * How many sources need attention and why, also if none does. Then how many are in each other state. The states have the words and the
 * order of the list below.
 */
export function coverageSummary(counts: readonly { state: CoverageState; count: number }[]): string {
  const known = coverageStates.flatMap((name) => {
    const count = counts.reduce((sum, one) => (one.state === name ? sum + one.count : sum), 0)
    return count > 0 ? [{ name, count, text: t(`summary.${name}`, { count }) }] : []
  })
  const listOf = (states: typeof known) => states.map(({ text }) => text).join(', ')
  const troubled = known.filter(({ name }) => isTroubled(name))
  const others = listOf(known.filter(({ name }) => !isTroubled(name)))
  const count = troubled.reduce((sum, one) => sum + one.count, 0)
  return `${t('summaryTroubled', { count, states: listOf(troubled) })}${others && ` ${others}.`}`
}
