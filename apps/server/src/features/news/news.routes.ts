import { randomUUID } from 'node:crypto'
import type * as contract from '@signet/contract/messages/news'
import type { NewsItem, WhatsNewItem } from '@signet/contract/messages/news'
import type { Handler } from '../../app/handler.ts'
import type { Context } from '../../app/context.ts'
import { AppError, found } from '../../errors.ts'
import { recordAudit } from '../audit/audit.queries.ts'
import { publishEvent } from '../notifications/live-events.queries.ts'
import { notify } from '../notifications/notify.ts'
import {
  findBulletin,
  findNews,
  insertBulletin,
  insertNews,
  setSavedNews,
  listWhatsNew,
  newsPage,
  deleteNewsRow,
  setNews,
  type NewsRow,
} from './news.queries.ts'

type ItemRow = Omit<NewsRow, 'company_id' | 'is_saved'>

const toItem = (row: ItemRow): WhatsNewItem => ({
  id: row.id,
  title: row.title,
  body: row.body,
  publishedAt: row.published_at.toISOString(),
  tags: row.tags,
  version: row.version,
})
const toNews = (context: Context, row: NewsRow): NewsItem => ({
  ...toItem(row),
  company: row.company_id === null ? null : context.company.key,
  by: row.by_name,
  isSaved: row.is_saved,
})
const readerOf = ({ company, actor }: Context) => ({ companyId: company.id, userId: actor.userId })

export const listNews: Handler<typeof contract.listNews> = async (context, { query }) => {
  const { items, total } = await newsPage(context.tx, readerOf(context), query)
  return {
    items: items.map((row) => toNews(context, row)),
    total,
    pageNumber: query.pageNumber,
    limit: query.limit,
  }
}

const stale = (what: 'news' | 'bulletin') => new AppError('STALE_VERSION', { what })

async function newsOf(context: Context, newsId: string): Promise<NewsRow> {
  return found(await findNews(context.tx, readerOf(context), newsId), 'news')
}

export const getNews: Handler<typeof contract.getNews> = async (context, { params }) =>
  toNews(context, await newsOf(context, params.newsId))

async function keep(context: Context, newsId: string, isKept: boolean): Promise<NewsItem> {
  const row = await newsOf(context, newsId)
  if (row.is_saved !== isKept) {
    await setSavedNews(context.tx, readerOf(context), row.id, isKept)
    await recordAudit(context, {
      action: isKept ? 'news.saved' : 'news.unsaved',
      targetType: 'news',
      targetId: row.id,
    })
  }
  return toNews(context, { ...row, is_saved: isKept })
}

export const saveNews: Handler<typeof contract.saveNews> = (context, { params }) => keep(context, params.newsId, true)

export const unsaveNews: Handler<typeof contract.unsaveNews> = (context, { params }) =>
  keep(context, params.newsId, false)

/** News for all companies is restricted to users who may see every company. */
function refuseUnlessForAll(context: Context, isForAll: boolean): void {
  if (isForAll && context.actor.role !== 'superAdmin') {
    throw new AppError('SUPER_ADMIN_ONLY', {}, { at: 'body.everyCompany' })
  }
}

export const addNews: Handler<typeof contract.addNews> = async (context, { body }) => {
  const { tx, company, actor } = context
  const isForAll = body.everyCompany === true
  refuseUnlessForAll(context, isForAll)
  const id = randomUUID()
  const item = { id, title: body.title, body: body.body, tags: body.tags ?? [], by_name: actor.name }
  if (isForAll) {
    await insertBulletin(tx, { ...item, kind: 'news' })
  } else {
    await insertNews(tx, { ...item, company_id: company.id })
    await publishEvent(tx, { companyId: company.id, type: 'news.published', data: { newsId: id } })
    await notify(tx, {
      companyId: company.id,
      audience: { permission: 'news:read' },
      except: actor.userId,
      type: 'news',
      title: body.title,
      href: `/news/${id}`,
    })
  }
  await recordAudit(context, {
    action: 'news.published',
    targetType: 'news',
    targetId: id,
    after: { title: body.title, everyCompany: isForAll },
  })
  return toNews(context, await newsOf(context, id))
}

/** @throws AppError `CONFLICT` if it has changed since it was read */
export const changeNews: Handler<typeof contract.changeNews> = async (context, { params, body }) => {
  const before = await newsOf(context, params.newsId)
  refuseUnlessForAll(context, before.company_id === null)
  const { title, body: text, tags, version } = body
  if (!(await setNews(context.tx, before.company_id, before.id, version, { title, body: text, tags })))
    throw stale('news')
  const after = await newsOf(context, params.newsId)
  await recordAudit(context, {
    action: 'news.changed',
    targetType: 'news',
    targetId: before.id,
    before: toItem(before),
    after: toItem(after),
  })
  return toNews(context, after)
}

export const deleteNews: Handler<typeof contract.deleteNews> = async (context, { params }) => {
  const before = await newsOf(context, params.newsId)
  refuseUnlessForAll(context, before.company_id === null)
  await deleteNewsRow(context.tx, before.company_id, before.id)
  await recordAudit(context, {
    action: 'news.deleted',
    targetType: 'news',
    targetId: before.id,
    before: toItem(before),
  })
}

export const getWhatsNew: Handler<typeof contract.getWhatsNew> = async (context) =>
  (await listWhatsNew(context.tx)).map(toItem)

async function bulletinOf(context: Context, id: string): Promise<ItemRow> {
  return found(await findBulletin(context.tx, 'whatsNew', id), 'bulletin')
}

export const addWhatsNew: Handler<typeof contract.addWhatsNew> = async (context, { body }) => {
  const id = randomUUID()
  const { title, body: text, tags = [] } = body
  await insertBulletin(context.tx, { id, kind: 'whatsNew', title, body: text, tags, by_name: context.actor.name })
  await recordAudit(context, { action: 'whatsNew.published', targetType: 'news', targetId: id, after: { title } })
  return toItem(await bulletinOf(context, id))
}

/** @throws AppError `CONFLICT` if it has changed since it was read */
export const changeWhatsNew: Handler<typeof contract.changeWhatsNew> = async (context, { params, body }) => {
  const before = await bulletinOf(context, params.whatsNewId)
  const { title, body: text, tags, version } = body
  if (!(await setNews(context.tx, null, before.id, version, { title, body: text, tags }))) throw stale('bulletin')
  const after = await bulletinOf(context, before.id)
  await recordAudit(context, {
    action: 'whatsNew.changed',
    targetType: 'news',
    targetId: before.id,
    before: toItem(before),
    after: toItem(after),
  })
  return toItem(after)
}

export const deleteWhatsNew: Handler<typeof contract.deleteWhatsNew> = async (context, { params }) => {
  const before = await bulletinOf(context, params.whatsNewId)
  await deleteNewsRow(context.tx, null, before.id)
  await recordAudit(context, {
    action: 'whatsNew.deleted',
    targetType: 'news',
    targetId: before.id,
    before: toItem(before),
  })
}
