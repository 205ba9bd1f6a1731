import { describe, expect, test } from 'vitest'
import {
  addNews,
  addWhatsNew,
  changeNews,
  changeWhatsNew,
  deleteNews,
  deleteWhatsNew,
  getNews,
  getWhatsNew,
  listNews,
  saveNews,
  unsaveNews,
} from '@signet/contract/messages/news'
import { listNotifications } from '@signet/contract/messages/notifications'
import { listAudit } from '@signet/contract/operation/audit'
import { newCompany, newUser, refusal, send, useWorld } from '../../../test/harness.ts'

useWorld()

const withNews = () => newCompany({ modules: { news: true } })
const text = { title: 'A wave of fake shops', body: 'First.\n\nSecond.' }

describe('news', () => {
  test('are visible only to their company, newest first, with a notification', async () => {
    const [company, elsewhere] = [await withNews(), await withNews()]
    const admin = await newUser('admin', company)
    const client = await newUser('client', company)
    const first = await send(admin, addNews, { body: { ...text, tags: ['shops'] } })
    expect(first.status).toBe(201)
    const second = await send(admin, addNews, { body: { ...text, title: 'Another' } })
    const { body } = await send(client, listNews)
    expect(body.items.map(({ id }) => id)).toEqual([second.body.id, first.body.id])
    expect(body.items[1]).toEqual({
      id: first.body.id,
      title: text.title,
      body: text.body,
      tags: ['shops'],
      company: company.key,
      by: expect.any(String) as string,
      publishedAt: expect.any(String) as string,
      version: 1,
      isSaved: false,
    })
    expect((await send(client, getNews, { params: { newsId: first.body.id } })).body.title).toBe(text.title)
    const stranger = await newUser('client', elsewhere)
    expect((await send(stranger, listNews)).body.total).toBe(0)
    expect((await send(stranger, getNews, { params: { newsId: first.body.id } })).status).toBe(404)
    const notifications = await send(client, listNotifications)
    expect(notifications.body.items[1]).toMatchObject({
      title: text.title,
      href: `/news/${first.body.id}`,
      type: 'news',
    })
  })

  test('for all companies are read in each and written by a superAdmin only', async () => {
    const [company, elsewhere] = [await withNews(), await withNews()]
    const admin = await newUser('admin', company)
    const refused = await send(admin, addNews, { body: { ...text, everyCompany: true } })
    expect(refused).toMatchObject(refusal('SUPER_ADMIN_ONLY'))
    const superAdmin = await newUser('superAdmin', company)
    const added = await send(superAdmin, addNews, { body: { ...text, title: 'For all', everyCompany: true } })
    expect(added.body.company).toBeNull()
    const params = { newsId: added.body.id }
    for (const place of [company, elsewhere]) {
      const seen = await send(await newUser('client', place), listNews, { query: { searchQuery: 'for ALL' } })
      expect(seen.body.items.map(({ id }) => id)).toContain(added.body.id)
    }
    expect(await send(admin, changeNews, { params, body: { title: 'x', version: 1 } })).toMatchObject(
      refusal('SUPER_ADMIN_ONLY'),
    )
    expect(await send(admin, deleteNews, { params })).toMatchObject(refusal('SUPER_ADMIN_ONLY'))
    expect((await send(superAdmin, deleteNews, { params })).status).toBe(204)
    expect((await send(admin, getNews, { params })).status).toBe(404)
  })

  test('are saved for one reader only, on the server, until removed', async () => {
    const company = await withNews()
    const [admin, reader, other] = [
      await newUser('superAdmin', company),
      await newUser('client', company),
      await newUser('clientPeeker', company),
    ]
    const query = { company: company.key }
    const own = await send(admin, addNews, { query, body: { ...text, company: company.key } })
    const title = `For all, kept in ${company.key}`
    const forAll = await send(admin, addNews, {
      query,
      body: { ...text, title, company: company.key, everyCompany: true },
    })
    await send(admin, addNews, { query, body: { ...text, title: 'Not kept', company: company.key } })
    const keptBy = async (user: typeof reader) =>
      (await send(user, listNews, { query: { saved: true } })).body.items.map(({ id }) => id).toSorted()
    const [params, paramsOfAll] = [{ newsId: own.body.id }, { newsId: forAll.body.id }]
    expect((await send(reader, saveNews, { params })).body).toMatchObject({ id: own.body.id, isSaved: true })
    expect((await send(reader, saveNews, { params })).status).toBe(200)
    await send(reader, saveNews, { params: paramsOfAll })
    expect(await keptBy(reader)).toEqual([own.body.id, forAll.body.id].toSorted())
    expect(await keptBy(other)).toEqual([])
    expect((await send(reader, getNews, { params })).body.isSaved).toBe(true)
    expect((await send(other, getNews, { params })).body.isSaved).toBe(false)
    expect((await send(reader, listNews, { query: { saved: true, searchQuery: title } })).body.total).toBe(1)
    expect((await send(reader, unsaveNews, { params })).body.isSaved).toBe(false)
    expect(await keptBy(reader)).toEqual([forAll.body.id])
    const stranger = await newUser('client', await withNews())
    expect((await send(stranger, saveNews, { params })).status).toBe(404)
  })

  test('can be corrected from the latest version only, and every change is recorded', async () => {
    const company = await withNews()
    const admin = await newUser('superAdmin', company)
    const query = { company: company.key }
    const params = { newsId: (await send(admin, addNews, { query, body: { ...text, company: company.key } })).body.id }
    const changed = await send(admin, changeNews, { params, query, body: { title: 'Corrected', version: 1 } })
    expect(changed.body).toMatchObject({ title: 'Corrected', body: text.body, version: 2 })
    expect((await send(admin, changeNews, { params, query, body: { title: 'x', version: 1 } })).status).toBe(409)
    expect((await send(admin, deleteNews, { params, query })).status).toBe(204)
    const { body } = await send(admin, listAudit, { query: { ...query, target: params.newsId } })
    expect(body.items.map(({ action }) => action)).toEqual(['news.deleted', 'news.changed', 'news.published'])
  })

  test('are not found where the company does not use them', async () => {
    const user = await newUser('client', await newCompany({ modules: {} }))
    const answer = await send(user, listNews)
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('MODULE_OFF')
  })
})

test('What’s New is the same for everyone, newest first, and has versions', async () => {
  const [company, elsewhere] = [await withNews(), await withNews()]
  const admin = await newUser('admin', company)
  const reviewer = await newUser('qa', elsewhere)
  const first = await send(admin, addWhatsNew, { body: { ...text, tags: ['Threats'] } })
  const second = await send(admin, addWhatsNew, { body: { ...text, title: 'Later' } })
  const seen = (await send(reviewer, getWhatsNew)).body
  expect(seen.map(({ id }) => id).slice(0, 2)).toEqual([second.body.id, first.body.id])
  expect(seen[1]).toEqual(first.body)
  const params = { whatsNewId: first.body.id }
  const changed = await send(admin, changeWhatsNew, { params, body: { body: 'Other words', version: 1 } })
  expect(changed.body).toMatchObject({ title: text.title, body: 'Other words', version: 2 })
  expect((await send(admin, changeWhatsNew, { params, body: { body: 'x', version: 1 } })).status).toBe(409)
  expect((await send(admin, deleteWhatsNew, { params })).status).toBe(204)
  expect((await send(admin, deleteWhatsNew, { params })).status).toBe(404)
})
