import { expect, test } from 'vitest'
import { randomOf } from '../lookalike/random.ts'
import { changedFile, sourceFiles } from './changed-files.ts'
import { readItem } from './read-item.ts'

const files = sourceFiles(undefined)

test('of changed files and texts, only the item is lost', { timeout: 60_000 }, async () => {
  for (let at = 0; at < 80; at += 1) await readItem(files, `test ${at}`)
})

test('an item is the same whenever its seed is', () => {
  const all = Array.from({ length: 20 }, (_, at) => changedFile(files, randomOf(`same ${at}`)))
  expect(all).toEqual(Array.from({ length: 20 }, (_, at) => changedFile(files, randomOf(`same ${at}`))))
  expect(new Set(all.map((bytes) => bytes.toString('base64'))).size).toBeGreaterThan(15)
})
