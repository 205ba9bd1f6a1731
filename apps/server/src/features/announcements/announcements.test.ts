import { describe, expect, test } from 'vitest'
import {
  addAnnouncement,
  changeAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
} from '@signet/contract/messages/announcements'
import { listNotifications } from '@signet/contract/messages/notifications'
import { newCompany, newUser, refusal, send, useWorld, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { whileRefused } from '../../../test/refuse-rows.ts'
import { announceDue } from './announce.job.ts'

const world = useWorld()
const signal = new AbortController().signal
const parts = () => ({ database: world().database, enqueue: world().queue.enqueue, log: world().log, signal })

const words = { title: 'Maintenance', body: 'On Sunday.\n\nAll day.' }
const bellOf = async (user: TestUser) => (await send(user, listNotifications)).body.items.map(({ title }) => title)
const mailsOf = (company: TestCompany) =>
  world().database.inCompanies([company.id], (tx) =>
    tx
      .selectFrom('mails')
      .select(['id', 'to_address', 'subject', 'text', 'html'])
      .where('company_id', '=', company.id)
      .orderBy('to_address')
      .execute(),
  )

describe('an announcement', () => {
  test('reaches the people of one company even if those of another cannot be notified, who get it with the next run', async () => {
    const [broken, sound] = [await newCompany(), await newCompany()]
    const readers = [await newUser('client', broken), await newUser('client', sound)]
    const superAdmin = await newUser('superAdmin', await newCompany())
    const companies = [broken.key, sound.key]
    await send(superAdmin, addAnnouncement, {
      body: { ...words, audience: { companies }, from: '2030-05-01T08:00:00Z', channels: ['bell'] },
    })
    const due = new Date('2030-05-01T08:00:00Z')
    await whileRefused({ table: 'notifications', change: 'insert', companyId: broken.id }, async () => {
      await expect(announceDue(parts(), due)).rejects.toThrow(`failed for 1 of 2: ${broken.id}: refused`)
    })
    expect(await Promise.all(readers.map(bellOf))).toEqual([[], ['Maintenance']])
    await announceDue(parts(), due)
    expect(await Promise.all(readers.map(bellOf))).toEqual([['Maintenance'], ['Maintenance']])
  })

  test('reaches the people of its companies when its time has come, on every channel, once', async () => {
    const [own, other] = [await newCompany(), await newCompany()]
    const superAdmin = await newUser('superAdmin', await newCompany())
    const [reader, stranger] = [await newUser('client', own), await newUser('client', other)]
    const staff = await newUser('admin', other, [own])
    const added = await send(superAdmin, addAnnouncement, {
      body: {
        ...words,
        audience: { companies: [own.key] },
        from: '2031-05-01T08:00:00Z',
        channels: ['bell', 'mail', 'toast'],
      },
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ state: 'scheduled', recipients: 0, version: 1 })
    await announceDue(parts(), new Date('2031-05-01T07:59:59Z'))
    expect(await bellOf(reader)).toEqual([])
    const due = new Date('2031-05-01T08:00:00Z')
    await Promise.all([announceDue(parts(), due), announceDue(parts(), due)])
    await announceDue(parts(), due)
    expect(await bellOf(reader)).toEqual(['Maintenance'])
    expect(await bellOf(stranger)).toEqual([])
    expect(await bellOf(staff)).toEqual([])
    expect((await mailsOf(own)).map(({ to_address: to, subject }) => [to, subject])).toEqual([
      [reader.email, 'Maintenance'],
    ])
    const toasts = await world().database.inCompanies([own.id], (tx) =>
      tx.selectFrom('live_events').select(['user_id', 'data']).where('type', '=', 'toast').execute(),
    )
    expect(toasts).toEqual([{ user_id: reader.id, data: words }])
    const listed = (await send(superAdmin, listAnnouncements)).body.items.find(({ id }) => id === added.body.id)
    expect(listed).toMatchObject({ state: 'delivered', recipients: 1 })
  })

  test('resumes after an interruption', async () => {
    const [first, second] = [await newCompany(), await newCompany()]
    const superAdmin = await newUser('superAdmin', await newCompany())
    const readers = [await newUser('client', first), await newUser('client', second)]
    const audience = { companies: [first.key, second.key] }
    await send(superAdmin, addAnnouncement, {
      body: { ...words, audience, from: '2031-06-01T08:00:00Z', channels: ['bell', 'mail'] },
    })
    // Stops after the first company.
    const stop = new AbortController()
    const { database } = world()
    const stopping = {
      ...database,
      inCompanies: async <T>(ids: readonly number[], work: Parameters<typeof database.inCompanies<T>>[1]) => {
        const result = await database.inCompanies(ids, work)
        if (ids.length > 0) stop.abort()
        return result
      },
    }
    const now = new Date('2031-06-01T08:00:00Z')
    await expect(announceDue({ ...parts(), database: stopping, signal: stop.signal }, now)).rejects.toThrow()
    expect((await Promise.all(readers.map(bellOf))).flat()).toHaveLength(1)
    await announceDue(parts(), now)
    expect(await Promise.all(readers.map(bellOf))).toEqual([['Maintenance'], ['Maintenance']])
    expect([...(await mailsOf(first)), ...(await mailsOf(second))]).toHaveLength(2)
  })

  test('to roles reaches only those, and no one after its end', async () => {
    const company = await newCompany()
    const superAdmin = await newUser('superAdmin', company)
    const [reviewer, client] = [await newUser('qa', company), await newUser('client', company)]
    const body = { ...words, audience: { roles: ['qa' as const] }, channels: ['bell' as const] }
    const [from, to] = ['2031-07-01T08:00:00Z', '2031-07-02T08:00:00Z']
    await send(superAdmin, addAnnouncement, { body: { ...body, from, to } })
    await send(superAdmin, addAnnouncement, {
      body: { ...body, title: 'Too late', from: '2031-06-30T08:00:00Z', to: from },
    })
    await announceDue(parts(), new Date('2031-07-01T09:00:00Z'))
    expect(await bellOf(reviewer)).toEqual(['Maintenance'])
    expect(await bellOf(client)).toEqual([])
  })

  test('can be changed and deleted until delivery starts', async () => {
    const company = await newCompany()
    const superAdmin = await newUser('superAdmin', company)
    const reader = await newUser('client', company)
    const body = {
      ...words,
      audience: { companies: [company.key] },
      from: '2031-08-01T08:00:00Z',
      channels: ['bell' as const],
    }
    const params = { announcementId: (await send(superAdmin, addAnnouncement, { body })).body.id }
    const gone = { announcementId: (await send(superAdmin, addAnnouncement, { body })).body.id }
    const changed = await send(superAdmin, changeAnnouncement, { params, body: { title: 'Other', version: 1 } })
    expect(changed.body).toMatchObject({ title: 'Other', body: words.body, version: 2 })
    const change = (more: object) => send(superAdmin, changeAnnouncement, { params, body: more })
    expect(await change({ title: 'x', version: 1 })).toMatchObject(refusal('STALE_VERSION'))
    const backwards = { to: '2031-07-01T08:00:00Z', version: 2 }
    expect(await change(backwards)).toMatchObject(refusal('END_BEFORE_START', 'body.to'))
    expect((await send(superAdmin, deleteAnnouncement, { params: gone })).status).toBe(204)
    await announceDue(parts(), new Date('2031-08-01T09:00:00Z'))
    expect(await bellOf(reader)).toEqual(['Other'])
    expect(await change({ title: 'x', version: 2 })).toMatchObject(refusal('ANNOUNCEMENT_STARTED'))
    expect((await send(superAdmin, deleteAnnouncement, { params })).status).toBe(204)
    expect((await send(superAdmin, deleteAnnouncement, { params })).status).toBe(404)
  })

  test('is not delivered while it is paused', async () => {
    const company = await newCompany()
    const superAdmin = await newUser('superAdmin', await newCompany())
    const reader = await newUser('client', company)
    const audience = { companies: [company.key] }
    const body = { ...words, audience, from: '2031-09-01T08:00:00Z', channels: ['bell' as const, 'mail' as const] }
    const params = { announcementId: (await send(superAdmin, addAnnouncement, { body })).body.id }
    const paused = await send(superAdmin, changeAnnouncement, { params, body: { isPaused: true, version: 1 } })
    expect(paused.body).toMatchObject({ state: 'paused', version: 2 })
    const late = new Date('2031-09-02T08:00:00Z')
    await announceDue(parts(), late)
    expect(await bellOf(reader)).toEqual([])
    const on = await send(superAdmin, changeAnnouncement, { params, body: { isPaused: false, version: 2 } })
    expect(on.body).toMatchObject({ state: 'scheduled', deliveredAt: null })
    await announceDue(parts(), late)
    expect(await bellOf(reader)).toEqual(['Maintenance'])

    // An email that the mail server refused counts as failed.
    await world().database.inCompanies([company.id], (tx) =>
      tx.updateTable('mails').set({ state: 'failed' }).where('company_id', '=', company.id).execute(),
    )
    const listed = (await send(superAdmin, listAnnouncements)).body.items.find(({ id }) => id === params.announcementId)
    expect(listed).toMatchObject({ state: 'delivered', deliveredAt: late.toISOString(), recipients: 1, failed: 1 })
  })

  test('for a company that does not exist is refused', async () => {
    const superAdmin = await newUser('superAdmin', await newCompany())
    const body = {
      ...words,
      audience: { companies: ['no-such-company'] },
      from: '2031-08-01T08:00:00Z',
      channels: ['bell' as const],
    }
    expect((await send(superAdmin, addAnnouncement, { body })).body.code).toBe('COMPANY_NOT_FOUND')
  })
})
