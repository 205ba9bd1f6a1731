import { dayMs, hourMs } from '@signet/contract/time'
import { expect, test } from 'vitest'
import { newCompany, newUser, useWorld } from '../../../../test/harness.ts'
import { tidySessions } from './tidy-sessions.ts'

const world = useWorld()

async function count(query: string, values: unknown[]): Promise<number> {
  return (await world().database.pool.query(query, values)).rowCount ?? 0
}

test('sessions go thirty days after their end with their tokens, attempts to sign in after ninety, people never', async () => {
  const user = await newUser('client', await newCompany())
  const { pool } = world().database
  await pool.query(
    `insert into refresh_tokens (token_hash, session_id, expires_at) values (sha256($1::text::bytea), $1::uuid, now())`,
    [user.sessionId],
  )
  await pool.query(`insert into sign_ins (email, result) values ($1, 'refused')`, [user.email])
  const attempts = () => count('select from sign_ins where email = $1', [user.email])

  await tidySessions(world().database, new Date(Date.now() + 30 * dayMs))
  expect(await count('select from sessions where user_id = $1', [user.id])).toBe(1)
  await tidySessions(world().database, new Date(Date.now() + 30 * dayMs + 2 * hourMs))
  expect(await count('select from sessions where user_id = $1', [user.id])).toBe(0)
  expect(await count('select from refresh_tokens where session_id = $1', [user.sessionId])).toBe(0)
  expect(await attempts()).toBe(1)
  await tidySessions(world().database, new Date(Date.now() + 91 * dayMs))
  expect(await attempts()).toBe(0)
  expect(await count('select from users where id = $1', [user.id])).toBe(1)
})
