import { expect, test } from 'vitest'
import { tryAll } from './try-all.ts'

test('a promise that fails for some names each of them, with what was expected and what came', async () => {
  const tried: string[] = []
  const trial = tryAll(['client', 'qa', 'admin'], async (role) => {
    await Promise.resolve(tried.push(role))
    expect(role === 'qa' ? 200 : 403).toBe(200)
  })
  await expect(trial).rejects.toThrow(
    /^2 of 3 failed\n {2}client: expected 403 to be 200.*\n {2}admin: expected 403 to be 200/,
  )
  expect(tried).toEqual(['client', 'qa', 'admin'])
})
