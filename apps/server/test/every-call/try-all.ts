import { expect } from 'vitest'

/**
 * Tests every combination of one promise, e.g. each role at a route, and fails once at the end with a line for each failure: which one it
 * was, the expected and the actual result.
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
