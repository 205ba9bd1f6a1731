/** How long ago a user was active, in the largest whole unit: days up to 30, then months, and years from one year on. */
export interface LastActive {
  unit: 'never' | 'today' | 'yesterday' | 'day' | 'month' | 'year'
  count: number
}

/**
 * Converts a number of days since the last activity.
 *
 * @param days whole calendar days since the last activity; `null` when there was none
 */
export function lastActive(days: number | null): LastActive {
  if (days === null) return { unit: 'never', count: 0 }
  if (days <= 0) return { unit: 'today', count: 0 }
  if (days === 1) return { unit: 'yesterday', count: 1 }
  if (days <= 30) return { unit: 'day', count: days }
  if (days <= 365) return { unit: 'month', count: Math.floor(days / 30) }
  return { unit: 'year', count: Math.floor(days / 365) }
}

/**
 * The same in English words.
 *
 * @param days whole calendar days since the last activity; `null` when there was none
 */
export function lastActiveLabel(days: number | null): string {
  const { unit, count } = lastActive(days)
  if (unit === 'never') return 'Never active'
  if (unit === 'today' || unit === 'yesterday') return `Active ${unit}`
  return `Active ${count} ${unit}${count === 1 ? '' : 's'} ago`
}
