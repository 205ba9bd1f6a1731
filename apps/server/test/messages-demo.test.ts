import { expect, test } from 'vitest'
import { getAlerts } from '@signet/contract/alerts'
import { listAnnouncements } from '@signet/contract/announcements'
import { listSentEmails } from '@signet/contract/email'
import { listCaughtMails } from '@signet/contract/mail'
import { getWhatsNew, listNews } from '@signet/contract/news'
import { listNotifications } from '@signet/contract/notifications'
import { demoUsers } from '../src/demo/demo-users.ts'
import { loadDemo } from '../src/demo/load-demo.ts'
import { signAccessToken } from '../src/features/sessions/tokens.ts'
import { newCompany, newUser, send, useWorld, type TestUser } from './harness.ts'

const world = useWorld()

const load = () => {
  const { database, files, queue, keys, secrets } = world()
  return loadDemo({ database, files, queue, keys, secrets }, { waitForScan: false, say: () => {} })
}

/** A demo user, signed in. */
async function signedIn(email: string): Promise<TestUser> {
  const session = await newUser('client', await newCompany())
  const { rows } = await world().database.pool.query<{ id: string }>('select id from users where email = $1', [
    email.toLowerCase(),
  ])
  const userId = rows[0]?.id as string
  await world().database.pool.query('update sessions set user_id = $1 where id = $2', [userId, session.sessionId])
  return { ...session, accessToken: await signAccessToken(world().keys, session.sessionId, userId) }
}

test('the demo fills the bell of every user of its companies, and everything that is said to many, once', async () => {
  await load()
  // Those with a second factor stand beside the others of their role, and have just begun.
  const told = demoUsers.filter(({ of, email }) => of !== 'public-feed-watch' && !email.includes('.totp@'))
  for (const { email, role, of } of told) {
    const user = await signedIn(email)
    const { body } = await send(user, listNotifications, { query: { limit: 200 } })
    expect(body.total, email).toBeGreaterThan(role === 'qa' ? 2 : 50)
    if (role === 'client') {
      expect(new Set(body.items.map(({ company }) => company))).toEqual(new Set([of]))
      expect(body.unread, email).toBeLessThan(body.total / 2)
      expect((await send(user, listNews)).body.total).toBe(10)
      expect((await send(user, getAlerts)).body.rules).toHaveLength(3)
    }
  }
  const superAdmin = await signedIn('superAdmin@demo.example')
  const meridian = { raw: { company: 'meridian-bank' } }
  expect((await send(superAdmin, getWhatsNew, meridian)).body.length).toBeGreaterThan(10)
  const announced = (await send(superAdmin, listAnnouncements)).body
  expect(announced.items.filter(({ state }) => state === 'scheduled')).toHaveLength(1)
  const sent = (await send(superAdmin, listSentEmails)).body
  expect(sent.total).toBe(18)
  for (const { recipients, delivered, failed, unknown } of sent.items)
    expect(delivered + failed + unknown).toBe(recipients)
  const caught = (await send(superAdmin, listCaughtMails)).body
  expect(caught.total).toBeGreaterThan(0)

  await load()
  expect((await send(superAdmin, listSentEmails)).body.total).toBe(18)
  expect((await send(superAdmin, listAnnouncements)).body.total).toBe(announced.total)
  expect((await send(superAdmin, listCaughtMails)).body.total).toBe(caught.total)
})
