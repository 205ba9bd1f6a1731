import { expect, test } from 'vitest'
import { importFile, importOf } from './import-file.ts'
import { newKillWorld } from './kill-world.ts'

const rows = 30_000
/** Two in ten rows are no domains, and one in ten repeats an earlier one. */
const nameOf = (n: number) => (n % 5 === 0 ? 'no domain' : n % 10 === 1 ? `login-${n + 1}.test` : `login-${n}.test`)

test('an import whose server is killed again and again ends with exact counts', async () => {
  const world = await newKillWorld(1)
  const lines = Array.from({ length: rows }, (_, n) => nameOf(n))
  const { id, running } = await importFile(world, ['domain', ...lines].join('\n'))
  let server = running
  for (const least of [2000, 10_000, 20_000]) {
    await expect
      .poll(async () => (await importOf(world, id)).rows_done, { interval: 10, timeout: 90_000 })
      .toBeGreaterThanOrEqual(least)
    expect(await server.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
    server = await world.start()
  }
  await expect.poll(async () => (await importOf(world, id)).state, { timeout: 90_000 }).toBe('done')
  const distinct = new Set(lines.filter((name) => name !== 'no domain')).size
  const rejected = rows / 5
  expect(await importOf(world, id)).toEqual({
    state: 'done',
    rows_done: rows,
    added: distinct,
    duplicates: rows - rejected - distinct,
    rejected,
  })
  const [counted] = await world.signet.sql(
    `select (select count(*)::int from threats where title like 'login-%.test') as threats,
       (select count(*)::int from imported_threats) as remembered`,
  )
  expect(counted).toEqual({ threats: distinct, remembered: distinct })
  expect((await server.end('SIGTERM')).code).toBe(0)
})
