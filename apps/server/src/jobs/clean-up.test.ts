import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addBookmark } from '@signet/contract/threats'
import { dayMs, hourMs } from '@signet/contract/time'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../test/harness.ts'
import { cleanUp } from './clean-up.job.ts'

const world = useWorld({ works: true })

async function count(query: string, values: unknown[]): Promise<number> {
  return (await world().database.pool.query(query, values)).rowCount ?? 0
}
const keysOf = (user: TestUser) => count('select from idempotency_keys where user_id = $1', [user.id])
const sessionsOf = (user: TestUser) => count('select from sessions where user_id = $1', [user.id])

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
  await cleanUp(world().database, new Date(Date.now() + 47 * hourMs))
  for (const user of users) expect(await keysOf(user)).toBe(1)
  await cleanUp(world().database, new Date(Date.now() + 49 * hourMs))
  for (const user of users) {
    expect(await keysOf(user)).toBe(0)
    expect(await count('select from bookmarks where user_id = $1', [user.id])).toBe(1)
  }
})

test('sessions go thirty days after their end with their tokens, attempts to sign in after ninety, people never', async () => {
  const user = await newUser('client', await newCompany())
  const { pool } = world().database
  await pool.query(
    `insert into refresh_tokens (token_hash, session_id, expires_at) values (sha256($1::text::bytea), $1::uuid, now())`,
    [user.sessionId],
  )
  await pool.query(`insert into sign_ins (email, result) values ($1, 'refused')`, [user.email])
  const attempts = () => count('select from sign_ins where email = $1', [user.email])

  await cleanUp(world().database, new Date(Date.now() + 30 * dayMs))
  expect(await sessionsOf(user)).toBe(1)
  await cleanUp(world().database, new Date(Date.now() + 30 * dayMs + 2 * hourMs))
  expect(await sessionsOf(user)).toBe(0)
  expect(await count('select from refresh_tokens where session_id = $1', [user.sessionId])).toBe(0)
  expect(await attempts()).toBe(1)
  await cleanUp(world().database, new Date(Date.now() + 91 * dayMs))
  expect(await attempts()).toBe(0)
  expect(await count('select from users where id = $1', [user.id])).toBe(1)
})

test('a worker cleans up every night', async () => {
  const { rows } = await world().database.pool.query('select name, cron from pgboss.schedule')
  expect(rows).toContainEqual({ name: 'clean-up', cron: '17 3 * * *' })
})
