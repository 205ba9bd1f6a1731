import { describe, expect, test } from 'vitest'
import { putPreferences } from '@signet/contract/access/account'
import { listNotifications } from '@signet/contract/messages/notifications'
import { publishThreat, recallThreat, reviewThreats } from '@signet/contract/review/qa'
import { publishTout } from '@signet/contract/touts/qa-touts'
import {
  addView,
  changeView,
  deleteView,
  listViews,
  subscribeToView,
  unsubscribeFromView,
} from '@signet/contract/threats/views'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../test/harness.ts'
import { subscribedViewsJob, type SubscribedRecords } from '../notifications/notifications.jobs.ts'
import { notifySubscribers } from './notify-subscribers.job.ts'

const world = useWorld()

const view = {
  list: 'threats',
  name: 'Severe domains',
  source: 'Domain',
  filters: { severity: 'Critical,High', sort: 'severity', days: '7' },
  columns: null,
  isShared: false,
} as const

/** A company whose client has a view, and a reviewer. */
async function createFixture(more: object = {}) {
  const company = await newCompany({ modules: { touts: true } })
  const [client, qa] = [await newUser('client', company), await newUser('qa', company)]
  const params = { viewId: (await send(client, addView, { body: { ...view, ...more } })).body.id }
  const subscribe = (user: TestUser = client) => send(user, subscribeToView, { params })
  const publish = async (severity = 4, kind: 'threat' | 'tout' = 'threat') => {
    const threat = await newThreat(company, { stage: 'queued', severity, kind })
    const body = { version: 1 }
    const { version } =
      kind === 'tout'
        ? (await send(qa, publishTout, { params: { toutId: threat.id }, body })).body
        : (await send(qa, publishThreat, { params: { threatId: threat.id }, body })).body
    return { ...threat, version }
  }
  return { company, client, qa, params, subscribe, publish }
}

/** Runs the jobs of a company as they were enqueued. */
async function run(company: TestCompany): Promise<number> {
  const { database, queue } = world()
  const { rows } = await database.pool.query<{ data: SubscribedRecords }>(
    `select data from pgboss.job where name = $1 and (data ->> 'companyId')::int = $2 order by created_on`,
    [subscribedViewsJob.name, company.id],
  )
  for (const { data } of rows) await notifySubscribers({ database, enqueue: queue.enqueue }, data)
  return rows.length
}

const crashing = () => Promise.reject(new Error('crashed'))

const alertsOf = async (user: TestUser) =>
  (await send(user, listNotifications, { query: { type: ['alert'] } })).body.items.map(({ title }) => title)

const mailsTo = async ({ email }: TestUser) => {
  const { rows } = await world().database.pool.query<{ subject: string; text: string }>(
    `select subject, text from mails where to_address = $1 and template = 'subscribed-view' order by created_at`,
    [email],
  )
  return rows
}

