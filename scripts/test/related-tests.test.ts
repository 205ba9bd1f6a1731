import path from 'node:path'
import { expect, test } from 'vitest'
import { relatedTests } from './related-tests.ts'

const root = path.resolve(import.meta.dirname, '../..')
const related = (...changed: string[]) => relatedTests(root, changed)

test('a change in a feature runs its own tests first, not every server test', () => {
  const { tests, shared } = related('apps/server/src/features/leaks/list/describe-leak.ts')
  expect(tests[0]).toMatch(/^apps\/server\/src\/features\/leaks\//)
  expect(tests).toContain('apps/server/src/features/leaks/leaks.test.ts')
  expect(tests).not.toContain('apps/server/src/features/sso/saml-sign-in.test.ts')
  expect(shared).toEqual([])
})

test('a change in the contract is tried on both sides', () => {
  const { tests } = related('packages/contract/src/leaks/leaks.ts')
  expect(tests).toContain('packages/contract/src/leaks/leaks.test.ts')
  expect(tests.some((file) => file.startsWith('apps/server/src/features/leaks/'))).toBe(true)
  expect(tests.some((file) => file.startsWith('apps/web/src/features/leaks/'))).toBe(true)
})

test('a changed test is tried itself', () => {
  expect(related('packages/detection/src/names/fold.test.ts').tests[0]).toBe(
    'packages/detection/src/names/fold.test.ts',
  )
})

test('a file that everything depends on is named as shared', () => {
  const changed = ['apps/server/test/harness.ts', 'apps/server/migrations/0001-roles.sql', 'docs/quality.md']
  expect(related(...changed).shared).toEqual(changed.slice(0, 2))
})

test('a changed file that is no source selects no tests', () => {
  expect(related('docs/quality.md', 'README.md')).toEqual({ tests: [], shared: [] })
})
