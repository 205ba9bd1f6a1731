import { expect, test } from 'vitest'
import {
  addedChanges,
  commitsIn,
  doubleChanges,
  joinedChanges,
  repeatedSubjects,
  untestedFixes,
} from './check-commits.ts'

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

test('a feature or fix that names two changes or two scopes is found', () => {
  const double = ['feat(qa): search the queue, and show why first', 'fix(home,reports): name the month']
  const single = [
    'feat(qa): search the queue by host, name and account',
    'fix(qa): keep the order',
    'docs(api,database): describe sorting, and limits',
  ]
  const commits = commitsIn([...double, ...single].map((subject) => log(subject, '')).join(''))
  expect(doubleChanges(commits)).toEqual(double.map((subject) => `abcdef12 ${subject}`))
})

test('a change of the code whose subject joins two changes is found', () => {
  const joined = [
    'feat(qa): search and sort the queue',
    'refactor(qa): split the list; name its parts',
    'perf: read and write less',
  ]
  const single = [
    'feat(qa): search the queue by host or name',
    'docs: describe sorting and limits',
    'test: try two and three',
  ]
  const commits = commitsIn([...joined, ...single].map((subject) => log(subject, '')).join(''))
  expect(joinedChanges(commits)).toEqual(joined.map((subject) => `abcdef12 ${subject}`))
})

test('a subject that two commits have is found once for each repetition', () => {
  const subjects = ['docs: list the ports', 'fix(qa): keep the order', 'docs: list the ports']
  const commits = commitsIn(subjects.map((subject) => log(subject, '')).join(''))
  expect(repeatedSubjects(commits)).toEqual(['docs: list the ports'])
})

test('a body with a line that begins with "Also" is found: what it adds could be a commit of its own', () => {
  const added = log('fix(qa): keep the order', 'It was lost.\nAlso the order of the watchlist.')
  const others = [
    log('fix(qa): keep the order', 'It was lost, also in the watchlist.'),
    log('fix(qa): keep the order', ''),
  ]
  expect(addedChanges(commitsIn([added, ...others].join('')))).toEqual(['abcdef12 fix(qa): keep the order'])
})
