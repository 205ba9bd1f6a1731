/** A list of values in a pill: at most two, and how many more there are. */
export function shortList(values: readonly string[] | undefined): string | undefined {
  if (!values || values.length === 0) return undefined
  return values.length > 2 ? `${values.slice(0, 2).join(', ')} +${values.length - 2}` : values.join(', ')
}
