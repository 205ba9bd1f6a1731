import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { putPreferences } from '@signet/contract/access/account'
import { listNotifications, markNotificationsRead } from '@signet/contract/messages/notifications'
import { publishThreat, reviewThreats } from '@signet/contract/review/qa'
import { assignTakedowns } from '@signet/contract/requests/assignments'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { moveTakedown, writeOnTakedown } from '@signet/contract/takedowns/takedown-work'
import { listActivity } from '@signet/contract/threats/activity'
import { decideThreat, getThreat } from '@signet/contract/threats/threats'
import {
  newCompany,
  newThreat,
  newUser,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { notify, type NewNotification } from './notify.ts'

const world = useWorld()

const titlesOf = async (user: TestUser) => (await send(user, listNotifications)).body.items.map(({ title }) => title)

const notifyOf = (company: TestCompany, notification: Partial<NewNotification> = {}) =>
  world().database.inCompanies([company.id], (tx) =>
    notify(tx, {
      companyId: company.id,
      audience: 'all',
      type: 'threat',
      title: `News of ${company.key}`,
      ...notification,
    }),
  )

test('notifications are filtered by kind, and an unknown kind is refused', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  await notifyOf(company, { type: 'takedown', title: 'moved' })
  await notifyOf(company, { type: 'news', title: 'news' })
  await notifyOf(company, { type: 'job', title: 'ready' })
  const { body } = await send(client, listNotifications, { raw: { type: 'takedown,job' } })
  expect(body.items.map(({ title }) => title).toSorted()).toEqual(['moved', 'ready'])
  expect(body).toMatchObject({ total: 2, unread: 3 })
  expect((await send(client, listNotifications, { raw: { type: 'nothing' } })).status).toBe(400)
})

test('a published threat notifies those who can see it, except its publisher and other companies', async () => {
  const [company, elsewhere] = [await newCompany(), await newCompany()]
  const client = await newUser('client', company)
  const qa = await newUser('qa', company)
  const stranger = await newUser('client', elsewhere)
  const staff = await newUser('admin', elsewhere, [company])
  const threat = await newThreat(company, { stage: 'queued', name: 'login-page.example', severity: 4 })
  const published = await send(qa, publishThreat, { params: { threatId: threat.id }, body: { version: 1 } })
  expect(published.status).toBe(200)
  const answer = await send(client, listNotifications)
  expect(answer.body).toEqual({
    items: [
      {
        id: expect.any(String) as string,
        company: company.key,
        type: 'threat',
        title: 'New Critical threat: login-page.example',
        body: 'Look-alike domain, Domain',
        words: {
          title: {
            reason: 'THREAT_NEW',
            parameters: { kind: 'threat', severity: 'Critical', title: 'login-page.example' },
          },
          body: { reason: 'THREAT_ABOUT', parameters: { threatType: 'Look-alike domain', source: 'Domain' } },
        },
        href: `/threats/Domain?id=${threat.id}`,
        at: expect.any(String) as string,
        read: false,
      },
    ],
    total: 1,
    unread: 1,
    pageNumber: 1,
    limit: 20,
  })
  expect(await titlesOf(staff)).toHaveLength(1)
  expect(await titlesOf(qa)).toEqual([])
  expect(await titlesOf(stranger)).toEqual([])
})

test('many threats published at once are one line', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const qa = await newUser('qa', company)
  const threats = [4, 3, 3].map((severity) => newThreat(company, { stage: 'queued', severity }))
  const ids = (await Promise.all(threats)).map(({ id }) => id)
  await send(qa, reviewThreats, { body: { kind: 'threat', ids, action: 'publish' } })
  const { body } = await send(client, listNotifications)
  expect(body.items).toEqual([
    expect.objectContaining({ title: '3 new threats', body: 'Critical 1, High 2, Medium 0, Low 0' }),
  ])
})

test('a user is only notified of the chosen severities and sources', async () => {
  const company = await newCompany()
  const [picky, other] = [await newUser('client', company), await newUser('client', company)]
  await send(picky, putPreferences, { body: { mail: 'off', severities: ['Critical'], sources: ['Domain'] } })
  const about = [{ severity: 'High', source: 'Domain' } as const]
  await notifyOf(company, { title: 'High', about })
  await notifyOf(company, { title: 'Critical elsewhere', about: [{ severity: 'Critical', source: 'URL' }] })
  await notifyOf(company, { title: 'Critical', about: [{ severity: 'Critical', source: 'Domain' }] })
  expect(await titlesOf(picky)).toEqual(['Critical'])
  expect((await titlesOf(other)).toSorted()).toEqual(['Critical', 'Critical elsewhere', 'High'])
})

