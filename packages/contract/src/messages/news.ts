import * as z from 'zod/mini'
import { route } from '../route.ts'
import * as wire from '../wire.ts'

const title = wire.oneLine(200, 1)
/** Plain text; an empty line begins a new paragraph. */
const body = wire.text(20_000, 1)
const tags = z.array(wire.oneLine(40, 1)).check(z.maxLength(10), wire.eachOnce())

/** A What's New entry about the product, the same for every company. */
export const WhatsNewItem = z.object({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  publishedAt: wire.time,
  tags: z.array(z.string()),
  version: z.int(),
})
export type WhatsNewItem = z.output<typeof WhatsNewItem>

/** News for one company, or for every company if `company` is null. */
export const NewsItem = z.extend(WhatsNewItem, {
  company: z.nullable(z.string()),
  by: z.string(),
  /** Whether the reader has saved it. */
  isSaved: z.boolean(),
})
export type NewsItem = z.output<typeof NewsItem>

const change = { title: z.optional(title), body: z.optional(body), tags: z.optional(tags), version: z.int() }
const newsId = z.object({ newsId: wire.id })
const whatsNewId = z.object({ whatsNewId: wire.id })

/** News for every company and for the named one. */
export const listNews = route({
  method: 'GET',
  path: '/news',
  summary: 'List the news for the company and for everyone, newest first',
  access: 'news:read',
  module: 'news',
  query: z.object({
    company: wire.company,
    ...wire.paging(['publishedAt']),
    /** Only news that the reader has saved. */
    saved: z.optional(wire.bool),
  }),
  response: wire.page(NewsItem),
})

/** 404 for news of another company. */
export const getNews = route({
  method: 'GET',
  path: '/news/{newsId}',
  summary: 'Get a news article',
  access: 'news:read',
  module: 'news',
  params: newsId,
  query: wire.ofCompany,
  response: NewsItem,
})

/** Saving it again changes nothing. 404 for news of another company. */
export const saveNews = route({
  method: 'PUT',
  path: '/news/{newsId}/saved',
  summary: 'Save a news article for the caller only',
  access: 'news:read',
  module: 'news',
  params: newsId,
  query: wire.ofCompany,
  response: NewsItem,
})

/** The response is the same whether it was saved or not. 404 for news of another company. */
export const unsaveNews = route({
  method: 'DELETE',
  path: '/news/{newsId}/saved',
  summary: "Remove a news article from the caller's saved ones",
  access: 'news:read',
  module: 'news',
  params: newsId,
  query: wire.ofCompany,
  response: NewsItem,
})

/**
 * Users of the company are notified, except the author; news for every company appears without a notification. 400 when a user other than a
 * superAdmin sets `everyCompany`.
 */
export const addNews = route({
  method: 'POST',
  path: '/news',
  summary: 'Publish news for the company or, as a superAdmin, for every company',
  access: 'news:publish',
  module: 'news',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({
    company: wire.company,
    everyCompany: z.optional(z.boolean()),
    title,
    body,
    tags: z.optional(tags),
  }),
  response: NewsItem,
})

/** 400 when it is for every company and the caller is not a superAdmin; 409 when `version` is stale. */
export const changeNews = route({
  method: 'PATCH',
  path: '/news/{newsId}',
  summary: 'Correct a news article',
  access: 'news:publish',
  module: 'news',
  params: newsId,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, ...change }),
  response: NewsItem,
})

/** 400 when it is for every company and the caller is not a superAdmin; 404 when it does not exist. */
export const deleteNews = route({
  method: 'DELETE',
  path: '/news/{newsId}',
  summary: 'Delete a news article',
  access: 'news:publish',
  module: 'news',
  status: 204,
  params: newsId,
  query: wire.ofCompany,
  response: wire.nothing,
})

/** All entries, without paging. */
export const getWhatsNew = route({
  method: 'GET',
  path: '/whatsNew/getWhatsNew',
  summary: 'List what is new in the product, newest first',
  access: 'whatsNew:read',
  module: 'news',
  query: wire.ofCompany,
  response: z.array(WhatsNewItem),
})

/** Appears in every company with the news module, whatever `company` is named. */
export const addWhatsNew = route({
  method: 'POST',
  path: '/whatsNew',
  summary: "Publish a What's New entry for every company",
  access: 'news:publish',
  module: 'news',
  status: 201,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, title, body, tags: z.optional(tags) }),
  response: WhatsNewItem,
})

/** 409 when `version` is stale; 404 when it does not exist. */
export const changeWhatsNew = route({
  method: 'PATCH',
  path: '/whatsNew/{whatsNewId}',
  summary: "Correct an entry of What's New",
  access: 'news:publish',
  module: 'news',
  params: whatsNewId,
  query: wire.ofCompany,
  body: z.strictObject({ company: wire.company, ...change }),
  response: WhatsNewItem,
})

/** 404 when it does not exist. */
export const deleteWhatsNew = route({
  method: 'DELETE',
  path: '/whatsNew/{whatsNewId}',
  summary: "Delete an entry of What's New",
  access: 'news:publish',
  module: 'news',
  status: 204,
  params: whatsNewId,
  query: wire.ofCompany,
  response: wire.nothing,
})
