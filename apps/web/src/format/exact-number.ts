const digits = new Intl.NumberFormat('en-US')

/** A count with separators, as result counts and tables show it: `5,763`. */
export function exactNumber(count: number): string {
  return digits.format(count)
}
