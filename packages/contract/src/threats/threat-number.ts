/** The short number of a threat or tout, as people read and search it, e.g. `T-58035`. It is unique in the company. */
export const threatNumberOf = (number: number): string => `T-${number}`

/** The number that a search text is, e.g. 58035 for `t-58035`; null for any other text. */
export function searchedNumber(text: string): number | null {
  const digits = /^t-?(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}
