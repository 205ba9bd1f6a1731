import { expect, test } from 'vitest'
import { assertionsIn } from './check-assertions.ts'

test('an assertion is counted, and neither a comparison nor a negation nor a text is', () => {
  expect(assertionsIn('a.ts', 'const a = list[0]!\nconst b = find(a)!.name')).toBe(2)
  expect(assertionsIn('a.ts', "const a = b != c || !d\n// e!\nconst f = 'g! h'")).toBe(0)
})
