import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Card, Inline, Text } from '../../ui/layout/parts.tsx'
import { TimeAgo } from '../../ui/text/time-text.tsx'
import { t } from './words.ts'
import { paragraphsOf } from './bulletin-text.ts'
import { type NewsItem } from './news.api.ts'
import { NewsSource, NewsTags } from './news-parts.tsx'
import css from './news-page.module.css'
import { SaveNews } from './save-news.tsx'

export function NewsCard({
  item,
  isNew,
  isOpen,
  onOpen,
}: {
  item: NewsItem
  /** Whether it was published after the reader's last visit. */
  isNew: boolean
  isOpen: boolean
  onOpen: () => void
}) {
  return (
    <Card as="article" className={css.card} data-open={isOpen || undefined}>
      <Inline as="p" wrap size="meta" tone="faint">
        {isNew && <Chip tone="new">{t('new')}</Chip>}
        <NewsSource item={item} />
        <Text push>
          <TimeAgo at={item.publishedAt} />
        </Text>
      </Inline>
      <h2 className={css.title}>
        <button type="button" data-news={item.id} aria-expanded={isOpen} onClick={onOpen}>
          {item.title}
        </button>
      </h2>
      <Text as="p" tone="quiet" className="clamp">
        {paragraphsOf(item.body)[0]}
      </Text>
      <Inline justify="between" least={32} className={css.foot}>
        <NewsTags tags={item.tags} />
        <SaveNews item={item} />
      </Inline>
    </Card>
  )
}
