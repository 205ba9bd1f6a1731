import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { textOf } from '../../url/search-params.ts'
import { useCompany } from '../../session/company.ts'
import { useCan } from '../../session/use-session.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { Inline, ScrollRegion, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import type { NewsItem } from './news.api.ts'
import css from './news-page.module.css'
import { NothingFound } from './no-news.tsx'
import { NewsCards } from './news-cards.tsx'
import { useNewsList } from './use-news-list.ts'

const NewsPanel = lazy(() => import('./news-panel.tsx').then(({ NewsPanel: panel }) => ({ default: panel })))

const BulletinEditor = lazy(() =>
  import('./bulletin-editor.tsx').then(({ BulletinEditor: editor }) => ({ default: editor })),
)

const DeleteBulletin = lazy(() =>
  import('./bulletin-editor.tsx').then(({ DeleteBulletin: confirm }) => ({ default: confirm })),
)

/** The URL state of the page. */
interface NewsSearch {
  q?: string | undefined
  /** Shows only the news that the reader has saved. */
  saved?: '1' | undefined
  /** The news item in the panel. */
  id?: string | undefined
}

const validateSearch = (raw: Record<string, unknown>): NewsSearch => ({
  q: textOf(raw['q']),
  saved: String(raw['saved']) === '1' ? '1' : undefined,
  id: textOf(raw['id']),
})

type Editing = { item: NewsItem | null; asks: 'words' | 'deletion' } | null

/** News that affects the company or its sector. */
export function NewsPage() {
  const company = useCompany()
  return <News key={company} company={company} />
}

function News({ company }: { company: string }) {
  const [{ q, saved, id }, change] = usePageSearch(validateSearch)
  const isSaved = saved === '1'
  const [editing, setEditing] = useState<Editing>(null)
  const mayEdit = useCan('news:publish')
  const news = useNewsList({
    company,
    q,
    isSaved,
    id,
    onOpen: (next) => change({ id: next }, { replace: next !== undefined && id !== undefined }),
  })
  const { query, items, total, index } = news

  return (
    <Page title={t('news')} layout="fill">
      <Inline gap={4} wrap className={`${css.tools} list-tools search-first`}>
        <SearchField label={t('searchNews')} value={q} onChange={(text) => change({ q: text, id: undefined })} />
        <Segments
          label={t('view')}
          choices={[
            { value: 'all', label: t('all') },
            { value: 'saved', label: t('saved') },
          ]}
          value={isSaved ? 'saved' : 'all'}
          onChange={(shown) => change({ saved: shown === 'saved' ? '1' : undefined, id: undefined })}
        />
        <Text role="status" as="p" tone="quiet" num grow>
          {query.data && !query.isPlaceholderData ? t('postsCount', { count: total }) : ''}
        </Text>
        {mayEdit && (
          <Button
            icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setEditing({ item: null, asks: 'words' })}
          >
            {t('addPost')}
          </Button>
        )}
      </Inline>
      <Inline gap={0} align="stretch" grow className="panels">
        <ScrollRegion className={`${css.scroll} scroller`} aria-label={t('news')}>
          {items?.length === 0 ? (
            <NothingFound
              q={q}
              isSaved={isSaved}
              onClear={() => change({ q: undefined })}
              onAll={() => change({ saved: undefined })}
            />
          ) : (
            <NewsCards news={news} openId={id} />
          )}
        </ScrollRegion>
        {id && (
          <Suspense fallback={<div className="panel-space" />}>
            <NewsPanel
              key={id}
              newsId={id}
              known={items?.[index]}
              index={index}
              total={total}
              onMove={news.moveBy}
              onClose={news.close}
              onEdit={mayEdit ? (item, asks) => setEditing({ item, asks }) : undefined}
            />
          </Suspense>
        )}
      </Inline>
      {editing && (
        <Suspense fallback={null}>
          {editing.asks === 'deletion' && editing.item ? (
            <DeleteBulletin
              kind="news"
              item={editing.item}
              onDone={() => change({ id: undefined }, { replace: true })}
              onClose={() => setEditing(null)}
            />
          ) : (
            <BulletinEditor kind="news" item={editing.item} onClose={() => setEditing(null)} />
          )}
        </Suspense>
      )}
    </Page>
  )
}
