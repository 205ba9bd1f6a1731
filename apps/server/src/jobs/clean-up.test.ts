import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addBookmark } from '@signet/contract/threats/threats'
import { hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../test/harness.ts'
import { features } from '../http/features.generated.ts'
import { cleanUp } from './clean-up.job.ts'

const world = useWorld({ works: true })
const kept = features.flatMap((feature) => feature.kept)

async function count(query: string, values: unknown[]): Promise<number> {
  return (await world().database.pool.query(query, values)).rowCount ?? 0
}
const keysOf = (user: TestUser) => count('select from idempotency_keys where user_id = $1', [user.id])

test('answers for retries go after two days, in every company, and what they did stays', async () => {
  const users = await Promise.all(
    [1, 2].map(async () => {
      const company = await newCompany()
      const user = await newUser('client', company)
      const { id, source } = await newThreat(company)
      const params = { source, threatId: id }
      expect((await send(user, addBookmark, { params, headers: { 'idempotency-key': randomUUID() } })).status).toBe(204)
      return user
    }),
  )
  await cleanUp(world().database, kept, new Date(Date.now() + 47 * hourMs))
  for (const user of users) expect(await keysOf(user)).toBe(1)
  await cleanUp(world().database, kept, new Date(Date.now() + 49 * hourMs))
  for (const user of users) {
    expect(await keysOf(user)).toBe(0)
    expect(await count('select from bookmarks where user_id = $1', [user.id])).toBe(1)
  }
})

test('a worker cleans up every night', async () => {
  const { rows } = await world().database.pool.query('select name, cron from pgboss.schedule')
  expect(rows).toContainEqual({ name: 'clean-up', cron: '17 3 * * *' })
})
