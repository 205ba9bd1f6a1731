import { expect, test } from 'vitest'
import { runNames } from './run-names.ts'

const brand = { id: 'x', name: 'Qarrow', aliases: ['qarrow'], official: ['qarrow.example'], owner: 'x' }
const work = { kind: 'bench' as const, assets: [brand], names: ['qarrow-login.example'] }

test('two tests of names run at once, and a third is refused', async () => {
  const running = [runNames(work), runNames(work)]
  await expect(runNames(work)).rejects.toMatchObject({ reason: 'NAME_TESTS_RUNNING' })
  expect(await Promise.all(running)).toHaveLength(2)
})

test.each([
  ['time', { timeMs: 1 }, 'NAME_TEST_TOO_SLOW'],
  ['memory', { heapMb: 6 }, 'NAME_TEST_TOO_LARGE'],
])('a test of names that takes more %s than it may is ended', async (_, limit, reason) => {
  await expect(runNames(work, { timeMs: 20_000, heapMb: 384, ...limit })).rejects.toMatchObject({ reason })
  expect(await runNames(work)).toMatchObject([{ state: 'finding' }])
})

test('a thread that is used again answers with the brands of each test', async () => {
  const names = ['qarrow-login.example', 'zyphon-login.example']
  const other = { ...brand, id: 'y', name: 'Zyphon', aliases: ['zyphon'], official: ['zyphon.example'] }
  const states = async (assets: (typeof brand)[]) =>
    (await runNames({ ...work, assets, names })).map(({ state }) => state)
  expect(await states([brand])).toEqual(['finding', 'nothing'])
  expect(await states([brand])).toEqual(['finding', 'nothing'])
  expect(await states([other])).toEqual(['nothing', 'finding'])
  expect(await states([brand, other])).toEqual(['finding', 'finding'])
})
