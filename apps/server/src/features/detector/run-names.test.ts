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
