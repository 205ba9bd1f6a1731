/**
 * Round steps for a value axis that starts at zero.
 *
 * @param max the largest value to show
 * @returns two to six whole numbers in ascending order, from 0 to the first round step at or above `max`
 */
export function valueTicks(max: number): number[] {
  const top = Math.max(1, max)
  const step = roundStep(top / 4)
  return Array.from({ length: Math.ceil(top / step) + 1 }, (_, at) => at * step)
}

/** The smallest of 1, 2, 2.5, 5 times a power of ten that is whole and at or above the given step. */
function roundStep(atLeast: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, atLeast)))
  const factor = [1, 2, 2.5, 5, 10].find((one) => one * power >= atLeast && Number.isInteger(one * power)) ?? 10
  return factor * power
}

/** Positions of at most `most` axis labels, evenly spread and always including the first and the last. */
export function labelIndexes(count: number, most: number): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: most }, (_, label) => Math.round((label * (count - 1)) / (most - 1)))
}

/** The sum of each point's values. */
export function totalsOf(points: readonly { values: readonly number[] }[]): number[] {
  return points.map(({ values }) => values.reduce((sum, value) => sum + value, 0))
}
