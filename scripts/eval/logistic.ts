/** One example: its terms, how strongly each holds, and its label. */
export interface Example {
  /** Numbers of the terms and, for each, how often it holds. */
  terms: Int32Array
  times: Float64Array
  isPositive: boolean
  weight: number
}

/** Maximum number of steps of Newton's method; four correct decimals need far fewer. */
const stepsMax = 25
const precision = 1e-5

/** Solves a symmetric, positive definite system in place (Cholesky); the solution replaces `right`. */
function solve(matrix: Float64Array, right: Float64Array, n: number): void {
  for (let column = 0; column < n; column++) {
    const rowStart = column * n
    for (let row = column; row < n; row++) {
      const other = row * n
      let sum = matrix[other + column]!
      for (let k = 0; k < column; k++) sum -= matrix[other + k]! * matrix[rowStart + k]!
      if (row === column) matrix[other + column] = Math.sqrt(Math.max(sum, 1e-12))
      else matrix[other + column] = sum / matrix[rowStart + column]!
    }
  }
  for (let row = 0; row < n; row++) {
    let sum = right[row]!
    for (let k = 0; k < row; k++) sum -= matrix[row * n + k]! * right[k]!
    right[row] = sum / matrix[row * n + row]!
  }
  for (let row = n - 1; row >= 0; row--) {
    let sum = right[row]!
    for (let k = row + 1; k < n; k++) sum -= matrix[k * n + row]! * right[k]!
    right[row] = sum / matrix[row * n + row]!
  }
}

function oddsOf({ terms, times }: Example, weights: Float64Array): number {
  let odds = 0
  for (let at = 0; at < terms.length; at++) odds += weights[terms[at]!]! * times[at]!
  return odds
}

/**
 * Fits a logistic model: the weights whose sums, as log-odds, explain the examples best, regularised towards 0. It uses Newton's method, so
 * that the same examples always give the same weights.
 *
 * @param penalties for each term, how strongly its weight is regularised towards 0: the inverse variance of its prior
 * @param start initial weights
 */
export function fitLogistic(examples: readonly Example[], penalties: Float64Array, start?: Float64Array): Float64Array {
  const n = penalties.length
  const weights = start ? Float64Array.from(start) : new Float64Array(n)
  for (let step = 0; step < stepsMax; step++) {
    const matrix = new Float64Array(n * n)
    const gradient = new Float64Array(n)
    for (let at = 0; at < n; at++) {
      matrix[at * n + at] = penalties[at]!
      gradient[at] = -penalties[at]! * weights[at]!
    }
    for (const example of examples) {
      const { terms, times } = example
      const chance = 1 / (1 + Math.exp(-oddsOf(example, weights)))
      const error = example.weight * ((example.isPositive ? 1 : 0) - chance)
      const bend = example.weight * Math.max(1e-4, chance * (1 - chance))
      for (let a = 0; a < terms.length; a++) {
        const first = terms[a]!
        gradient[first]! += error * times[a]!
        const strength = bend * times[a]!
        for (let b = 0; b < terms.length; b++) {
          if (terms[b]! <= first) matrix[first * n + terms[b]!]! += strength * times[b]!
        }
      }
    }
    solve(matrix, gradient, n)
    let largest = 0
    for (let at = 0; at < n; at++) {
      const move = Math.max(-2, Math.min(2, gradient[at]!))
      weights[at]! += move
      largest = Math.max(largest, Math.abs(move))
    }
    if (largest < precision) break
  }
  return weights
}
