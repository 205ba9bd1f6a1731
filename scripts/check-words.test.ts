import { expect, test } from 'vitest'
import {
  commentsIn,
  faultsOfName,
  faultsOfPlace,
  faultsOfSource,
  faultsOfTable,
  faultsOfText,
  namesIn,
  sameNamesIn,
} from './check-words.ts'

test('a name with a second word for a thing is found, whatever its form', () => {
  expect(faultsOfName('features/triage/feature.ts')).toEqual(['triage: decision, decide'])
  expect(faultsOfName('triageThreats')).toEqual(['triage: decision, decide'])
  expect(faultsOfName('looked_at')).toEqual(['looked at: checked at'])
  expect(faultsOfName('contract/src/user-admin.ts')).toEqual(['user admin: users'])
  expect(faultsOfName('given')).toHaveLength(1)
})

test('a look-up is spelled alike in texts and comments, except in the names of others', () => {
  expect(faultsOfText('Queues lookups of new threats.')).toHaveLength(1)
  expect(faultsOfText('Queues look-ups by `GET /lookup`, and never reaches a `lookup` function.')).toEqual([])
})

test('a plural is found like its singular', () => {
  expect(faultsOfName('deeds.whitelist')).toEqual(['deeds: decision, action'])
  expect(faultsOfName('meansOfPayment')).toEqual([])
})

test('the comments of a source file are read, and nothing else of it', () => {
  const text = "/** Why. */\n  // How.\nconst url = 'https://a' // trailing\n/*\n * And when.\n */\nconst two = 1 * 2\n"
  expect(commentsIn(text)).toEqual(['Why. */', 'How.', 'And when.'])
})

test('a name that others fixed, and a word within another, are none', () => {
  for (const name of ['givenName', 'given_name', 'hopeless', 'indoors', 'checked_at'])
    expect(faultsOfName(name), name).toEqual([])
})

test('the names that a declaration gives to parts of objects and lists are read', () => {
  expect(namesIn('a.ts', 'const { id, facts: found, size: bytes = 0 } = seen\n')).toEqual(['found', 'bytes'])
  expect(namesIn('a.ts', 'for (const [first, last = 1] of pairs) {\n')).toEqual(['first', 'last'])
})

test('the names a file declares are read, and of the types of the database the columns', () => {
  expect(namesIn('a.ts', 'export const one = 1\n  let two = said\nexport async function three() {}\n')).toEqual([
    'one',
    'two',
    'three',
  ])
  expect(namesIn('apps/server/src/db/tables.ts', '  threats: {\n    told: string[]\n  }\n')).toEqual([
    'threats',
    'told',
  ])
})

test('a text in words that nobody uses at work is found', () => {
  expect(faultsOfText('Whom to call')).toEqual(['Whom: who, anyone who'])
  expect(faultsOfText('Kept silent {count} times')).toEqual(['Kept silent: suppressed'])
  expect(faultsOfText('Suppressed {count} times')).toEqual([])
})

test('a word that another one is used for in one place is found there, and nowhere else', () => {
  expect(faultsOfPlace('apps/web/src/features/campaigns/words.en.json', 'Shared facts')).toEqual(['facts: trait'])
  expect(faultsOfPlace('apps/web/src/features/leaks/words.en.json', 'Shared facts')).toEqual([])
  expect(faultsOfPlace('apps/server/src/features/qa/qa.routes.ts', 'new campaign')).toHaveLength(1)
  expect(faultsOfPlace('apps/web/src/features/takedowns/words.en.json', 'Case number')).toHaveLength(1)
  expect(faultsOfPlace('apps/web/src/features/takedowns/words.en.json', "Provider's case number")).toEqual([])
})

test('a picture is an image in every catalogue, and a deletion is rejected', () => {
  expect(faultsOfPlace('packages/contract/src/errors/errors.en.json', 'picture too large')).toHaveLength(1)
  expect(faultsOfPlace('apps/server/src/features/evidence/pictures/redraw.ts', 'picture')).toEqual([])
  expect(faultsOfName('refuseDeletion')).toEqual(['refuse deletion: reject deletion'])
  expect(faultsOfName('removeDetectionRule')).toEqual(['remove detection: delete a detection rule'])
  expect(faultsOfName('setIsAsked')).toEqual(['is asked: is confirming'])
})

test('a call that changes a part of a record is named like the others', () => {
  expect(faultsOfPlace('packages/contract/src/threats/add-threats.ts', 'patch threat')).toEqual(['patch t: change'])
  expect(faultsOfPlace('apps/web/src/features/threats/threat-cache.ts', 'patch threats')).toEqual([])
})

test('statements that change rows use one verb each', () => {
  const file = 'apps/server/src/features/news/news.queries.ts'
  expect(faultsOfPlace(file, 'keep news')).toHaveLength(1)
  expect(faultsOfPlace(file, 'insert news')).toEqual([])
  expect(faultsOfPlace('apps/server/src/features/news/news.routes.ts', 'keep news')).toEqual([])
})

test('an apostrophe is straight in every English catalogue', () => {
  expect(faultsOfPlace('apps/web/src/api/words.en.json', 'It isn’t here')).toEqual(["’: a straight apostrophe: '"])
  expect(faultsOfPlace('apps/web/src/api/words.en.json', "It isn't here")).toEqual([])
  expect(faultsOfPlace('apps/web/src/api/words.de.json', 'So geht’s')).toEqual([])
})

test('textOf reads a value of unknown type, and nothing else', () => {
  expect(faultsOfSource('export const textOf = (value: unknown): string => String(value)')).toEqual([])
  expect(faultsOfSource('function textOf(value: unknown, max = 200) {}')).toEqual([])
  expect(faultsOfSource(['const', 'textOf = (cell: Cell) => cell.text'].join(' '))).toHaveLength(1)
})

test('a feature without a row, and a row that names nothing that exists, are found', () => {
  const table =
    '| word | is | contract | server | portal | page |\n|---|---|---|---|---|---|\n| leak | x | | `gone` | | `/leaks` |\n'
  expect(faultsOfTable(table, ['apps/web/src/features/leaks'], new Set(['/leaks']))).toEqual([
    "docs/words.md: apps/server/src/features/gone doesn't exist",
    'docs/words.md: apps/web/src/features/leaks has no row',
  ])
  expect(faultsOfTable(table, [], new Set())).toContain('docs/words.md: no page /leaks')
})

test('a look-up has one spelling; what the libraries call lookup keeps its name', () => {
  expect(['lookup', 'lookupKey', 'lookUpAnswer', 'look_ups'].flatMap(faultsOfName)).toEqual([])
  expect(faultsOfName('lookups')).toHaveLength(1)
  expect(faultsOfName('LookupOptions')).toHaveLength(1)
  expect(faultsOfName('lookup_gates')).toHaveLength(1)
})

test('a room has one type of a name', () => {
  const first = ['apps/server/src/a.ts', 'export interface Figures {'] as const
  const second = 'export type Figures = {'
  expect(sameNamesIn(new Map([first, ['apps/server/src/b.ts', second]]))).toEqual([
    'apps/server/src/b.ts: Figures is also a type of apps/server/src/a.ts',
  ])
  expect(sameNamesIn(new Map([first, ['apps/web/src/b.ts', second]]))).toEqual([])
  const ofPackage = ['packages/detection/src/b.ts', second] as const
  expect(sameNamesIn(new Map([first, ofPackage]))).toEqual([
    'apps/server/src/a.ts: Figures is also a type of packages/detection/src/b.ts',
  ])
})
