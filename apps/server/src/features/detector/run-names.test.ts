import { expect, test } from 'vitest'
import { compiled } from './names.worker.ts'
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

test('brands are compiled once, and so are those of several companies in turn', () => {
  const others = ['a', 'b', 'c'].map((id) => [{ ...brand, id }])
  const first = compiled([brand])
  for (const assets of others) compiled(assets)
  expect(compiled([{ ...brand }])).toBe(first)
  expect(compiled([{ ...brand, aliases: ['zyphon'] }])).not.toBe(first)
})

test('the next test of names runs on the thread that has the detector', async () => {
  await runNames(work)
  let started = 0
  const count = () => (started += 1)
  process.on('worker', count)
  await runNames(work)
  await runNames(work)
  process.off('worker', count)
  expect(started).toBe(0)
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
