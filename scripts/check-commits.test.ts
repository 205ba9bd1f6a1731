import { expect, test } from 'vitest'
import { commitsIn, untestedFixes } from './check-commits.ts'

const log = (subject: string, body: string, ...files: string[]) =>
  `\x1eabcdef12\x1f${subject}\x1f${body}\x1f\n\n${files.join('\n')}\n`

test('a fix that changes no test is found, unless its message says why', () => {
  const untested = log('fix(web): show the name', 'It was empty.', 'apps/web/src/name.ts')
  expect(untestedFixes(commitsIn(untested))).toEqual(['abcdef12 fix(web): show the name'])
  const others = [
    log('fix(web): show the name', '', 'apps/web/src/name.ts', 'apps/web/src/name.test.ts'),
    log('fix(web): show the name', '', 'e2e/names.ts'),
    log('fix(web): show the name', 'Colours have no tests.', 'apps/web/src/name.css'),
    log('feat(web): show the name', '', 'apps/web/src/name.ts'),
  ]
  expect(untestedFixes(commitsIn(others.join('')))).toEqual([])
})