describe('a subscriber of a view', () => {
  test('is notified once of what it finds when that is published, however often the job runs', async () => {
    const { company, client, subscribe, publish } = await createFixture()
    expect((await subscribe()).body.isSubscribed).toBe(true)
    const severe = await publish(4)
    await publish(2)
    expect(await run(company)).toBe(2)
    await run(company)
    expect(await alertsOf(client)).toEqual([`Severe domains: new threat ${severe.title}`])
    expect(await mailsTo(client)).toEqual([])
  })

  test('gets one message for many, and an email if they get emails', async () => {
    const { company, client, qa, subscribe } = await createFixture()
    await subscribe()
    await send(client, putPreferences, { body: { mail: 'daily', severities: ['Low'], sources: [] } })
    const ids = []
    for (let count = 0; count < 3; count += 1) ids.push((await newThreat(company, { stage: 'queued', severity: 4 })).id)
    await send(qa, reviewThreats, { body: { kind: 'threat', ids, action: 'publish' } })
    await run(company)
    expect(await alertsOf(client)).toEqual(['Severe domains: 3 new threats'])
    const [mail, ...others] = await mailsTo(client)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Severe domains: 3 new threats')
    expect(mail?.text).toContain('you subscribed to the view “Severe domains”')
  })

  test('reads the number of each record in the notification and the email', async () => {
    const { company, client, qa, subscribe } = await createFixture()
    await subscribe()
    await send(client, putPreferences, { body: { mail: 'daily', severities: ['Low'], sources: [] } })
    // The first of the company is another.
    await newThreat(company)
    const threats = [
      await newThreat(company, { stage: 'queued', severity: 4 }),
      await newThreat(company, { stage: 'queued', severity: 3 }),
    ]
    const ids = threats.map(({ id }) => id)
    await send(qa, reviewThreats, { body: { kind: 'threat', ids, action: 'publish' } })
    await run(company)
    const [mail] = await mailsTo(client)
    const { items } = (await send(client, listNotifications, { query: { type: ['alert'] } })).body
    for (const text of [mail?.text, items[0]?.body]) {
      expect(text).toContain(`Critical: ${threats[0]?.title} (T-2, Look-alike domain, Domain)`)
      expect(text).toContain(`High: ${threats[1]?.title} (T-3, Look-alike domain, Domain)`)
    }
  })

  test('is notified once although an attempt crashed', async () => {
    const { company, client, subscribe, publish } = await createFixture()
    await subscribe()
    await send(client, putPreferences, { body: { mail: 'daily', severities: [], sources: [] } })
    await publish()
    const { database, queue } = world()
    const { rows } = await database.pool.query<{ data: SubscribedRecords }>(
      `select data from pgboss.job where name = $1 and (data ->> 'companyId')::int = $2`,
      [subscribedViewsJob.name, company.id],
    )
    // The email is the last of what an attempt writes.
    await expect(notifySubscribers({ database, enqueue: crashing }, rows[0]!.data)).rejects.toThrow('crashed')
    expect(await alertsOf(client)).toEqual([])
    await notifySubscribers({ database, enqueue: queue.enqueue }, rows[0]!.data)
    await notifySubscribers({ database, enqueue: queue.enqueue }, rows[0]!.data)
    expect([(await alertsOf(client)).length, (await mailsTo(client)).length]).toEqual([1, 1])
  })

  test('is not notified of what was recalled before, nor again of what is published again', async () => {
    const { company, client, qa, subscribe, publish } = await createFixture()
    await subscribe()
    const { id, version } = await publish()
    const params = { threatId: id }
    const remark = { kind: 'custom', text: 'Wrong company' } as const
    const recalled = await send(qa, recallThreat, { params, body: { version, remark } })
    expect(recalled.status).toBe(200)
    await run(company)
    expect(await alertsOf(client)).toEqual([])
    await send(qa, publishThreat, { params, body: { version: recalled.body.version } })
    await run(company)
    await run(company)
    expect(await alertsOf(client)).toHaveLength(1)
  })

  test('is notified no more after unsubscribing, when the view is deleted, or once they may not read threats', async () => {
    const { company, client, params, subscribe, publish } = await createFixture()
    await subscribe()
    expect((await send(client, unsubscribeFromView, { params })).body.isSubscribed).toBe(false)
    await publish()
    expect(await run(company)).toBe(0)
    await subscribe()
    await publish()
    const { pool } = world().database
    await pool.query(`update users set role = 'qa' where id = $1`, [client.id])
    await run(company)
    await pool.query(`update users set role = 'client' where id = $1`, [client.id])
    expect(await alertsOf(client)).toEqual([])
    await send(client, deleteView, { params })
    await run(company)
    expect(await alertsOf(client)).toEqual([])
    await publish()
    expect((await pool.query('select from view_subscriptions where company_id = $1', [company.id])).rowCount).toBe(0)
  })

  test('gets touts of a view of touts, as long as the company uses them', async () => {
    const { company, client, subscribe, publish } = await createFixture({ list: 'touts', source: 'All' })
    await subscribe()
    const tout = await publish(4, 'tout')
    await publish(4, 'threat')
    const { pool } = world().database
    await pool.query(`update companies set modules = modules || '{"touts": false}' where id = $1`, [company.id])
    await run(company)
    expect(await alertsOf(client)).toEqual([])
    await pool.query(`update companies set modules = modules || '{"touts": true}' where id = $1`, [company.id])
    await run(company)
    expect(await alertsOf(client)).toEqual([`Severe domains: new tout ${tout.title}`])
  })
})

describe('a view can be subscribed to', () => {
  test('by read-only users and colleagues while it is shared, and never by others', async () => {
    const { company, client, params, subscribe, publish } = await createFixture()
    const reader = await newUser('clientPeeker', company)
    const stranger = await newUser('client', await newCompany())
    expect((await subscribe(reader)).status).toBe(404)
    await send(client, changeView, { params, body: { isShared: true, version: 1 } })
    expect((await subscribe(stranger)).status).toBe(404)
    expect((await subscribe(reader)).body).toMatchObject({ isSubscribed: true, isOwn: false })
    expect((await send(client, listViews)).body.map(({ isSubscribed }) => isSubscribed)).toEqual([false])
    await publish()
    await run(company)
    expect([(await alertsOf(reader)).length, await alertsOf(client)]).toEqual([1, []])
    await send(client, changeView, { params, body: { isShared: false, version: 2 } })
    await publish()
    await run(company)
    expect(await alertsOf(reader)).toHaveLength(1)
  })

  test('only if the list knows its filters, also when they change later', async () => {
    const { client, params, subscribe } = await createFixture({ filters: { severity: 'Huge' } })
    expect(await subscribe()).toMatchObject(refusal('VIEW_NOT_READABLE'))
    const change = (filters: Record<string, string>, version: number) =>
      send(client, changeView, { params, body: { filters, version } })
    expect((await change({ severity: 'High', sort: 'title' }, 1)).status).toBe(200)
    expect((await subscribe()).status).toBe(200)
    expect(await change({ unheardOf: 'x' }, 2)).toMatchObject(refusal('VIEW_NOT_READABLE'))
    expect(await change({ q: 'x', in: 'no_such_field' }, 2)).toMatchObject(refusal('VIEW_NOT_READABLE'))
    expect((await change({ q: 'x', status: 'new', auto: '1', isTakedown: '1' }, 2)).status).toBe(200)
  })
})
