import { sql } from 'kysely'
import type { TimePaging } from '@signet/contract/wire'
import { containing } from '../../db/search-text.ts'
import type { Tx } from '../../db/database.ts'
import type { NewRow } from '../../db/rows.ts'

/** News as stored: for one company, or for all (then without a company). */
export interface NewsRow {
  id: string
  company_id: number | null
  title: string
  body: string
  tags: string[]
  published_at: Date
  by_name: string
  version: number
  /** Whether the reader has saved it. */
  is_saved: boolean
}

/** The reader, and the company they read news for. */
export interface NewsReader {
  companyId: number
  userId: string
}

const columns = sql.raw('id, title, body, tags, published_at, by_name, version')
/** News for one company and for all. Indexes: news_published, bulletins_published. */
const visibleNews = ({ companyId }: NewsReader) => sql`(
  select company_id, ${columns} from news where company_id = ${companyId}
  union all select null::int, ${columns} from bulletins where kind = 'news') as visible`
/** Index: news_saves_pkey. */
const isSaved = ({ companyId, userId }: NewsReader) => sql`exists (select from news_saves s
  where s.company_id = ${companyId} and s.user_id = ${userId} and s.news_id = visible.id)`

/** A page of news, newest first. */
export async function newsPage(
  tx: Tx,
  reader: NewsReader,
  query: TimePaging & {
    searchQuery?: string | undefined
    saved?: boolean | undefined
  },
): Promise<{ items: NewsRow[]; total: number }> {
  const pattern = containing(query.searchQuery ?? '')
  const chosen = query.saved === undefined ? sql`true` : sql`${isSaved(reader)} = ${query.saved}`
  const found = sql`from ${visibleNews(reader)} where (title ilike ${pattern} or body ilike ${pattern}) and ${chosen}`
  const { rows: counted } = await sql<{ count: string }>`select count(*) as count ${found}`.execute(tx)
  const direction = sql.raw(query.sortDirection)
  const { rows } = await sql<NewsRow>`select company_id, ${columns}, ${isSaved(reader)} as is_saved ${found}
    order by published_at ${direction}, id ${direction}
    limit ${query.limit} offset ${(query.pageNumber - 1) * query.limit}`.execute(tx)
  return { items: rows, total: Number(counted[0]?.count) }
}

export async function findNews(tx: Tx, reader: NewsReader, newsId: string): Promise<NewsRow | null> {
  const { rows } = await sql<NewsRow>`select company_id, ${columns}, ${isSaved(reader)} as is_saved
    from ${visibleNews(reader)} where id = ${newsId}`.execute(tx)
  return rows[0] ?? null
}

// The page shows all of them at once.
const whatsNewMax = 200

/** What's New, newest first. Index: bulletins_published. */
export function listWhatsNew(tx: Tx) {
  return tx
    .selectFrom('bulletins')
    .select(['id', 'title', 'body', 'tags', 'published_at', 'by_name', 'version'])
    .where('kind', '=', 'whatsNew')
    .orderBy('published_at', 'desc')
    .orderBy('id', 'desc')
    .limit(whatsNewMax)
    .execute()
}

export async function findBulletin(tx: Tx, kind: 'news' | 'whatsNew', id: string) {
  const row = await tx
    .selectFrom('bulletins')
    .select(['id', 'title', 'body', 'tags', 'published_at', 'by_name', 'version'])
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

type Words = { title?: string | undefined; body?: string | undefined; tags?: string[] | undefined }

/** Changes a news entry that still has the version that was read; false otherwise. Null is the company of news for all. */
export async function setNews(
  tx: Tx,
  companyId: number | null,
  id: string,
  version: number,
  words: Words,
): Promise<boolean> {
  const change = { ...words, version: version + 1 }
  const bulletins = tx.updateTable('bulletins').set(change).where('id', '=', id).where('version', '=', version)
  const news = tx.updateTable('news').set(change).where('id', '=', id).where('version', '=', version)
  const { numUpdatedRows } =
    companyId === null
      ? await bulletins.executeTakeFirst()
      : await news.where('company_id', '=', companyId).executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Saves a news entry for the reader, or removes it from the saved ones. Repeating it has no effect. */
export async function setSavedNews(tx: Tx, { companyId, userId }: NewsReader, newsId: string, isKept: boolean) {
  const row = { company_id: companyId, user_id: userId, news_id: newsId }
  if (isKept) {
    await tx
      .insertInto('news_saves')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  await tx
    .deleteFrom('news_saves')
    .where('company_id', '=', companyId)
    .where('user_id', '=', userId)
    .where('news_id', '=', newsId)
    .execute()
}

export async function deleteNewsRow(tx: Tx, companyId: number | null, id: string): Promise<void> {
  if (companyId === null) await tx.deleteFrom('bulletins').where('id', '=', id).execute()
  else await tx.deleteFrom('news').where('company_id', '=', companyId).where('id', '=', id).execute()
}

/** Adds an item for every company. */
export async function insertBulletin(tx: Tx, item: NewRow<'bulletins'>): Promise<void> {
  await tx.insertInto('bulletins').values(item).execute()
}

/** Adds an item for one company. */
export async function insertNews(tx: Tx, item: NewRow<'news'>): Promise<void> {
  await tx.insertInto('news').values(item).execute()
}
