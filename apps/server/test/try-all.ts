import { expect } from 'vitest'

/**
 * Tries every combination of one promise, e.g. each role at a route, and fails once, with a line for each that failed: which it was, what
 * was expected, what came.
 */
export async function tryAll<T extends string>(
  combinations: readonly T[],
  check: (combination: T) => Promise<void>,
): Promise<void> {
  const failures: string[] = []
  for (const combination of combinations) {
    try {
      await check(combination)
    } catch (error) {
      failures.push(`${combination}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  if (failures.length > 0)
    expect.fail(`${failures.length} of ${combinations.length} failed\n  ${failures.join('\n  ')}`)
}
