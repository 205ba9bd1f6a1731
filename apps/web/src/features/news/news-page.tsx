import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazy } from '../../api/lazy.ts'
import { exactNumber } from '../../format/exact-number.ts'
import { textOf } from '../../url/search-params.ts'
import { useCompany } from '../../session/company.ts'
import { keepNewsSeen, newsSeenUntil } from './news-seen.ts'
import { useCan, useUser } from '../../session/use-session.ts'
import { usePageSearch } from '../../url/page-search.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FailedBlock, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SearchField } from '../../ui/controls/search-field.tsx'
import { Segments } from '../../ui/controls/segments.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { Card, Inline, Stack, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { newsMax, newsQuery, newsStep, type NewsItem } from './news.api.ts'
import css from './news-page.module.css'
import { NewsCard } from './news-card.tsx'
import { NothingFound } from './no-news.tsx'

const NewsPanel = lazy(() => import('./news-panel.tsx').then(({ NewsPanel: panel }) => ({ default: panel })))

const BulletinEditor = lazy(() =>
  import('./bulletin-editor.tsx').then(({ BulletinEditor: editor }) => ({ default: editor })),
)

const DeleteBulletin = lazy(() =>
  import('./bulletin-editor.tsx').then(({ DeleteBulletin: confirm }) => ({ default: confirm })),
)

/** What the page keeps in the URL. */
interface NewsSearch {
  q?: string | undefined
  /** Only what the reader keeps. */
  saved?: '1' | undefined
  /** The piece of news in the panel. */
  id?: string | undefined
}

const validateSearch = (raw: Record<string, unknown>): NewsSearch => ({
  q: textOf(raw['q']),
  saved: String(raw['saved']) === '1' ? '1' : undefined,
  id: textOf(raw['id']),
})

type Editing = { item: NewsItem | null; asks: 'words' | 'deletion' } | null

/** What in the world touches the company or its sector. */
export function NewsPage() {
  const company = useCompany()
  return <News key={company} company={company} />
}

function News({ company }: { company: string }) {
  const [{ q, saved, id }, change] = usePageSearch(validateSearch)
  const isSaved = saved === '1'
  const [count, setCount] = useState(newsStep)
  const [editing, setEditing] = useState<Editing>(null)
  const mayEdit = useCan('news:publish')
  const query = useQuery(newsQuery(company, { q, isSaved }, count))
  const client = useQueryClient()
  const { id: userId } = useUser()
  // What was new when the page was opened stays marked until it is left.
  const [seenBefore] = useState(() => newsSeenUntil(company, userId))
  const newest = query.data?.items[0]?.publishedAt
  useEffect(() => {
    if (newest) keepNewsSeen(client, company, userId, newest)
  }, [client, company, userId, newest])
  const list = useRef<HTMLUListElement>(null)
  const items = query.data?.items ?? []
  const total = query.data?.total ?? 0
  const index = items.findIndex((item) => item.id === id)

  const open = (next: NewsItem | undefined) => {
    if (next) change({ id: next.id }, { replace: id !== undefined })
  }
  const close = () => {
    change({ id: undefined })
    // The focus goes back to the card that was read.
    if (id) list.current?.querySelector<HTMLElement>(`[data-news="${id}"]`)?.focus()
  }
  const moveBy = (step: 1 | -1) => {
    const next = items[index < 0 ? 0 : index + step]
    open(next)
    if (next) list.current?.querySelector(`[data-news="${next.id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  useShortcuts({
    j: () => moveBy(1),
    k: () => moveBy(-1),
    Escape: () => (id ? close() : false),
    '/': () => document.querySelector<HTMLInputElement>('[data-list-search]')?.focus(),
  })

  return (
    <Page title={t('news')} layout="fill">
      <Inline gap={4} wrap className={css.tools}>
        <SearchField label={t('searchNews')} value={q} onChange={(text) => change({ q: text, id: undefined })} />
        <Segments
          label={t('shown')}
          choices={[
            { value: 'all', label: t('all') },
            { value: 'saved', label: t('saved') },
          ]}
          value={isSaved ? 'saved' : 'all'}
          onChange={(shown) => change({ saved: shown === 'saved' ? '1' : undefined, id: undefined })}
        />
        <Text role="status" as="p" tone="quiet" num grow>
          {query.data && !query.isPlaceholderData ? t('piecesOfNewsCount', { count: total }) : ''}
        </Text>
        {mayEdit && (
          <Button
            icon={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
            onClick={() => setEditing({ item: null, asks: 'words' })}
          >
            {t('addNews')}
          </Button>
        )}
      </Inline>
      <Inline gap={0} align="stretch" grow className={css.beside}>
        {/* A scrolling region must be reachable by keyboard. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
        <section className={`${css.scroll} scroller`} tabIndex={0} aria-label={t('news')}>
          {query.data ? (
            items.length === 0 ? (
              <NothingFound
                q={q}
                isSaved={isSaved}
                onClear={() => change({ q: undefined })}
                onAll={() => change({ saved: undefined })}
              />
            ) : (
              <>
                <Stack ref={list} as="ul" className={css.cards} data-old={query.isPlaceholderData || undefined}>
                  {items.map((item) => (
                    <li key={item.id}>
                      <NewsCard
                        item={item}
                        isNew={item.publishedAt > seenBefore}
                        isOpen={item.id === id}
                        onOpen={() => open(item)}
                      />
                    </li>
                  ))}
                </Stack>
                {items.length < total && (
                  <div className={css.more}>
                    {count < newsMax ? (
                      <Button
                        isBusy={query.isFetching}
                        onClick={() => setCount((old) => Math.min(newsMax, old + newsStep))}
                      >
                        {t('showOlderOnes')}
                      </Button>
                    ) : (
                      <p>{t('searchFindsWhatIsOlder', { count: exactNumber(newsMax) })}</p>
                    )}
                  </div>
                )}
              </>
            )
          ) : query.error ? (
            <FailedBlock what={t('theNews')} error={query.error} retry={() => void query.refetch()} />
          ) : (
            <Stack as="ul" className={css.cards} aria-busy="true">
              {Array.from({ length: 6 }, (_, place) => (
                <Card key={place} as="li" className={css.card}>
                  <Skeleton lines={4} />
                </Card>
              ))}
            </Stack>
          )}
        </section>
        {id && (
          <Suspense fallback={<div className="panel-space" />}>
            <NewsPanel
              key={id}
              newsId={id}
              known={items[index]}
              index={index}
              total={total}
              onMove={moveBy}
              onClose={close}
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
