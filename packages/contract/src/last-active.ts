/**
 * How recently somebody was active, in words: specification, section 9.
 *
 * @param days whole calendar days since the last activity; `null` when there was none
 */
export function lastActiveLabel(days: number | null): string {
  if (days === null) return 'Never active'
  if (days <= 0) return 'Active today'
  if (days === 1) return 'Active yesterday'
  if (days <= 30) return `Active ${days} days ago`
  if (days <= 365) return since(Math.floor(days / 30), 'month')
  return since(Math.floor(days / 365), 'year')
}

function since(count: number, unit: string): string {
  return `Active ${count} ${unit}${count === 1 ? '' : 's'} ago`
}