test('a takedown notifies the team when it is requested, and the client when its status changes', async () => {
  const company = await newCompany()
  const [client, admin] = [await newUser('client', company), await newUser('admin', company)]
  const threat = await newThreat(company, { name: 'fake-shop.example' })
  const params = { source: 'Domain', threatId: threat.id }
  const requested = await send(client, decideThreat, { params, body: { action: 'takedown', version: 1 } })
  expect(await titlesOf(admin)).toEqual(['Takedown requested: fake-shop.example'])
  expect(await titlesOf(client)).toEqual([])
  const takedownId = requested.body.takedown?.id as string
  const moved = await send(admin, moveTakedown, {
    params: { takedownId },
    body: { status: 'submitted', note: 'sent by post', version: 1 },
  })
  expect(moved.status).toBe(200)
  const { body } = await send(client, listNotifications)
  expect(body.items).toEqual([
    expect.objectContaining({
      type: 'takedown',
      title: expect.stringContaining('Takedown of fake-shop.example') as string,
      href: `/takedown/${takedownId}`,
    }),
  ])
})

test('reading marks the named ones or all, of the caller alone', async () => {
  const company = await newCompany()
  const [reader, other] = [await newUser('client', company), await newUser('client', company)]
  for (const title of ['one', 'two', 'three']) await notifyOf(company, { title })
  const { body } = await send(reader, listNotifications)
  const others = (await send(other, listNotifications)).body.items.map(({ id }) => id)
  const one = body.items.find(({ title }) => title === 'one')?.id as string
  expect((await send(reader, markNotificationsRead, { body: { ids: [one, ...others] } })).status).toBe(204)
  expect((await send(reader, listNotifications, { query: { unread: true } })).body).toMatchObject({
    total: 2,
    unread: 2,
  })
  expect((await send(other, listNotifications)).body.unread).toBe(3)
  expect((await send(reader, markNotificationsRead, { body: { all: true } })).status).toBe(204)
  const after = (await send(reader, listNotifications)).body
  expect(after.unread).toBe(0)
  expect(after.items.every(({ read }) => read)).toBe(true)
  expect((await send(reader, markNotificationsRead, { body: { ids: [randomUUID()] } })).status).toBe(204)
})

test.each([{}, { ids: [] }, { all: true, ids: [randomUUID()] }, { all: false }, { ids: ['x'] }])(
  'a body that says neither or both is refused: %j',
  async (body) => {
    const user = await newUser('client', await newCompany())
    expect((await send(user, markNotificationsRead, { body })).status).toBe(400)
  },
)

test('staff see the lines of all their companies, or of the one they ask for, and read them there', async () => {
  const [own, assigned, foreign] = [await newCompany(), await newCompany(), await newCompany()]
  const staff = await newUser('admin', own, [assigned])
  for (const company of [own, assigned, foreign]) await notifyOf(company)
  expect((await titlesOf(staff)).toSorted()).toEqual([`News of ${own.key}`, `News of ${assigned.key}`].toSorted())
  const one = await send(staff, listNotifications, { query: { company: [assigned.key] } })
  expect(one.body.items.map(({ company }) => company)).toEqual([assigned.key])
  await send(staff, markNotificationsRead, { query: { company: [assigned.key] }, body: { all: true } })
  expect((await send(staff, listNotifications)).body.unread).toBe(1)
})

test('one event notifies a user once', async () => {
  const company = await newCompany()
  const user = await newUser('client', company)
  expect(await notifyOf(company, { once: 'job 1' })).toHaveLength(1)
  expect(await notifyOf(company, { once: 'job 1' })).toHaveLength(0)
  expect(await titlesOf(user)).toHaveLength(1)
})

test('a line leads into the portal or nowhere', async () => {
  const company = await newCompany()
  await newUser('client', company)
  for (const href of ['https://evil.example', '//evil.example', String.raw`/\evil.example`, 'javascript:x'])
    await expect(notifyOf(company, { href })).rejects.toThrow(/check constraint/)
})

test('what is the company’s own is called a fix instead of a takedown', async () => {
  const company = await newCompany()
  const client = await newUser('client', company)
  const admin = await newUser('admin', company)
  const { id, source } = await newThreat(company, { source: 'EASM', name: 'Open port 3389' })
  const decided = await send(client, decideThreat, {
    params: { source, threatId: id },
    body: { action: 'takedown', version: 1 },
  })
  expect(decided.status).toBe(200)
  const [takedown] = (await send(admin, listTakedowns)).body.items
  const params = { takedownId: takedown?.id ?? '' }
  await send(client, writeOnTakedown, { params, body: { text: `@${admin.name}: closed on our side` } })
  const assigned = { company: company.key, ids: [params.takedownId], assignee: admin.id }
  await send(await newUser('admin', company), assignTakedowns, { body: assigned })
  const words = (await titlesOf(admin)).map((title) => title.replace(/^User \d+ /, ''))
  expect(words.toSorted()).toEqual([
    'Fix requested: Open port 3389',
    'assigned the fix of “Open port 3389” to you',
    'commented on the fix of Open port 3389',
    'mentioned you on the fix of “Open port 3389”',
  ])
  const { body: detail } = await send(client, getThreat, { params: { source, threatId: id } })
  expect(detail.history.map(({ text }) => text)).toContain('Decision: fix')
  expect((await send(client, listActivity)).body.items.map(({ text }) => text)).toEqual(['Decision: fix'])
})
