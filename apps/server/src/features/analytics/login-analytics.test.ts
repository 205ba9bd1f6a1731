import { expect, test } from 'vitest'
import { getLoginAnalytics } from '@signet/contract/access/login-analytics'
import { dayMs } from '@signet/contract/time'
import { newCompany, newUser, send, testPassword, useWorld } from '../../../test/harness.ts'
import { newVisitor } from '../../../test/visitor.ts'

const world = useWorld()
const dayOf = (instant: number) => new Date(instant).toISOString().slice(0, 10)

test('shows the sign-ins of each person of the company by day, every day of 30 present, and no refused one', async () => {
  const company = await newCompany()
  const admin = await newUser('admin', company)
  const client = await newUser('client', company)
  const stranger = await newUser('client', await newCompany())
  const visitor = newVisitor(world().server)
  await visitor.signIn(client.email, 'a wrong password')
  await visitor.signIn(client.email, testPassword)
  await visitor.signIn(client.email, testPassword)
  const now = Date.now()
  const signedIn = (daysAgo: number) =>
    world().database.pool.query(`insert into sign_ins (at, email, user_id, result) values ($1, $2, $3, 'ok')`, [
      new Date(now - daysAgo * dayMs),
      client.email,
      client.id,
    ])
  await signedIn(3)
  await signedIn(29)
  await signedIn(31)

  const { status, body } = await send(admin, getLoginAnalytics)
  expect(status).toBe(200)
  expect(body.map(({ user }) => user).toSorted()).toEqual([admin.email, client.email].toSorted())
  expect(JSON.stringify(body)).not.toContain(stranger.email)
  const figures = body.find(({ user }) => user === client.email)
  expect(figures?.lastSignIn).not.toBeNull()
  expect(figures?.signIns.map(({ date }) => date)).toEqual(
    Array.from({ length: 30 }, (_, at) => dayOf(now - (29 - at) * dayMs)),
  )
  expect(figures?.signIns.filter(({ count }) => count > 0)).toEqual([
    { date: dayOf(now - 29 * dayMs), count: 1 },
    { date: dayOf(now - 3 * dayMs), count: 1 },
    { date: dayOf(now), count: 2 },
  ])
  expect(body.find(({ user }) => user === admin.email)?.signIns.every(({ count }) => count === 0)).toBe(true)
})
