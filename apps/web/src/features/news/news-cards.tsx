import { exactNumber } from '../../format/numbers/exact-number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FailedBlock, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Box, Card, Stack } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'
import { NewsCard } from './news-card.tsx'
import { newsMax } from './news.api.ts'
import css from './news-page.module.css'
import type { NewsList } from './use-news-list.ts'

/** The news cards, with a button to load older ones. */
export function NewsCards({ news, openId }: { news: NewsList; openId: string | undefined }) {
  const { query, items, list, seenBefore, hasOlder, mayShowOlder, showOlder, open } = news
  if (!items) {
    return query.error ? (
      <FailedBlock what={t('newsWhat')} error={query.error} retry={() => void query.refetch()} />
    ) : (
      <Stack as="ul" middle most={1180} className={css.cards} aria-busy="true">
        {Array.from({ length: 6 }, (_, place) => (
          <Card key={place} as="li" className={css.card}>
            <Skeleton lines={4} />
          </Card>
        ))}
      </Stack>
    )
  }
  return (
    <>
      <Stack
        ref={list}
        as="ul"
        middle
        most={1180}
        className={css.cards}
        data-old={query.isPlaceholderData || undefined}
      >
        {items.map((item) => (
          <li key={item.id}>
            <NewsCard
              item={item}
              isNew={item.publishedAt > seenBefore}
              isOpen={item.id === openId}
              onOpen={() => open(item.id)}
            />
          </li>
        ))}
      </Stack>
      {hasOlder && (
        <Box pad="6 0 2" tone="quiet" className="middle">
          {mayShowOlder ? (
            <Button isBusy={query.isFetching} onClick={showOlder}>
              {t('showOlderPosts')}
            </Button>
          ) : (
            <p>{t('olderPostsHint', { count: exactNumber(newsMax) })}</p>
          )}
        </Box>
      )}
    </>
  )
}
