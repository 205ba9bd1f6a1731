import { t } from './words.ts'

/** How often a value occurred. */
export interface Counted {
  key: string
  label: string
  count: number
}

/** The bars of a ranking: the first ones, and the rest as "Other", so that the shares are those of everything counted. */
export function ranked(slices: readonly Counted[], most: number): Counted[] {
  const sorted = slices.toSorted((a, b) => b.count - a.count)
  if (sorted.length <= most) return sorted
  const rest = sorted.slice(most - 1).reduce((sum, { count }) => sum + count, 0)
  return [...sorted.slice(0, most - 1), { key: 'other', label: t('other'), count: rest }]
}
