import type { GlossaryCategory } from '@signet/contract/glossary'
import type { ColumnType, Generated } from 'kysely'

type At = ColumnType<Date, Date | undefined, Date>

interface Item {
  id: string
  title: string
  body: string
  tags: Generated<string[]>
  published_at: At
  by_name: string
  is_demo: Generated<boolean>
  version: Generated<number>
}

export interface NewsTable extends Item {
  company_id: number
}

export interface BulletinsTable extends Item {
  kind: 'news' | 'whatsNew'
}

export interface GlossaryEntriesTable {
  id: string
  name: string
  category: GlossaryCategory
  description: string
  is_hidden: Generated<boolean>
  updated_at: At
  version: Generated<number>
}

/** What a person keeps to read again. */
export interface NewsSavesTable {
  company_id: number
  user_id: string
  /** Of the company, or of the bulletins for all. */
  news_id: string
  at: At
}

export interface NewsTables {
  news_saves: NewsSavesTable
  news: NewsTable
  bulletins: BulletinsTable
  glossary_entries: GlossaryEntriesTable
}
