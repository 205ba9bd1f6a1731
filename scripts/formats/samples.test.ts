import { mkdtempSync, rmSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { samplesIn } from './samples.ts'

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'signet-samples-'))
})
afterAll(() => rmSync(root, { recursive: true }))

async function samplesWith(files: Record<string, unknown>): Promise<[string, unknown][]> {
  const folder = mkdtempSync(path.join(root, 'formats-'))
  for (const [file, value] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, 'x', file)), { recursive: true })
    await writeFile(path.join(folder, 'x', file), JSON.stringify(value))
  }
  return samplesIn(folder, 'x').map(({ file, expected }) => [file, expected])
}

test('expected values belong to the sample with the same name, or the one that they name', async () => {
  expect(
    await samplesWith({
      'README.md': '',
      'a.json': 0,
      'a.xml': 0,
      'a.expected.json': [{ b: 1 }],
      'own/c.pdf': 0,
      'own/d.pdf': 0,
      'own/expected.json': [{ file: 'c.pdf', pages: 1 }],
    }),
  ).toEqual([
    ['x/a.json', [{ b: 1 }]],
    ['x/a.xml', [{ b: 1 }]],
    ['x/own/c.pdf', { file: 'c.pdf', pages: 1 }],
  ])
})

test('keys of expected values are names of samples, also in a folder and without their endings', async () => {
  const files = { 'feeds/f.csv': 0, 'feeds/f.json': 0, 'feeds/expected.json': { f: { rows: 1 }, note: 'x' } }
  expect(await samplesWith({ ...files, 'set/g.json': 0, 'set.expected.json': { 'g.json': { rows: 2 } } })).toEqual([
    ['x/feeds/f.csv', { rows: 1 }],
    ['x/feeds/f.json', { rows: 1 }],
    ['x/set/g.json', { rows: 2 }],
  ])
})

test('a list without names is about the only sample of its folder, and a tile has its path in the name', async () => {
  expect(await samplesWith({ 'lines.txt': 0, 'expected.json': [{ a: 1 }], 'README.md': '' })).toEqual([
    ['x/lines.txt', [{ a: 1 }]],
  ])
  expect(
    await samplesWith({ 'tile/data/003.p/10': 0, 'tile/data/000': 0, 'tile_data_003.p_10.expected.json': {} }),
  ).toEqual([['x/tile/data/003.p/10', {}]])
})
