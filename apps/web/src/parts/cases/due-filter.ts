import type { DueFilter } from '@signet/contract/takedowns/cases'
import { t } from './words.ts'

/* Takedowns, deeper analyses and requests share the filter by target time or due date, and its names. */

/** The name of the filter. */
export const dueFilterLabel = (): string => t('due')

/** A value of the filter in its menu. */
export const dueFilterName = (value: DueFilter): string => t(`dueFilter.${value}`)

/** A value of the filter after its name: `within 24 hours`. */
export const dueFilterWord = (value: DueFilter): string => t(`dueFilterWord.${value}`)
