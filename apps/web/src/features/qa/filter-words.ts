import { sourceOf, sources } from '@signet/contract/sources'

/** The filters in force, in words for the empty screen: `Source: Domain, URL`. */
export function filterWords(filters: {
  q?: string | undefined
  source?: readonly string[] | undefined
  severity?: readonly string[] | undefined
  type?: readonly string[] | undefined
}): string[] {
  const { q, source, severity, type } = filters
  const labels = source?.map((word) => {
    const known = sourceOf(word)
    return known ? sources[known].label : word
  })
  return [
    ...(q ? [`Search: ${q}`] : []),
    ...(labels ? [`Source: ${labels.join(', ')}`] : []),
    ...(severity ? [`Severity: ${severity.join(', ')}`] : []),
    ...(type ? [`Type: ${type.join(', ')}`] : []),
  ]
}
